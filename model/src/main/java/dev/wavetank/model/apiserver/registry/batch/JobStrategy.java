package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.batch.JobSpecBuilder;
import dev.wavetank.model.api.batch.JobStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.apps.TemplateRules;
import dev.wavetank.model.apiserver.registry.pod.DisabledFields;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Jobs, by release.
 *
 * @param version of the server
 */
public record JobStrategy(KubernetesVersion version) implements Strategy<Job> {

    private static final Job.Status NEW = JobStatusBuilder.builder().build();
    private static final JobSpec NONE = JobSpecBuilder.builder().build();
    private static final ObjectMeta NO_METADATA = ObjectMeta.named(null, null);
    private static final String UID = "controller-uid";
    private static final String NAME = "job-name";
    /** Newer releases have the labels with this prefix, too. */
    private static final String PREFIX = "batch.kubernetes.io/";

    @Override
    public Class<Job> kind() {
        return Job.class;
    }

    /** A Job that says nothing wants one pod; one that says how many at once works on a queue of unknown length. */
    @Override
    public Job withDefaults(Job job) {
        JobSpec spec = JobDefaults.ofTemplate(spec(job));
        boolean isPlain = spec.completions() == null && spec.parallelism() == null;
        int backoff = spec.backoffLimitPerIndex() == null ? 6 : Integer.MAX_VALUE;
        JobSpec complete = spec.with(builder -> builder.completions(isPlain ? Integer.valueOf(1) : spec.completions())
                .parallelism(Objects.requireNonNullElse(spec.parallelism(), 1))
                .backoffLimit(Objects.requireNonNullElse(spec.backoffLimit(), backoff)));
        complete = JobDefaults.ofModes(complete, version);
        return complete.equals(job.spec()) ? job : job.withSpec(complete);
    }

    private static JobSpec spec(Job job) {
        return Objects.requireNonNullElse(job.spec(), NONE);
    }

    /**
     * Gives the Job the selector and the labels by which it knows its pods, unless it brings its own. A Job without
     * labels gets those of its template.
     */
    @Override
    public Job prepareForCreate(Job job) {
        JobSpec spec = JobDefaults.withoutDisabled(spec(job), null, version);
        Map<String, String> labels = new LinkedHashMap<>(TemplateRules.labels(spec.template()));
        JobSpec selecting = spec;
        if (!isManual(spec) && spec.selector() == null) {
            List<String> prefixes = version.has(Feature.JOB_LABEL_PREFIX) ? List.of("", PREFIX) : List.of("");
            for (String prefix : prefixes) {
                labels.putIfAbsent(prefix + UID, job.uid());
                labels.putIfAbsent(prefix + NAME, job.metadata().name());
            }
            String key = prefixes.get(prefixes.size() - 1) + UID;
            selecting = spec.with(builder -> builder.template(labelled(spec.template(), labels))
                    .selector(new LabelSelector(Collections.singletonMap(key, job.uid()), null)));
        }
        Job complete = job.withSpec(selecting).withStatus(NEW);
        return job.metadata().labels().isEmpty() && !labels.isEmpty()
                ? complete.withMetadata(job.metadata().withLabels(labels))
                : complete;
    }

    private static PodTemplateSpec labelled(PodTemplateSpec template, Map<String, String> labels) {
        ObjectMeta metadata = template == null || template.metadata() == null ? NO_METADATA : template.metadata();
        return new PodTemplateSpec(metadata.withLabels(labels), template == null ? null : template.spec());
    }

    static boolean isManual(JobSpec spec) {
        return Boolean.TRUE.equals(spec.other().get("manualSelector"));
    }

    @Override
    public Set<String> disabledFields(Job job) {
        return DisabledFields.of(version).in(spec(job).template());
    }

    @Override
    public void validate(Job job, FieldErrors errors) {
        JobSpecRules.validate(spec(job), "spec", errors);
    }

    @Override
    public Job prepareForUpdate(Job changed, Job before) {
        JobSpec spec = spec(changed);
        JobSpec kept = JobDefaults.withoutDisabled(spec, before.spec(), version);
        return (kept == spec ? changed : changed.withSpec(kept)).withStatus(before.status());
    }

    @Override
    public Job prepareForStatusUpdate(Job changed, Job before) {
        return before.withStatus(changed.status());
    }

    @Override
    public void validateUpdate(Job changed, Job before, FieldErrors errors) {
        validate(changed, errors);
        JobChanges.validate(spec(changed), spec(before), errors);
    }

    @Override
    public boolean hasGeneration() {
        return version.has(Feature.JOB_GENERATION);
    }

    @Override
    public boolean desiresOther(Job changed, Job before) {
        return !Objects.equals(changed.spec(), before.spec());
    }

    @Override
    public List<String> selectableFields() {
        return List.of("status.successful");
    }

    @Override
    public String selectable(Job job, String field) {
        Integer succeeded = job.status() == null ? null : job.status().succeeded();
        return succeeded == null ? "0" : succeeded.toString();
    }
}
