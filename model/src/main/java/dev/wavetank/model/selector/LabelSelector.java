package dev.wavetank.model.selector;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A conjunction of requirements on labels, sorted by key. Immutable.
 *
 * <p>An empty selector matches everything. A selector that is absent from a spec matches nothing: {@link #NOTHING}.
 */
public final class LabelSelector {
    /** Matches every object. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of(), false);
    /** Matches no object; what an absent selector means. */
    public static final LabelSelector NOTHING = new LabelSelector(List.of(), true);

    private final List<Requirement> requirements;
    private final boolean nothing;

    private LabelSelector(List<Requirement> requirements, boolean nothing) {
        this.requirements = requirements;
        this.nothing = nothing;
    }

    /** All of these together; requirements on the same key keep their order. */
    public static LabelSelector of(Collection<Requirement> requirements) {
        List<Requirement> sorted = new ArrayList<>(requirements);
        sorted.sort(Comparator.comparing(Requirement::key));
        return new LabelSelector(Collections.unmodifiableList(sorted), false);
    }

    /**
     * Reads the form of the {@code labelSelector} parameter: {@code a=b,c!=d,e in (x,y),!f,g}.
     *
     * @throws IllegalArgumentException with one sentence, when the text is not a selector
     */
    public static LabelSelector parse(String text) {
        return of(new SelectorParser(text).requirements());
    }

    /** Labels that must all be there with these values: a Service's or ReplicationController's selector. */
    public static LabelSelector ofLabels(Map<String, String> labels) {
        List<Requirement> requirements = new ArrayList<>();
        new TreeMap<>(labels)
                .forEach((key, value) -> requirements.add(new Requirement(key, Operator.EQUALS, List.of(value))));
        return of(requirements);
    }

    /**
     * Reads the object form of a spec.
     *
     * @param tree {@code matchLabels} and {@code matchExpressions}; null when the spec has no selector
     * @throws IllegalArgumentException with one sentence, when the tree is not a selector
     */
    public static LabelSelector ofTree(Map<String, ?> tree) {
        if (tree == null) {
            return NOTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        if (tree.get("matchLabels") instanceof Map<?, ?> labels) {
            labels.forEach((key, value) -> requirements.add(
                    new Requirement(string(key, "key"), Operator.EQUALS, List.of(string(value, "value")))));
        }
        if (tree.get("matchExpressions") instanceof List<?> expressions) {
            expressions.forEach(expression -> requirements.add(expression(expression)));
        }
        return of(requirements);
    }

    private static Requirement expression(Object tree) {
        if (!(tree instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException("an item of matchExpressions must have key and operator");
        }
        List<String> values = new ArrayList<>();
        if (map.get("values") instanceof List<?> list) {
            list.forEach(value -> values.add(string(value, "value")));
        }
        return new Requirement(string(map.get("key"), "key"), operator(map.get("operator")), values);
    }

    private static Operator operator(Object name) {
        return switch (String.valueOf(name)) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default -> throw new IllegalArgumentException("\"" + name + "\" is not a valid label selector operator");
        };
    }

    private static String string(Object value, String role) {
        if (value instanceof String text) {
            return text;
        }
        throw new IllegalArgumentException("the " + role + " of a label selector must be a string, not " + value);
    }

    /** The conditions, sorted by key. */
    public List<Requirement> requirements() {
        return requirements;
    }

    /** Whether every requirement holds for these labels. */
    public boolean matches(Map<String, String> labels) {
        if (nothing) {
            return false;
        }
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether every object matches. */
    public boolean isEverything() {
        return !nothing && requirements.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LabelSelector that
                && nothing == that.nothing
                && requirements.equals(that.requirements);
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }

    /** The canonical string form; empty for {@link #EVERYTHING} and {@link #NOTHING}. */
    @Override
    public String toString() {
        return requirements.stream().map(Requirement::toString).collect(Collectors.joining(","));
    }
}
