package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.CronJobSpecBuilder;
import dev.wavetank.model.api.batch.CronJobStatusBuilder;
import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.batch.JobSpecBuilder;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * CronJobs, by release.
 *
 * @param version of the server
 */
public record CronJobStrategy(KubernetesVersion version) implements Strategy<CronJob> {

    private static final CronJob.Status NEW = CronJobStatusBuilder.builder().build();
    private static final CronJob.Spec NONE = CronJobSpecBuilder.builder().build();
    private static final JobSpec NO_JOB = JobSpecBuilder.builder().build();
    private static final String ALLOW = "Allow";
    private static final int NAME_MAX = 52;

    @Override
    public Class<CronJob> kind() {
        return CronJob.class;
    }

    @Override
    public CronJob withDefaults(CronJob cronJob) {
        CronJob.Spec spec = cronJob.spec();
        if (spec == null) {
            return cronJob;
        }
        String concurrency = spec.concurrencyPolicy();
        boolean isGiven = concurrency != null && !concurrency.isEmpty();
        CronJob.Spec complete = spec.with(builder -> builder.concurrencyPolicy(isGiven ? concurrency : ALLOW)
                .suspend(Objects.requireNonNullElse(spec.suspend(), false))
                .jobTemplate(withDefaults(spec.jobTemplate()))
                .successfulJobsHistoryLimit(Objects.requireNonNullElse(spec.successfulJobsHistoryLimit(), 3))
                .failedJobsHistoryLimit(Objects.requireNonNullElse(spec.failedJobsHistoryLimit(), 1)));
        return complete.equals(spec) ? cronJob : cronJob.withSpec(complete);
    }

    private static CronJob.JobTemplate withDefaults(CronJob.JobTemplate template) {
        return template == null || template.spec() == null
                ? template
                : new CronJob.JobTemplate(template.metadata(), JobDefaults.ofTemplate(template.spec()));
    }

    @Override
    public CronJob prepareForCreate(CronJob cronJob) {
        return withoutDisabled(cronJob, null).withStatus(NEW);
    }

    /** Without the fields of its Jobs whose feature the version has not switched on. */
    private CronJob withoutDisabled(CronJob cronJob, @Nullable CronJob before) {
        JobSpec job = job(cronJob);
        if (job == null) {
            return cronJob;
        }
        JobSpec kept = JobDefaults.withoutDisabled(job, before == null ? null : job(before), version);
        return kept == job
                ? cronJob
                : cronJob.withSpec(cronJob.spec()
                        .withJobTemplate(new CronJob.JobTemplate(
                                cronJob.spec().jobTemplate().metadata(), kept)));
    }

    private static @Nullable JobSpec job(CronJob cronJob) {
        return cronJob.spec() == null || cronJob.spec().jobTemplate() == null
                ? null
                : cronJob.spec().jobTemplate().spec();
    }

    @Override
    public Set<String> disabledFields(CronJob cronJob) {
        JobSpec job = job(cronJob);
        return DisabledFields.of(version).in(job == null ? null : job.template());
    }

    /** The name leaves room for the time that the names of Jobs end with; nothing asks for that later. */
    @Override
    public void validate(CronJob cronJob, FieldErrors errors) {
        validateSpec(cronJob, errors);
        String name = cronJob.metadata().name();
        if (name != null && name.length() > NAME_MAX) {
            errors.invalid("metadata.name", GoSyntax.of(name), "must be no more than " + NAME_MAX + " characters");
        }
    }

    @Override
    public void validateUpdate(CronJob changed, CronJob before, FieldErrors errors) {
        validateSpec(changed, errors);
    }

    private static void validateSpec(CronJob cronJob, FieldErrors errors) {
        CronJob.Spec spec = Objects.requireNonNullElse(cronJob.spec(), NONE);
        ScheduleRules.check(spec, errors);
        errors.notNegative("spec.startingDeadlineSeconds", spec.startingDeadlineSeconds());
        errors.oneOfIfSet("spec.concurrencyPolicy", spec.concurrencyPolicy(), List.of(ALLOW, "Forbid", "Replace"));
        JobSpec job = spec.jobTemplate() == null ? null : spec.jobTemplate().spec();
        JobSpecRules.validate(Objects.requireNonNullElse(job, NO_JOB), "spec.jobTemplate.spec", errors);
        errors.notNegative("spec.successfulJobsHistoryLimit", spec.successfulJobsHistoryLimit());
        errors.notNegative("spec.failedJobsHistoryLimit", spec.failedJobsHistoryLimit());
    }

    @Override
    public CronJob prepareForUpdate(CronJob changed, CronJob before) {
        return withoutDisabled(changed, before).withStatus(before.status());
    }

    @Override
    public CronJob prepareForStatusUpdate(CronJob changed, CronJob before) {
        return before.withStatus(changed.status());
    }

    @Override
    public boolean hasGeneration() {
        return version.has(Feature.JOB_GENERATION);
    }

    @Override
    public boolean desiresOther(CronJob changed, CronJob before) {
        return !Objects.equals(changed.spec(), before.spec());
    }
}
