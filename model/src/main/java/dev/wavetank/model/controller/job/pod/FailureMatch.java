package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.PodFailurePolicy;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The match of a failed pod with the failure policy of its Job (beta since v1.26, stable since v1.31).
 *
 * @param action of the first matching rule; empty without a match
 * @param message why the whole Job fails; null when the Job does not fail
 */
public record FailureMatch(String action, String message) {

    private static final FailureMatch NONE = new FailureMatch("", null);

    /** The match of a failed pod. */
    public static FailureMatch of(Job job, Pod pod) {
        PodFailurePolicy policy = job.spec().podFailurePolicy();
        if (policy == null) {
            return NONE;
        }
        for (int index = 0; index < policy.rules().size(); index++) {
            PodFailurePolicy.Rule rule = policy.rules().get(index);
            Optional<String> cause =
                    rule.onExitCodes() != null ? exit(pod, rule.onExitCodes()) : condition(pod, rule.onPodConditions());
            if (cause.isPresent()) {
                String message = cause.get() + " matching " + rule.action() + " rule at index " + index;
                return new FailureMatch(rule.action(), rule.action().equals("FailJob") ? message : null);
            }
        }
        return NONE;
    }

    /** Whether the failure counts towards the limits. */
    public boolean counts() {
        return !action.equals("Ignore");
    }

    /** Whether the index of the pod fails, whatever its limit. */
    public boolean failsIndex() {
        return action.equals("FailIndex");
    }

    private static Optional<String> exit(Pod pod, PodFailurePolicy.ExitCodes wanted) {
        if (pod.status() == null) {
            return Optional.empty();
        }
        List<Pod.ContainerStatus> containers = new ArrayList<>(pod.status().containerStatuses());
        containers.addAll(pod.status().initContainerStatuses());
        for (Pod.ContainerStatus container : containers) {
            Pod.Terminated ended =
                    container.state() == null ? null : container.state().terminated();
            boolean named =
                    wanted.containerName() == null || wanted.containerName().equals(container.name());
            if (ended != null && named && ended.exitCode() != 0 && isWanted(ended.exitCode(), wanted)) {
                return Optional.of("Container " + container.name() + " for pod " + name(pod) + " failed with exit code "
                        + ended.exitCode());
            }
        }
        return Optional.empty();
    }

    private static boolean isWanted(int code, PodFailurePolicy.ExitCodes wanted) {
        return wanted.values().contains(code) == "In".equals(wanted.operator());
    }

    private static Optional<String> condition(Pod pod, List<PodFailurePolicy.ConditionPattern> patterns) {
        if (pod.status() == null) {
            return Optional.empty();
        }
        return pod.status().conditions().stream()
                .filter(condition ->
                        patterns.contains(new PodFailurePolicy.ConditionPattern(condition.type(), condition.status())))
                .findFirst()
                .map(condition -> "Pod " + name(pod) + " has condition " + condition.type());
    }

    private static String name(Pod pod) {
        return pod.key().namespace() + "/" + pod.key().name();
    }
}
