package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the server fills in on Jobs, by release. */
final class JobRules {

    private static final String SPEC = "spec";
    private static final String SELECTOR = "selector";
    private static final String TEMPLATE = "template";
    private static final String METADATA = "metadata";
    private static final String LABELS = "labels";
    private static final String UID = "controller-uid";
    private static final String NAME = "job-name";
    private static final String PREFIX = "batch.kubernetes.io/";

    private JobRules() {}

    /** The Job with the defaults of the fields that only some releases have. */
    static GenericObject withDefaults(GenericObject job, KubernetesVersion release) {
        if (!release.has(Feature.INDEXED_AND_SUSPENDED_JOBS)) {
            return job;
        }
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(job.other(), SPEC));
        spec.putIfAbsent("completionMode", "NonIndexed");
        spec.putIfAbsent("suspend", false);
        if (release.has(Feature.JOB_POD_REPLACEMENT_POLICY)) {
            spec.putIfAbsent(
                    "podReplacementPolicy", spec.get("podFailurePolicy") == null ? "TerminatingOrFailed" : "Failed");
        }
        return withSpec(job, spec);
    }

    private static GenericObject withSpec(GenericObject job, Map<String, Object> spec) {
        if (spec.equals(job.other().get(SPEC))) {
            return job;
        }
        Map<String, Object> fields = new LinkedHashMap<>(job.other());
        fields.put(SPEC, spec);
        return job.withOther(fields);
    }

    /**
     * The selector and the labels by which a Job knows its pods, unless it brings its own. A Job without labels has
     * those of its template.
     */
    static GenericObject withSelector(GenericObject job, KubernetesVersion release) {
        Map<String, Object> spec = new LinkedHashMap<>(JsonFields.map(job.other(), SPEC));
        Map<String, Object> template = new LinkedHashMap<>(JsonFields.map(spec, TEMPLATE));
        Map<String, Object> metadata = new LinkedHashMap<>(JsonFields.map(template, METADATA));
        Map<String, Object> labels = new LinkedHashMap<>(JsonFields.map(metadata, LABELS));
        if (!Boolean.TRUE.equals(spec.get("manualSelector")) && !spec.containsKey(SELECTOR)) {
            List<String> prefixes = release.has(Feature.JOB_LABEL_PREFIX) ? List.of("", PREFIX) : List.of("");
            for (String prefix : prefixes) {
                labels.putIfAbsent(prefix + UID, job.uid());
                labels.putIfAbsent(prefix + NAME, job.metadata().name());
            }
            metadata.put(LABELS, labels);
            template.put(METADATA, metadata);
            spec.put(TEMPLATE, template);
            String key = prefixes.get(prefixes.size() - 1) + UID;
            spec.put(SELECTOR, tree("matchLabels", tree(key, job.uid())));
        }
        GenericObject selecting = withSpec(job, spec);
        return job.metadata().labels().isEmpty() && !labels.isEmpty()
                ? selecting.withMetadata(job.metadata().withLabels(JsonFields.textMap(metadata, LABELS)))
                : selecting;
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }
}
