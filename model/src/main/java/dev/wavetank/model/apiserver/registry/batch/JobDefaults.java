package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.batch.PodFailurePolicy;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Objects;

/** What the server fills in on the specs of Jobs. */
final class JobDefaults {

    private JobDefaults() {}

    /** The defaults of the parts of a spec: they also apply within CronJobs. */
    static JobSpec ofTemplate(JobSpec spec) {
        return spec.with(builder ->
                builder.template(PodDefaults.of(spec.template())).podFailurePolicy(of(spec.podFailurePolicy())));
    }

    /** A pattern without a status means that the condition is true. */
    private static PodFailurePolicy of(PodFailurePolicy policy) {
        if (policy == null) {
            return null;
        }
        return new PodFailurePolicy(policy.rules().stream()
                .map(rule -> new PodFailurePolicy.Rule(
                        rule.action(),
                        rule.onExitCodes(),
                        rule.onPodConditions().stream().map(JobDefaults::of).toList()))
                .toList());
    }

    private static PodFailurePolicy.ConditionPattern of(PodFailurePolicy.ConditionPattern pattern) {
        boolean isGiven = pattern.status() != null && !pattern.status().isEmpty();
        return isGiven ? pattern : new PodFailurePolicy.ConditionPattern(pattern.type(), "True");
    }

    /** The defaults of the fields that only some releases have. */
    static JobSpec ofModes(JobSpec spec, KubernetesVersion version) {
        if (!version.has(Feature.INDEXED_AND_SUSPENDED_JOBS)) {
            return spec;
        }
        JobSpec complete = spec.with(
                builder -> builder.completionMode(Objects.requireNonNullElse(spec.completionMode(), "NonIndexed"))
                        .suspend(Objects.requireNonNullElse(spec.suspend(), false)));
        if (!version.has(Feature.JOB_POD_REPLACEMENT_POLICY) || spec.podReplacementPolicy() != null) {
            return complete;
        }
        return complete.withPodReplacementPolicy(spec.podFailurePolicy() == null ? "TerminatingOrFailed" : "Failed");
    }
}
