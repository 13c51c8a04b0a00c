package dev.wavetank.model.scheduler.extender;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a simulated extender answers.
 *
 * @param refusals the first that matches a node refuses it; others pass
 * @param scores the first that matches a node gives its score; 0 for others
 * @param errors text of the field {@code Error} of answers, by verb
 * @param codes status codes that are answered in the place of a result, by verb
 */
public record ExtenderBehavior(
        List<Refusal> refusals, List<Score> scores, Map<String, String> errors, Map<String, Integer> codes) {

    /**
     * Which nodes are meant.
     *
     * @param names of nodes; empty for any
     * @param labels that a node must have; empty for any
     */
    public record Match(List<String> names, Map<String, String> labels) {

        /** Keeps copies. */
        public Match {
            names = List.copyOf(names);
            labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        }

        /** Whether it means the node. */
        boolean matches(String name, Map<String, String> nodeLabels) {
            return (names.isEmpty() || names.contains(name))
                    && labels.entrySet().stream()
                            .allMatch(label -> label.getValue().equals(nodeLabels.get(label.getKey())));
        }
    }

    /** Nodes that are refused, and why. */
    public record Refusal(Match match, String reason) {}

    /** Nodes with a score, 0 to 10. */
    public record Score(Match match, long score) {}

    /** Keeps copies. */
    public ExtenderBehavior {
        refusals = List.copyOf(refusals);
        scores = List.copyOf(scores);
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        codes = Collections.unmodifiableMap(new TreeMap<>(codes));
    }
}
