package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.apiserver.registry.strategy.ScaleView;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The subresource {@code scale}: another view of objects that have replicas. */
public final class ScaleSubresource {

    private static final String REPLICAS = "replicas";

    private ScaleSubresource() {}

    /** The object as a {@code Scale} of {@code autoscaling/v1}. */
    public static GenericObject of(KubernetesObject object, Strategy<KubernetesObject> strategy) {
        ObjectMeta metadata = object.metadata();
        ObjectMeta shown = ObjectMetaBuilder.builder()
                .name(metadata.name())
                .namespace(metadata.namespace())
                .uid(metadata.uid())
                .resourceVersion(metadata.resourceVersion())
                .creationTimestamp(metadata.creationTimestamp())
                .build();
        Map<String, Object> fields = tree(object, strategy);
        fields.keySet().retainAll(List.of("spec", "status"));
        return new GenericObject("autoscaling/v1", "Scale", shown, fields);
    }

    /** The object as a {@code Scale} of {@code autoscaling/v1}, as a JSON tree. */
    public static Map<String, Object> tree(KubernetesObject object, Strategy<KubernetesObject> strategy) {
        ScaleView view = strategy.scale(object);
        ObjectMeta metadata = object.metadata();
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("name", metadata.name());
        shown.put("namespace", metadata.namespace());
        shown.put("uid", metadata.uid());
        shown.put("resourceVersion", String.valueOf(metadata.resourceVersion()));
        shown.put(
                "creationTimestamp",
                String.valueOf(metadata.creationTimestamp() == null ? Timestamps.EPOCH : metadata.creationTimestamp()));
        Map<String, Object> spec = new LinkedHashMap<>();
        putNonZero(spec, view.wanted());
        Map<String, Object> status = new LinkedHashMap<>();
        status.put(REPLICAS, view.present() == null ? 0 : view.present());
        if (view.selector() != null) {
            status.put("selector", view.selector());
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

    /** The object with the number of replicas that a {@code Scale} asks for. */
    static Changed update(
            ResourceType resource,
            GenericObject scale,
            KubernetesObject before,
            Strategy<KubernetesObject> strategy,
            KubernetesVersion version) {
        FieldErrors errors = new FieldErrors(version);
        String name = before.metadata().name();
        Object spec = scale.other().get("spec");
        Object given = spec instanceof Map<?, ?> map ? map.get(REPLICAS) : null;
        int replicas = given instanceof Number number ? number.intValue() : 0;
        errors.notNegative("spec.replicas", replicas);
        if (!errors.isEmpty()) {
            return new Changed.Refused(errors.status("autoscaling", "Scale", name));
        }
        long expected = scale.metadata().revision();
        if (expected != 0 && expected != before.metadata().revision()) {
            return new Changed.Refused(Status.modified(resource, name));
        }
        KubernetesObject scaled = strategy.scaled(before, replicas);
        return scaled == null ? new Changed.Refused(Status.noSuchResource()) : new Changed.To(scaled);
    }
}
