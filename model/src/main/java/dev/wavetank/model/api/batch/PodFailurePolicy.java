package dev.wavetank.model.api.batch;

import dev.wavetank.model.api.Defaults;
import java.util.List;

/**
 * What failed pods mean for their Job: the first rule that fits decides.
 *
 * @param rules in the order in which they are tried
 */
public record PodFailurePolicy(List<Rule> rules) {

    /** Turns an absent list into an empty one. */
    public PodFailurePolicy {
        rules = Defaults.emptyIfNull(rules);
    }

    /**
     * One rule, about exit codes or about conditions.
     *
     * @param action {@code FailJob}, {@code FailIndex}, {@code Ignore} or {@code Count}
     * @param onExitCodes which exit codes it is about; null when it is about conditions
     * @param onPodConditions the conditions; at least one must hold
     */
    public record Rule(String action, ExitCodes onExitCodes, List<ConditionPattern> onPodConditions) {

        /** Turns an absent list into an empty one. */
        public Rule {
            onPodConditions = Defaults.emptyIfNull(onPodConditions);
        }
    }

    /**
     * Which exit codes a rule is about; 0 is never among them.
     *
     * @param containerName name of the container; null for any
     * @param operator {@code In} or {@code NotIn}
     * @param values the codes
     */
    public record ExitCodes(String containerName, String operator, List<Integer> values) {

        /** Turns an absent list into an empty one. */
        public ExitCodes {
            values = Defaults.emptyIfNull(values);
        }
    }

    /**
     * A condition that a pod must have.
     *
     * @param type such as {@code DisruptionTarget}
     * @param status {@code True}, {@code False} or {@code Unknown}
     */
    public record ConditionPattern(String type, String status) {}
}
