package dev.wavetank.model.apiserver.http;

/** What differs on the wire between releases. */
public enum WireVersion {

    /** Decodes with a streaming decoder that quotes the text, drops unknown fields and uids of bindings. */
    V1_20(false, false),
    /** Decodes as Go's standard library does, and refuses unknown fields when {@code fieldValidation=Strict}. */
    V1_32(true, true);

    private final boolean fieldValidation;
    private final boolean bindingUid;

    WireVersion(boolean fieldValidation, boolean bindingUid) {
        this.fieldValidation = fieldValidation;
        this.bindingUid = bindingUid;
    }

    /** Whether the parameter {@code fieldValidation} is known (v1.25). */
    boolean validatesFields() {
        return fieldValidation;
    }

    /** Whether the uid in a binding must be that of the pod. */
    boolean checksBindingUid() {
        return bindingUid;
    }
}
