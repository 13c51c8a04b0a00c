package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns objects that are served in several versions from the version of a request into the one that components and the
 * store know, and back. Works on trees, which may be parts of objects, such as patches.
 *
 * <p>Most versions differ in name only. Events of {@code events.k8s.io}, autoscalers of {@code autoscaling/v1} and
 * {@code v2beta1}, slices of {@code discovery.k8s.io/v1beta1}, definitions of {@code apiextensions.k8s.io/v1beta1} and
 * ingresses before {@code v1} are of another shape; configurations of webhooks and workloads before {@code apps/v1} have other defaults. What an old version has no place
 * for stands in annotations where the real server keeps it there. A patch of an object of another shape is converted
 * as the part of an object that it is: one of {@code targetCPUUtilizationPercentage} replaces all metrics.
 *
 * <p>Owners of fields are reported in the version in which an object is read; the real server keeps the one in which
 * each owner wrote.
 */
public final class Conversion {

    private static final String API_VERSION = "apiVersion";
    private static final String METADATA = "metadata";
    private static final String MANAGED_FIELDS = "managedFields";

    private Conversion() {}

    /** The shape of one kind in one version against the shape of its canonical version. */
    interface Shape {

        /** From the version to the canonical one. */
        Map<String, Object> inward(Map<String, Object> tree);

        /** From the canonical version to this one. */
        Map<String, Object> outward(Map<String, Object> tree);
    }

    /** Whether objects are of another shape, rather than another name, in the version that the store knows. */
    public static boolean reshapes(ServedResource served) {
        return shape(served) != null;
    }

    /** The object as components and the store know it. A tree of its own, unless nothing differs. */
    public static Map<String, Object> inward(ServedResource served, Map<String, Object> tree) {
        if (!served.isConverted()) {
            return tree;
        }
        Shape shape = shape(served);
        return renamed(
                shape == null ? tree : shape.inward(tree),
                served.type().apiVersion(),
                served.canonical().apiVersion());
    }

    /** The object as the request wants it. A tree of its own, unless nothing differs. */
    public static Map<String, Object> outward(ServedResource served, Map<String, Object> tree) {
        if (!served.isConverted()) {
            return tree;
        }
        Shape shape = shape(served);
        return renamed(
                shape == null ? tree : shape.outward(tree),
                served.canonical().apiVersion(),
                served.type().apiVersion());
    }

    private static Shape shape(ServedResource served) {
        if (!served.isConverted()) {
            return null;
        }
        return switch (served.type().qualified() + "/" + served.type().version()) {
            case "events.events.k8s.io/v1", "events.events.k8s.io/v1beta1" -> new EventShape();
            case "horizontalpodautoscalers.autoscaling/v1" -> new AutoscalerShape();
            case "horizontalpodautoscalers.autoscaling/v2beta1" -> new AutoscalerBetaShape();
            case "customresourcedefinitions.apiextensions.k8s.io/v1beta1" -> new DefinitionShape();
            case "endpointslices.discovery.k8s.io/v1beta1" -> new SliceShape();
            case "ingresses.networking.k8s.io/v1beta1", "ingresses.extensions/v1beta1" -> new IngressShape();
            case "mutatingwebhookconfigurations.admissionregistration.k8s.io/v1beta1",
                    "validatingwebhookconfigurations.admissionregistration.k8s.io/v1beta1" -> new WebhookShape();
            default ->
                served.canonical().group().equals("apps")
                        ? new WorkloadShape(
                                served.type().plural(), served.type().apiVersion())
                        : null;
        };
    }

    private static Map<String, Object> renamed(Map<String, Object> tree, String from, String to) {
        Map<String, Object> result = new LinkedHashMap<>(tree);
        result.computeIfPresent(API_VERSION, (field, version) -> version.equals(from) ? to : version);
        if (result.get(METADATA) instanceof Map<?, ?> metadata && metadata.get(MANAGED_FIELDS) instanceof List<?> old) {
            List<Object> managers = new ArrayList<>();
            for (Object entry : old) {
                Map<String, Object> manager = map(entry);
                manager.computeIfPresent(API_VERSION, (field, version) -> version.equals(from) ? to : version);
                managers.add(manager);
            }
            Map<String, Object> changed = map(metadata);
            changed.put(MANAGED_FIELDS, managers);
            result.put(METADATA, changed);
        }
        return result;
    }

    /** A copy of a tree; an empty one when it is none. */
    static Map<String, Object> map(Object tree) {
        Map<String, Object> copy = new LinkedHashMap<>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        }
        return copy;
    }

    /** Gives a field another name, in its place; does nothing when it is absent. */
    static void rename(Map<String, Object> tree, String from, String to) {
        if (tree.containsKey(from)) {
            tree.put(to, tree.remove(from));
        }
    }
}
