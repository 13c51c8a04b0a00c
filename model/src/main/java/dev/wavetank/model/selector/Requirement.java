package dev.wavetank.model.selector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * One condition on one label.
 *
 * @param key the label
 * @param operator the relation
 * @param values sorted, each once; one for comparisons, none for existence
 */
public record Requirement(String key, Operator operator, List<String> values) {
    /** Sorts the values and checks their number. */
    public Requirement {
        values = Collections.unmodifiableList(new ArrayList<>(new TreeSet<>(values)));
        LabelSyntax.checkKey(key);
        checkValues(operator, values);
        values.forEach(LabelSyntax::checkValue);
    }

    static Requirement of(String key, Operator operator, Collection<String> values) {
        return new Requirement(key, operator, new ArrayList<>(values));
    }

    private static void checkValues(Operator operator, List<String> values) {
        String mistake =
                switch (operator) {
                    case IN, NOT_IN -> values.isEmpty() ? "for 'in', 'notin' operators, values set can't be empty" : "";
                    case EQUALS, NOT_EQUALS -> values.size() == 1 ? "" : "exact-match compatibility requires one single value";
                    case EXISTS, DOES_NOT_EXIST ->
                        values.isEmpty() ? "" : "values set must be empty for exists and does not exist";
                    case GREATER_THAN, LESS_THAN ->
                        values.size() == 1 && number(values.get(0)).isPresent()
                                ? ""
                                : "for 'Gt', 'Lt' operators, exactly one value is required, and it must be an integer";
                };
        if (!mistake.isEmpty()) {
            throw new IllegalArgumentException("values: Invalid value: " + values + ": " + mistake);
        }
    }

    /** Whether an object with these labels meets the condition. */
    public boolean matches(Map<String, String> labels) {
        String value = labels.get(key);
        return switch (operator) {
            case EQUALS, IN -> value != null && values.contains(value);
            case NOT_EQUALS, NOT_IN -> value == null || !values.contains(value);
            case EXISTS -> value != null;
            case DOES_NOT_EXIST -> value == null;
            case GREATER_THAN -> compares(value, 1);
            case LESS_THAN -> compares(value, -1);
        };
    }

    private boolean compares(String value, int wanted) {
        OptionalLong number = value == null ? OptionalLong.empty() : number(value);
        return number.isPresent()
                && Long.compare(number.getAsLong(), number(values.get(0)).orElseThrow()) == wanted;
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The string form: {@code a=b}, {@code a in (b,c)}, {@code !a}. */
    @Override
    public String toString() {
        String joined = String.join(",", values);
        return switch (operator) {
            case EQUALS -> key + "=" + joined;
            case NOT_EQUALS -> key + "!=" + joined;
            case IN -> key + " in (" + joined + ")";
            case NOT_IN -> key + " notin (" + joined + ")";
            case EXISTS -> key;
            case DOES_NOT_EXIST -> "!" + key;
            case GREATER_THAN -> key + ">" + joined;
            case LESS_THAN -> key + "<" + joined;
        };
    }
}
