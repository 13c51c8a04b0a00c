package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.batch.JobSpecBuilder;
import dev.wavetank.model.api.batch.PodFailurePolicy;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the server fills in on the specs of Jobs. */
final class JobDefaults {

    private static final JobSpec NONE = JobSpecBuilder.builder().build();

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

    /**
     * Without the fields whose feature a version has not switched on, unless the Job has them already (v1.32
     * pkg/registry/batch/job/strategy.go, PrepareForCreate and PrepareForUpdate).
     *
     * @param before the Job as it is stored; null for a new one
     */
    static JobSpec withoutDisabled(JobSpec spec, @Nullable JobSpec before, KubernetesVersion version) {
        JobSpec had = Objects.requireNonNullElse(before, NONE);
        boolean modes = version.has(Feature.INDEXED_AND_SUSPENDED_JOBS);
        boolean perIndex = version.has(Feature.JOB_BACKOFF_LIMIT_PER_INDEX) || had.backoffLimitPerIndex() != null;
        JobSpec kept = new JobSpec(
                spec.parallelism(),
                spec.completions(),
                spec.activeDeadlineSeconds(),
                spec.backoffLimit(),
                spec.selector(),
                DisabledFields.of(version).drop(spec.template()),
                kept(
                        spec.ttlSecondsAfterFinished(),
                        had.ttlSecondsAfterFinished(),
                        version,
                        Feature.TTL_AFTER_FINISHED),
                modes || had.completionMode() != null ? spec.completionMode() : null,
                modes || had.suspend() != null ? spec.suspend() : null,
                kept(
                        spec.podReplacementPolicy(),
                        had.podReplacementPolicy(),
                        version,
                        Feature.JOB_POD_REPLACEMENT_POLICY),
                kept(spec.podFailurePolicy(), had.podFailurePolicy(), version, Feature.JOB_POD_FAILURE_POLICY),
                perIndex ? spec.backoffLimitPerIndex() : null,
                perIndex ? spec.maxFailedIndexes() : null,
                kept(spec.successPolicy(), had.successPolicy(), version, Feature.JOB_SUCCESS_POLICY),
                kept(spec.managedBy(), had.managedBy(), version, Feature.JOB_MANAGED_BY),
                spec.other());
        return kept.equals(spec) ? spec : kept;
    }

    private static <T> @Nullable T kept(
            @Nullable T value, @Nullable T before, KubernetesVersion version, Feature feature) {
        return version.has(feature) || before != null ? value : null;
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
