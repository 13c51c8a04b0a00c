package dev.wavetank.model.apiserver.http;

/** What differs on the wire between releases. */
public enum WireVersion {

    /** Decodes with a streaming decoder that quotes the text, and drops unknown fields without a word. */
    V1_20(false),
    /** Decodes as Go's standard library does, and refuses unknown fields when {@code fieldValidation=Strict}. */
    V1_32(true);

    private final boolean fieldValidation;

    WireVersion(boolean fieldValidation) {
        this.fieldValidation = fieldValidation;
    }

    /** Whether the parameter {@code fieldValidation} is known (v1.25). */
    boolean validatesFields() {
        return fieldValidation;
    }
}
