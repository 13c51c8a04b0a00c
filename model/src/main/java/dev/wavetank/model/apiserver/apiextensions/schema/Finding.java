package dev.wavetank.model.apiserver.apiextensions.schema;

import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A mistake in a value or in a schema.
 *
 * @param reason what sort of mistake, such as {@code FieldValueInvalid}
 * @param field where, such as {@code spec.list[0].x}
 * @param message what, without the place
 */
public record Finding(String reason, String field, String message) {

    /** The reason of a value of a type that it must not have, in releases that know it; others say it is invalid. */
    public static final String WRONG_TYPE = "FieldValueTypeInvalid";

    /** The reason of a value that is wrong in any way that has no reason of its own. */
    public static final String INVALID = "FieldValueInvalid";

    static Finding invalid(String field, Object value, String why) {
        return new Finding(INVALID, field, "Invalid value: " + GoSyntax.tree(value) + ": " + why);
    }

    static Finding required(String field, String why) {
        return new Finding("FieldValueRequired", field, why.isEmpty() ? "Required value" : "Required value: " + why);
    }

    static Finding forbidden(String field, String why) {
        return new Finding("FieldValueForbidden", field, "Forbidden: " + why);
    }

    static Finding duplicate(String field, Object value) {
        return new Finding("FieldValueDuplicate", field, "Duplicate value: " + GoSyntax.tree(value));
    }

    static Finding tooMany(String field, int actual, Object max) {
        return new Finding("FieldValueTooMany", field, "Too many: " + actual + ": must have at most " + max + " items");
    }

    static Finding tooLong(String field, Object max) {
        return new Finding("FieldValueTooLong", field, "Too long: may not be more than " + max + " bytes");
    }

    static Finding unsupported(String field, Object value, List<Object> supported) {
        String list = supported.stream()
                .map(one -> one instanceof String text ? '"' + text + '"' : '"' + GoSyntax.tree(one) + '"')
                .collect(Collectors.joining(", "));
        return new Finding(
                "FieldValueNotSupported",
                field,
                "Unsupported value: " + GoSyntax.tree(value) + ": supported values: " + list);
    }

    /** Where and what, as the answer of the server shows it. */
    public String text() {
        return field + ": " + message;
    }
}
