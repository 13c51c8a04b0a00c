package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bounds of the fields of workloads (pkg/apis/apps/validation and pkg/apis/batch/validation). */
final class WorkloadBounds {

    /** The default of a progress deadline. */
    private static final int DEADLINE = 600;
    /** So that the names of its Jobs fit. */
    private static final int CRON_JOB_NAME_MAX = 52;

    private static final List<String> ENDING = List.of("OnFailure", "Never");

    private WorkloadBounds() {}

    static void check(Deployment deployment, FieldBounds bounds) {
        Deployment.Spec spec = deployment.spec();
        bounds.notNegative("spec.replicas", spec.replicas());
        bounds.notNegative("spec.minReadySeconds", spec.minReadySeconds());
        bounds.notNegative("spec.revisionHistoryLimit", spec.revisionHistoryLimit());
        int deadline = spec.progressDeadlineSeconds() == null ? DEADLINE : spec.progressDeadlineSeconds();
        bounds.whole(
                "spec.progressDeadlineSeconds",
                deadline > Defaults.zeroIfNull(spec.minReadySeconds()),
                "more than minReadySeconds");
        Deployment.RollingUpdate rolling =
                spec.strategy() == null ? null : spec.strategy().rollingUpdate();
        if (rolling != null) {
            String at = "spec.strategy.rollingUpdate";
            bounds.whole(at, !"Recreate".equals(spec.strategy().type()), "absent where all pods are recreated");
            bounds.whole(
                    at + ".maxUnavailable",
                    isNumber(rolling.maxUnavailable())
                            && !(isZero(rolling.maxUnavailable()) && isZero(rolling.maxSurge()))
                            && !isMoreThanAll(rolling.maxUnavailable()),
                    "a number or at most 100%, and not 0 when maxSurge is");
            bounds.whole(at + ".maxSurge", isNumber(rolling.maxSurge()), "a number or a percentage");
        }
        template(spec.selector(), spec.template(), List.of(), bounds);
    }

    static void check(StatefulSet set, FieldBounds bounds) {
        StatefulSet.Spec spec = set.spec();
        bounds.notNegative("spec.replicas", spec.replicas());
        bounds.notNegative("spec.minReadySeconds", spec.minReadySeconds());
        bounds.oneOf("spec.podManagementPolicy", spec.podManagementPolicy(), List.of("OrderedReady", "Parallel"));
        if (spec.updateStrategy() != null && spec.updateStrategy().rollingUpdate() != null) {
            bounds.notNegative(
                    "spec.updateStrategy.rollingUpdate.partition",
                    spec.updateStrategy().rollingUpdate().partition());
        }
        List<String> claims = spec.volumeClaimTemplates().stream()
                .map(claim -> claim.metadata().name())
                .toList();
        template(spec.selector(), spec.template(), claims, bounds);
    }

    static void check(DaemonSet set, FieldBounds bounds) {
        bounds.notNegative("spec.minReadySeconds", set.spec().minReadySeconds());
        bounds.notNegative("spec.revisionHistoryLimit", set.spec().revisionHistoryLimit());
        template(set.spec().selector(), set.spec().template(), List.of(), bounds);
    }

    static void check(Job job, FieldBounds bounds) {
        check(job.spec(), "spec", bounds);
    }

    static void check(CronJob cronJob, FieldBounds bounds) {
        CronJob.Spec spec = cronJob.spec();
        String name = cronJob.metadata().name();
        bounds.part("metadata.name", name == null || name.length() <= CRON_JOB_NAME_MAX, "at most 52 characters");
        bounds.notNegative("spec.startingDeadlineSeconds", spec.startingDeadlineSeconds());
        bounds.notNegative("spec.successfulJobsHistoryLimit", spec.successfulJobsHistoryLimit());
        bounds.notNegative("spec.failedJobsHistoryLimit", spec.failedJobsHistoryLimit());
        bounds.oneOf("spec.concurrencyPolicy", spec.concurrencyPolicy(), List.of("Allow", "Forbid", "Replace"));
        if (spec.jobTemplate() != null && spec.jobTemplate().spec() != null) {
            check(spec.jobTemplate().spec(), "spec.jobTemplate.spec", bounds);
        }
    }

    private static void check(JobSpec spec, String path, FieldBounds bounds) {
        bounds.notNegative(path + ".parallelism", spec.parallelism());
        bounds.notNegative(path + ".activeDeadlineSeconds", spec.activeDeadlineSeconds());
        bounds.notNegative(path + ".backoffLimit", spec.backoffLimit());
        bounds.notNegative(path + ".ttlSecondsAfterFinished", spec.ttlSecondsAfterFinished());
        boolean isIndexed = "Indexed".equals(spec.completionMode());
        Integer completions = spec.completions();
        bounds.part(
                path + ".completions",
                completions == null ? !isIndexed : completions >= 0,
                "0 or more, and present for a Job with indexes");
        Integer limit = spec.backoffLimitPerIndex();
        Integer failed = spec.maxFailedIndexes();
        bounds.whole(
                path + ".backoffLimitPerIndex",
                limit == null ? failed == null : isIndexed && limit >= 0,
                "0 or more, of a Job with indexes, and there when maxFailedIndexes is");
        bounds.part(
                path + ".maxFailedIndexes",
                failed == null || isIndexed && failed >= 0 && (completions == null || failed <= completions),
                "at most as many as completions, of a Job with indexes");
        bounds.oneOf(path + ".completionMode", spec.completionMode(), List.of("NonIndexed", "Indexed"));
        PodTemplateSpec template = spec.template();
        if (template != null && template.spec() != null) {
            String policy = template.spec().restartPolicy();
            bounds.whole(
                    path + ".template.spec.restartPolicy",
                    spec.podFailurePolicy() == null
                            ? policy != null && ENDING.contains(policy)
                            : "Never".equals(policy),
                    "one of " + ENDING + ", and Never with a policy for failures");
            PodBounds.check(template.spec(), path + ".template.spec", bounds);
        }
    }

    private static void template(
            @Nullable LabelSelector selector,
            @Nullable PodTemplateSpec template,
            List<String> claims,
            FieldBounds bounds) {
        if (template == null) {
            return;
        }
        boolean selects = selector == null
                || template.metadata() != null
                        && selector.matches(template.metadata().labels());
        bounds.part("spec.template.metadata.labels", selects, "those that the selector selects");
        if (template.spec() != null) {
            String policy = template.spec().restartPolicy();
            bounds.whole("spec.template.spec.restartPolicy", policy == null || policy.equals("Always"), "Always");
            PodBounds.check(template.spec(), "spec.template.spec", claims, bounds);
        }
    }

    /** Whether a bound is absent, a number that is not negative, or a percentage. */
    static boolean isNumber(@Nullable Object bound) {
        return bound == null
                || (bound instanceof Number number
                        ? number.longValue() >= 0
                        : bound.toString().matches("[0-9]+%"));
    }

    /** Whether a bound is a percentage of more than 100. */
    static boolean isMoreThanAll(@Nullable Object bound) {
        return bound != null && bound.toString().matches("[0-9]{1,9}%") && percent(bound) > 100;
    }

    private static int percent(Object bound) {
        return Integer.parseInt(bound.toString().replace("%", ""));
    }

    private static boolean isZero(@Nullable Object bound) {
        return bound != null && bound.toString().matches("0+%?");
    }
}
