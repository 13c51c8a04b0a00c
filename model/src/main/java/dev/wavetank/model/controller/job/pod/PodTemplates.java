package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the pods of a Job, as they are sent to the API server. */
public final class PodTemplates {

    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";
    private static final String ENV = "env";
    /** Names are truncated so that the random suffix still fits ({@code maxGeneratedNameLength}). */
    private static final int GENERATED_NAME_MAX = 58;

    private PodTemplates() {}

    /** A pod without an index. */
    public static Pod plain(Job job, boolean tracked) {
        String prefix = job.metadata().name() + "-";
        ObjectMeta template = job.spec().template().metadata();
        return pod(
                job,
                metadata(job, prefix, template.labels(), template.annotations(), tracked),
                job.spec().template().spec());
    }

    /**
     * The pod of an index; its containers find the index in their environment.
     *
     * @param failures failure counts of earlier pods of the index, for its annotations
     */
    public static Pod indexed(Job job, int index, Map<String, String> failures) {
        ObjectMeta template = job.spec().template().metadata();
        Map<String, String> labels = new LinkedHashMap<>(template.labels());
        labels.put(Job.COMPLETION_INDEX, Integer.toString(index));
        Map<String, String> annotations = new LinkedHashMap<>(template.annotations());
        annotations.put(Job.COMPLETION_INDEX, Integer.toString(index));
        annotations.putAll(failures);
        String name = job.metadata().name();
        String end = "-" + index + "-";
        String prefix = name.substring(0, Math.min(name.length(), GENERATED_NAME_MAX - end.length())) + end;
        PodSpec spec = job.spec().template().spec();
        Map<String, Object> other = new LinkedHashMap<>(spec.other());
        other.put("hostname", name + "-" + index);
        PodSpec own = spec.withContainers(withIndex(spec.containers()))
                .withInitContainers(withIndex(spec.initContainers()))
                .withOther(other);
        return pod(job, metadata(job, prefix, labels, annotations, true), own);
    }

    private static Pod pod(Job job, ObjectMeta metadata, PodSpec spec) {
        ObjectMeta owned = metadata.withOwnerReferences(List.of(OwnerReference.controlledBy(job)));
        return PodBuilder.builder().metadata(owned).spec(spec).build();
    }

    private static ObjectMeta metadata(
            Job job, String prefix, Map<String, String> labels, Map<String, String> annotations, boolean tracked) {
        List<String> finalizers =
                new ArrayList<>(job.spec().template().metadata().finalizers());
        if (tracked && !finalizers.contains(Job.TRACKING_FINALIZER)) {
            finalizers.add(Job.TRACKING_FINALIZER);
        }
        return ObjectMetaBuilder.builder()
                .generateName(prefix)
                .namespace(job.metadata().namespace())
                .labels(labels)
                .annotations(annotations)
                .finalizers(finalizers)
                .build();
    }

    private static List<Container> withIndex(List<Container> containers) {
        List<Container> result = new ArrayList<>(containers.size());
        for (Container container : containers) {
            List<Object> variables = new ArrayList<>();
            boolean known = false;
            if (container.other().get(ENV) instanceof List<?> present) {
                for (Object variable : present) {
                    variables.add(variable);
                    known |= variable instanceof Map<?, ?> map && INDEX_VARIABLE.equals(map.get("name"));
                }
            }
            if (!known) {
                variables.add(indexVariable());
            }
            Map<String, Object> other = new LinkedHashMap<>(container.other());
            other.put(ENV, variables);
            result.add(container.withOther(other));
        }
        return result;
    }

    private static Map<String, Object> indexVariable() {
        Map<String, Object> field = new LinkedHashMap<>();
        field.put("fieldPath", "metadata.labels['" + Job.COMPLETION_INDEX + "']");
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("fieldRef", field);
        Map<String, Object> variable = new LinkedHashMap<>();
        variable.put("name", INDEX_VARIABLE);
        variable.put("valueFrom", source);
        return variable;
    }
}
