package dev.wavetank.model.apiserver;

/**
 * What a request says about the way in which it is to be executed, rather than about the object.
 *
 * @param dryRun whether everything is done but the writing
 * @param fieldManager who is to own the fields that are set; the empty string when the user agent decides
 * @param force whether an apply takes fields from other managers
 */
public record RequestOptions(boolean dryRun, String fieldManager, boolean force) {

    /** Nothing out of the ordinary. */
    public static final RequestOptions DEFAULT = new RequestOptions(false, "", false);
}
