package dev.wavetank.model.api;

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
        matchLabels = Absent.toEmpty(matchLabels);
        matchExpressions = Absent.toEmpty(matchExpressions);
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
            values = Absent.toEmpty(values);
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
