package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.gotext.GoSyntax;

/** Finds mistakes in numbers that may also be a share, such as {@code 25%}. */
public final class IntOrPercent {

    private static final String PERCENT = "a valid percent string must be a numeric string followed by an ending '%'"
            + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

    private IntOrPercent() {}

    /** Checks a field; one that is absent is fine. */
    public static void check(Part part, String field) {
        Object value = part.fields().get(field);
        if (value instanceof Number) {
            part.notNegative(field);
        } else if (value instanceof String text) {
            if (!text.matches("[0-9]+%")) {
                part.invalid(field, GoSyntax.intOrString(text), PERCENT);
            } else if (text.length() > 4 || Integer.parseInt(text.substring(0, text.length() - 1)) > 100) {
                part.invalid(field, GoSyntax.intOrString(text), "must not be greater than 100%");
            }
        }
    }
}
