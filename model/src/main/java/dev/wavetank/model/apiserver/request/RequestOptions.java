package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.patch.apply.ApplyRules;

/**
 * What a request says about the way in which it is to be executed, rather than about the object.
 *
 * @param dryRun whether everything is done but the writing
 * @param fieldManager who is to own the fields that are set; the empty string when nobody is to own them
 * @param force whether an apply takes fields from other managers
 * @param applyRules how fields are owned
 */
public record RequestOptions(boolean dryRun, String fieldManager, boolean force, ApplyRules applyRules) {

    /** Nothing out of the ordinary. */
    public static final RequestOptions DEFAULT = new RequestOptions(false, "", false, ApplyRules.V1_32);
}
