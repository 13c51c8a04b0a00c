package dev.wavetank.model.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Selects objects by their labels: all of {@code matchLabels} and all of {@code matchExpressions} must hold.
 *
 * @param matchLabels labels that must be there with these values
 * @param matchExpressions further requirements
 */
public record LabelSelector(Map<String, String> matchLabels, List<Requirement> matchExpressions) {

    /** Turns absent parts into empty ones. */
    public LabelSelector {
        matchLabels = Defaults.emptyIfNull(matchLabels);
        matchExpressions = Defaults.emptyIfNull(matchExpressions);
    }

    /**
     * One requirement on one label.
     *
     * @param key of the label
     * @param operator {@code In}, {@code NotIn}, {@code Exists} or {@code DoesNotExist}
     * @param values for {@code In} and {@code NotIn}
     */
    public record Requirement(String key, String operator, List<String> values) {

        /** Turns absent values into none. */
        public Requirement {
            values = Defaults.emptyIfNull(values);
        }

        /** Whether these labels fulfil it. */
        public boolean matches(Map<String, String> labels) {
            return switch (operator) {
                case "In" -> labels.containsKey(key) && values.contains(labels.get(key));
                case "NotIn" -> !labels.containsKey(key) || !values.contains(labels.get(key));
                case "Exists" -> labels.containsKey(key);
                case "DoesNotExist" -> !labels.containsKey(key);
                case "Gt" -> labels.containsKey(key) && compared(labels.get(key)) > 0;
                case "Lt" -> labels.containsKey(key) && compared(labels.get(key)) < 0;
                default -> throw new IllegalArgumentException("'" + operator + "' is not a label selector operator");
            };
        }

        /** How the label's number stands to the required one; 0 when the label is no number. */
        private int compared(String label) {
            try {
                return Long.compare(Long.parseLong(label), Long.parseLong(values.get(0)));
            } catch (NumberFormatException noNumber) {
                return 0;
            }
        }
    }

    /**
     * The selector that {@link #query} has written, or any text that uses only {@code =}, {@code ==}, {@code !=},
     * {@code in}, {@code notin} and names of labels.
     */
    public static LabelSelector parse(String query) {
        Map<String, String> labels = new LinkedHashMap<>();
        List<Requirement> requirements = new ArrayList<>(0);
        // A comma within parentheses separates values; all others separate requirements.
        for (String part : query.split(",(?![^(]*\\))")) {
            String text = part.strip();
            String[] set = text.split("\\s+(?=(not)?in\\s*\\()", 2);
            String[] sides = text.split("\\s*[!=]=?\\s*", 2);
            if (set.length == 2) {
                String values = set[1].substring(set[1].indexOf('(') + 1, set[1].lastIndexOf(')'));
                requirements.add(new Requirement(
                        set[0], set[1].startsWith("not") ? "NotIn" : "In", List.of(values.split("\\s*,\\s*", -1))));
            } else if (text.startsWith("!")) {
                requirements.add(new Requirement(text.substring(1).strip(), "DoesNotExist", null));
            } else if (sides.length < 2 && !text.isEmpty()) {
                requirements.add(new Requirement(text, "Exists", null));
            } else if (text.contains("!=")) {
                requirements.add(new Requirement(sides[0], "NotIn", List.of(sides[1])));
            } else if (!text.isEmpty()) {
                labels.put(sides[0], sides[1]);
            }
        }
        return new LabelSelector(labels, requirements);
    }

    /** The selector as it is written in queries, such as {@code app=web,tier in (a,b)}: sorted by key. */
    public String query() {
        Map<String, String> parts = new TreeMap<>();
        matchLabels.forEach((key, value) -> parts.put(key, key + "=" + value));
        for (Requirement requirement : matchExpressions) {
            String values = " (" + String.join(",", requirement.values()) + ")";
            parts.put(
                    requirement.key(),
                    switch (requirement.operator()) {
                        case "In" -> requirement.key() + " in" + values;
                        case "NotIn" -> requirement.key() + " notin" + values;
                        case "Exists" -> requirement.key();
                        default -> "!" + requirement.key();
                    });
        }
        return String.join(",", parts.values());
    }

    /** Whether nothing is required. */
    public boolean isEmpty() {
        return matchLabels.isEmpty() && matchExpressions.isEmpty();
    }

    /** Whether these labels fulfil everything. */
    public boolean matches(Map<String, String> labels) {
        for (Map.Entry<String, String> required : matchLabels.entrySet()) {
            if (!required.getValue().equals(labels.get(required.getKey()))) {
                return false;
            }
        }
        for (Requirement requirement : matchExpressions) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }
}
