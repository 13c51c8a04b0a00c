package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.gotext.GoSyntax;

/** Finds mistakes in numbers that may also be a share, such as {@code 25%}. */
public final class IntOrPercent {

    private static final String PERCENT = "a valid percent string must be a numeric string followed by an ending '%'"
            + " (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

    private IntOrPercent() {}

    /** Checks a value: a number, a text, or null when it is absent. */
    public static void check(Object value, String path, FieldErrors errors) {
        if (value instanceof Number number) {
            errors.notNegative(path, Long.valueOf(number.longValue()));
        } else if (value instanceof String text) {
            if (!text.matches("[0-9]+%")) {
                errors.invalid(path, GoSyntax.intOrString(text), PERCENT);
            } else if (text.length() > 4 || Integer.parseInt(text.substring(0, text.length() - 1)) > 100) {
                errors.invalid(path, GoSyntax.intOrString(text), "must not be greater than 100%");
            }
        }
    }
}
