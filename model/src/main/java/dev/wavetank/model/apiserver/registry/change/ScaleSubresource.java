package dev.wavetank.model.apiserver.registry.change;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The subresource {@code scale}: another view of objects that have replicas. */
public final class ScaleSubresource {

    private static final String REPLICAS = "replicas";

    private ScaleSubresource() {}

    /**
     * What the view needs to know of an object.
     *
     * @param wanted {@code spec.replicas}
     * @param present {@code status.replicas}
     */
    private record Numbers(Integer wanted, Integer present, LabelSelector selector) {}

    private static Numbers numbers(KubernetesObject object) {
        if (object instanceof Deployment deployment) {
            Deployment.Status status = deployment.status();
            return new Numbers(
                    deployment.spec().replicas(),
                    status == null ? null : status.replicas(),
                    deployment.spec().selector());
        }
        if (object instanceof ReplicaSet set) {
            ReplicaSet.Status status = set.status();
            return new Numbers(
                    set.spec().replicas(),
                    status == null ? null : status.replicas(),
                    set.spec().selector());
        }
        return new Numbers(0, 0, null);
    }

    /** The object as a {@code Scale} of {@code autoscaling/v1}, as a JSON tree. */
    public static Map<String, Object> of(ResourceType resource, KubernetesObject object) {
        Numbers numbers = numbers(object);
        ObjectMeta metadata = object.metadata();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", metadata.name());
        shown.put("namespace", metadata.namespace());
        shown.put("uid", metadata.uid());
        shown.put("resourceVersion", metadata.resourceVersion());
        shown.put(
                "creationTimestamp",
                String.valueOf(metadata.creationTimestamp() == null ? Timestamps.EPOCH : metadata.creationTimestamp()));
        Map<String, Object> spec = new LinkedHashMap<>();
        putNonZero(spec, numbers.wanted());
        Map<String, Object> status = new LinkedHashMap<>();
        status.put(REPLICAS, numbers.present() == null ? 0 : numbers.present());
        if (numbers.selector() != null) {
            status.put("selector", text(numbers.selector()));
        }
        Map<String, Object> scale = new LinkedHashMap<>();
        scale.put("kind", "Scale");
        scale.put("apiVersion", "autoscaling/v1");
        scale.put("metadata", shown);
        scale.put("spec", spec);
        scale.put("status", status);
        return scale;
    }

    private static void putNonZero(Map<String, Object> tree, Integer replicas) {
        if (replicas != null && replicas != 0) {
            tree.put(REPLICAS, replicas);
        }
    }

    /** The selector as it is written in queries: sorted by key. */
    private static String text(LabelSelector selector) {
        Map<String, String> parts = new TreeMap<>();
        selector.matchLabels().forEach((key, value) -> parts.put(key, key + "=" + value));
        for (LabelSelector.Requirement requirement : selector.matchExpressions()) {
            String values = " (" + String.join(",", requirement.values()) + ")";
            parts.put(
                    requirement.key(),
                    switch (requirement.operator()) {
                        case "In" -> requirement.key() + " in" + values;
                        case "NotIn" -> requirement.key() + " notin" + values;
                        case "Exists" -> requirement.key();
                        default -> "!" + requirement.key();
                    });
        }
        List<String> sorted = new ArrayList<>(parts.values());
        return String.join(",", sorted);
    }

    /** The object with the number of replicas that a {@code Scale} asks for. */
    static Changed update(
            ResourceType resource, GenericObject scale, KubernetesObject before, Strategy<KubernetesObject> strategy) {
        FieldErrors errors = new FieldErrors();
        String name = before.metadata().name();
        Object spec = scale.other().get("spec");
        Object given = spec instanceof Map<?, ?> map ? map.get(REPLICAS) : null;
        int replicas = given instanceof Number number ? number.intValue() : 0;
        errors.notNegative("spec.replicas", replicas);
        if (!errors.isEmpty()) {
            return new Changed.Refused(errors.status("autoscaling", "Scale", name));
        }
        String expected = scale.metadata().resourceVersion();
        if (expected != null
                && !expected.isEmpty()
                && !expected.equals(before.metadata().resourceVersion())) {
            return new Changed.Refused(Status.modified(resource, name));
        }
        KubernetesObject scaled = strategy.scaled(before, replicas);
        return scaled == null ? new Changed.Refused(Status.noSuchResource()) : new Changed.To(scaled);
    }
}
