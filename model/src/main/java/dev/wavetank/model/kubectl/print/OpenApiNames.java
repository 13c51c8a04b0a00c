package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.api.ResourceType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of types in an OpenAPI document of version 2. */
public final class OpenApiNames {

    private final ObjectFields document;

    public OpenApiNames(ObjectFields document) {
        this.document = document;
    }

    /**
     * The type at a place in objects of a kind, such as {@code io.k8s.api.core.v1.Container}.
     *
     * @param path such as {@code spec.containers[0]}; empty for the kind itself
     */
    public String of(ResourceType kind, String path) {
        String name = document.map("definitions").entrySet().stream()
                .filter(entry -> entry.getValue() instanceof Map<?, ?> type && isOf(kind, type))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
        for (String step : path.isEmpty() ? new String[0] : path.split("\\.")) {
            Object type = document.map("definitions").get(name);
            Object property = type instanceof Map<?, ?> map && map.get("properties") instanceof Map<?, ?> properties
                    ? properties.get(step.replaceAll("\\[.*", ""))
                    : null;
            name = referred(property);
        }
        return name;
    }

    /** How OpenAPI calls a type of Go. */
    public static String typeOfGo(String type) {
        return switch (type.replaceFirst("^\\*", "")) {
            case "string" -> "string";
            case "bool" -> "boolean";
            case "int32", "int64" -> "integer";
            case "float64" -> "number";
            default -> type.startsWith("[]") ? "array" : type.startsWith("map") ? "map" : "string";
        };
    }

    private static boolean isOf(ResourceType kind, Map<?, ?> type) {
        return type.get("x-kubernetes-group-version-kind") instanceof Iterable<?> kinds
                && kinds.iterator().hasNext()
                && kinds.iterator().next() instanceof Map<?, ?> named
                && kind.kind().equals(named.get("kind"))
                && kind.group().equals(named.get("group"))
                && kind.version().equals(named.get("version"));
    }

    private static String referred(@Nullable Object property) {
        Object inner = property;
        while (inner instanceof Map<?, ?> map && !map.containsKey("$ref")) {
            inner = map.containsKey("items") ? map.get("items") : map.get("additionalProperties");
        }
        String reference = inner instanceof Map<?, ?> map ? String.valueOf(map.get("$ref")) : "";
        return reference.substring(reference.lastIndexOf('/') + 1);
    }
}
