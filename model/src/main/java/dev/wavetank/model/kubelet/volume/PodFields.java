package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The values of a pod's own fields, for variables and for files of downwardAPI volumes ({@code
 * ExtractFieldPathAsString}, pkg/fieldpath; {@code ExtractContainerResourceValue}, pkg/api/v1/resource, v1.20).
 *
 * @param pod whose fields they are
 * @param capacity of the node: a container without limits may use all of it
 */
public record PodFields(Pod pod, Map<String, String> capacity) {

    /**
     * Why a reference to a resource cannot be resolved: it names a container that the pod does not have ({@code
     * findContainerInPod}).
     *
     * @param withInit whether init containers are looked at
     */
    public Optional<String> missing(Map<?, ?> reference, boolean withInit) {
        Object name = reference.get("containerName");
        boolean found = name == null
                || pod.spec().containers().stream().anyMatch(one -> one.name().equals(name))
                || withInit
                        && pod.spec().initContainers().stream()
                                .anyMatch(one -> one.name().equals(name));
        return found ? Optional.empty() : Optional.of("container " + name + " not found");
    }

    /** The content of a file of a downwardAPI volume. */
    String ofFile(Map<?, ?> item) {
        if (item.get("resourceFieldRef") instanceof Map<?, ?> reference) {
            return ofResource(reference, String.valueOf(reference.get("containerName")));
        }
        return item.get("fieldRef") instanceof Map<?, ?> reference
                ? ofPath(String.valueOf(reference.get("fieldPath")))
                : "";
    }

    /** The value of a field of the metadata, or of the account; empty for any other. */
    public String ofPath(String path) {
        int bracket = path.indexOf("['");
        if (bracket > 0 && path.endsWith("']")) {
            String key = path.substring(bracket + 2, path.length() - 2);
            return values(path.substring(0, bracket)).getOrDefault(key, "");
        }
        return switch (path) {
            case "metadata.name" -> pod.key().name();
            case "metadata.namespace" -> pod.key().namespace();
            case "metadata.uid" -> pod.uid();
            case "metadata.labels", "metadata.annotations" ->
                values(path).entrySet().stream()
                        .map(one -> one.getKey() + "=" + quoted(one.getValue()))
                        .collect(Collectors.joining("\n"));
            case "spec.nodeName" -> String.valueOf(pod.spec().nodeName());
            case "spec.serviceAccountName" -> String.valueOf(pod.spec().serviceAccountName());
            default -> "";
        };
    }

    private Map<String, String> values(String path) {
        return switch (path) {
            case "metadata.labels" -> new TreeMap<>(pod.metadata().labels());
            case "metadata.annotations" -> new TreeMap<>(pod.metadata().annotations());
            default -> Collections.emptyMap();
        };
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }

    /** What a container requests or may use at most of a resource, in units of the divisor. */
    public String ofResource(Map<?, ?> reference, String container) {
        String field = String.valueOf(reference.get("resource"));
        boolean limits = field.startsWith("limits.");
        String resource = field.substring(field.indexOf('.') + 1);
        Quantity amount = amount(container, limits, resource);
        Object given = reference.get("divisor");
        Quantity divisor = given == null ? Quantity.ZERO : Quantity.parse(String.valueOf(given));
        BigDecimal unit = divisor.signum() == 0 ? BigDecimal.ONE : divisor.amount();
        return amount.amount().divide(unit, 0, RoundingMode.CEILING).toPlainString();
    }

    private Quantity amount(String name, boolean limits, String resource) {
        String own = Stream.concat(pod.spec().containers().stream(), pod.spec().initContainers().stream())
                .filter(container -> container.name().equals(name) && container.resources() != null)
                .map(container -> amounts(container, limits).get(resource))
                .filter(value -> value != null)
                .findFirst()
                .orElse(limits ? capacity.getOrDefault(resource, "0") : "0");
        return Quantity.parse(own);
    }

    private static Map<String, String> amounts(Container container, boolean limits) {
        return limits ? container.resources().limits() : container.resources().requests();
    }
}
