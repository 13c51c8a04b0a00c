package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.version.KubernetesVersion;

/**
 * What a request says about the way in which it is to be executed, rather than about the object.
 *
 * @param dryRun whether everything is done but the writing
 * @param fieldManager who is to own the fields that are set; the empty string when they get no owner
 * @param force whether an apply takes fields from other managers
 * @param version whose rules decide how fields are owned
 * @param validation what is done about fields that a type does not have
 */
public record RequestOptions(
        boolean dryRun, String fieldManager, boolean force, KubernetesVersion version, FieldValidation validation) {

    /** Nothing out of the ordinary. */
    public static final RequestOptions DEFAULT = new RequestOptions(false, "", false, KubernetesVersion.DEFAULT);

    /** Without a word about fields that a type does not have. */
    public RequestOptions(boolean dryRun, String fieldManager, boolean force, KubernetesVersion version) {
        this(dryRun, fieldManager, force, version, FieldValidation.IGNORE);
    }

    /** The same with something else done about unknown fields. */
    public RequestOptions with(FieldValidation other) {
        return new RequestOptions(dryRun, fieldManager, force, version, other);
    }

    /** The same, tried only. */
    public RequestOptions dry() {
        return new RequestOptions(true, fieldManager, force, version, validation);
    }

    /** The same by another owner of fields. */
    public RequestOptions by(String manager, KubernetesVersion other) {
        return new RequestOptions(dryRun, manager, force, other, validation);
    }
}
