package dev.wavetank.model.apiserver.registry.validation;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A part of an object under validation. What is absent counts as the zero of its type, as in Go.
 *
 * @param fields the part as a JSON tree
 * @param path where it stands in the object; the empty string for the whole
 * @param errors where findings go
 */
public record FieldCursor(Map<String, Object> fields, String path, FieldErrors errors) {

    /** Where a field stands; the empty name stands for the part itself. */
    public String at(String field) {
        return path.isEmpty() || field.isEmpty() ? path + field : path + "." + field;
    }

    /** Whether a field is set. */
    public boolean has(String field) {
        return fields.get(field) != null;
    }

    /** A text; the empty one when it is absent. */
    public String text(String field) {
        return JsonFields.text(fields, field);
    }

    /** A whole number; 0 when it is absent. */
    public long number(String field) {
        Long number = JsonFields.number(fields, field);
        return number == null ? 0 : number;
    }

    /** Whether a field says yes. */
    public boolean isTrue(String field) {
        return Boolean.TRUE.equals(fields.get(field));
    }

    /** A part of this one, empty when it is absent. */
    public FieldCursor child(String field) {
        return new FieldCursor(JsonFields.map(fields, field), at(field), errors);
    }

    /** The parts in a list. */
    public List<FieldCursor> items(String field) {
        List<Map<String, Object>> trees = JsonFields.list(fields, field);
        List<FieldCursor> items = new ArrayList<>(trees.size());
        for (int i = 0; i < trees.size(); i++) {
            items.add(new FieldCursor(trees.get(i), at(field) + "[" + i + "]", errors));
        }
        return items;
    }

    /** The texts in a list. */
    public List<String> texts(String field) {
        return JsonFields.texts(fields, field);
    }

    /** The names of those of the fields that are set, in the order given. */
    public List<String> present(List<String> candidates) {
        return candidates.stream().filter(this::has).toList();
    }

    /** Says that a field has no value. */
    public void required(String field, String why) {
        errors.required(at(field), why);
    }

    /** Requires a text, and says whether there is one. */
    public boolean require(String field) {
        return errors.require(at(field), text(field));
    }

    /** Says that a field must not be set or changed. */
    public void forbidden(String field, String why) {
        errors.forbidden(at(field), why);
    }

    /** Says what is wrong with the text of a field. */
    public void invalid(String field, String why) {
        errors.invalid(at(field), GoSyntax.of(text(field)), why);
    }

    /** Says what is wrong with a value, which is given as it is to be shown. */
    public void invalid(String field, String shown, String why) {
        errors.invalid(at(field), shown, why);
    }

    /** Says what is wrong with a number. */
    public void invalidNumber(String field, String why) {
        errors.invalid(at(field), Long.toString(number(field)), why);
    }

    /** The number must not be negative. */
    public void notNegative(String field) {
        if (number(field) < 0) {
            invalidNumber(field, "must be greater than or equal to 0");
        }
    }

    /** A list must not have more items than so many; answers whether it has few enough. */
    public boolean atMost(String field, int count, int max) {
        return errors.atMost(at(field), count, max);
    }

    /** The number must lie between two others, both included. */
    public void between(String field, long min, long max) {
        if (number(field) < min || number(field) > max) {
            invalidNumber(field, "must be between " + min + " and " + max + ", inclusive");
        }
    }

    /** The text, which may be empty only when that is one of the values, must be one of these. */
    public void oneOf(String field, List<String> values) {
        errors.oneOf(at(field), text(field), values);
    }

    /** The text, unless it is empty, must be one of these. */
    public void oneOfIfSet(String field, List<String> values) {
        errors.oneOfIfSet(at(field), text(field), values);
    }

    /** The text must have the form of a name. */
    public void named(String field, Function<String, List<String>> form) {
        errors.named(at(field), text(field), form);
    }

    /** The text, unless it is empty, must have the form of a name. */
    public void namedIfSet(String field, Function<String, List<String>> form) {
        errors.namedIfSet(at(field), text(field), form);
    }

    /** The keys and values of a field must be those of labels. */
    public void labels(String field) {
        JsonFields.map(fields, field).forEach((key, value) -> {
            MetadataRules.invalid(NameRules.qualified(key), at(field), key, errors);
            MetadataRules.invalid(
                    NameRules.labelValue(String.valueOf(value)), at(field), String.valueOf(value), errors);
        });
    }
}
