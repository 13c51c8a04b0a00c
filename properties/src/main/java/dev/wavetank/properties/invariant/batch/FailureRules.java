package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.PodFailurePolicy;
import dev.wavetank.model.api.core.Pod;
import java.util.List;

/** What the {@code podFailurePolicy} of a Job says of a pod that has failed. */
final class FailureRules {

    private FailureRules() {}

    /** Whether the first rule that matches says that this failure does not count. */
    static boolean ignore(Job job, Pod pod) {
        PodFailurePolicy policy = job.spec().podFailurePolicy();
        if (policy == null || pod.status() == null) {
            return false;
        }
        for (PodFailurePolicy.Rule rule : policy.rules()) {
            boolean matches = rule.onExitCodes() == null
                    ? hasCondition(pod, rule.onPodConditions())
                    : exited(pod, rule.onExitCodes());
            if (matches) {
                return rule.action().equals("Ignore");
            }
        }
        return false;
    }

    private static boolean exited(Pod pod, PodFailurePolicy.ExitCodes codes) {
        return pod.status().containerStatuses().stream()
                .filter(one ->
                        codes.containerName() == null || codes.containerName().equals(one.name()))
                .filter(one -> one.state() != null && one.state().terminated() != null)
                .map(one -> one.state().terminated().exitCode())
                .anyMatch(code -> code != 0 && codes.values().contains(code) == "In".equals(codes.operator()));
    }

    private static boolean hasCondition(Pod pod, List<PodFailurePolicy.ConditionPattern> patterns) {
        return pod.status().conditions().stream()
                .anyMatch(one -> patterns.contains(new PodFailurePolicy.ConditionPattern(one.type(), one.status())));
    }
}
