package dev.wavetank.properties.oracle;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.properties.oracle.StoredObjects.Stored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Removes from one object the fields that {@link EndState} leaves out. */
final class Normalizer {

    /** Fields of any object, or of those of one resource, by their paths. */
    private static final Set<String> DROPPED = Set.of(
            "metadata.resourceVersion",
            "metadata.generation",
            "metadata.managedFields",
            "metadata.selfLink",
            "metadata.annotations.endpoints.kubernetes.io/last-change-trigger-time",
            "horizontalpodautoscalers.autoscaling status.lastScaleTime",
            "nodes status.images",
            "persistentvolumes spec.claimRef.resourceVersion",
            "pods status.hostIP",
            "pods status.hostIPs",
            "services spec.ports[].nodePort");

    /** Lists in the order of arrival. */
    private static final Set<String> UNORDERED = Set.of(
            "status.conditions",
            "endpoints",
            "subsets",
            "subsets[].addresses",
            "subsets[].notReadyAddresses",
            "metadata.ownerReferences",
            "secrets");

    /** What a Deployment's condition says of its progress. */
    private static final Pattern ROLLED_OUT = Pattern.compile("ReplicaSet \"[^\"]*\"(?= has successfully progressed)");

    private final Names names;
    private final String resource;
    /** The latest of the object, or null when it has none. */
    private final Long generation;
    /** Whether it does not matter which node the object names. */
    private final boolean anyNode;

    Normalizer(Names names, Stored stored) {
        ObjectMeta metadata = stored.object().metadata();
        this.names = names;
        this.resource = stored.resource().qualified();
        this.generation = metadata.generation();
        this.anyNode = !stored.resource().equals(Resources.PODS)
                || metadata.controller()
                        .filter(owner -> owner.kind().equals("DaemonSet"))
                        .isEmpty();
    }

    /** What is left of the value at a path, such as {@code status.conditions[].type}. */
    Object of(String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            return ofMap(path, map);
        }
        if (value instanceof List<?> list) {
            List<Object> cleaned = new ArrayList<>();
            list.forEach(each -> cleaned.add(of(path + "[]", each)));
            if (UNORDERED.contains(path)) {
                cleaned.sort(Comparator.comparing(Object::toString));
            }
            return cleaned;
        }
        if (path.endsWith("observedGeneration")) {
            return String.valueOf(value).equals(String.valueOf(generation)) ? "latest" : "outdated";
        }
        if (path.endsWith("nodeName") && anyNode) {
            return "(node)";
        }
        if (path.equals("status.conditions[].message") && resource.equals("deployments.apps")) {
            return ROLLED_OUT.matcher(value.toString()).replaceAll("ReplicaSet (one of its)");
        }
        return value instanceof String text ? names.in(text) : value;
    }

    private Map<String, Object> ofMap(String path, Map<?, ?> map) {
        Map<String, Object> cleaned = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String inner = path + "." + key;
            if (!DROPPED.contains(inner) && !DROPPED.contains(resource + " " + inner)) {
                cleaned.put(names.in(key.toString()), of(inner, value));
            }
        });
        return cleaned;
    }
}
