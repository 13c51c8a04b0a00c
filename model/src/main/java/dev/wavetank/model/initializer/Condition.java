package dev.wavetank.model.initializer;

import dev.wavetank.model.patch.JsonTree;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of an object for an initializer to act on it; what is null may be anything.
 *
 * @param namespace of the object
 * @param port number of a port of one of its containers, or of those of its template; 0 for any
 * @param annotation that it has: {@code NAME} or {@code NAME=VALUE}
 */
public record Condition(
        @Nullable String namespace, long port, @Nullable String annotation) {

    /** Whether it holds of an object. */
    boolean holds(Map<String, Object> tree) {
        Map<String, Object> metadata = JsonTree.mapOrEmpty(tree.get("metadata"));
        return (namespace == null || namespace.equals(metadata.get("namespace")))
                && (port == 0 || hasPort(JsonTree.mapOrEmpty(tree.get("spec"))))
                && (annotation == null || isAnnotated(JsonTree.mapOrEmpty(metadata.get("annotations"))));
    }

    private boolean isAnnotated(Map<String, Object> annotations) {
        String wanted = String.valueOf(annotation);
        int equals = wanted.indexOf('=');
        return equals < 0
                ? annotations.containsKey(wanted)
                : wanted.substring(equals + 1).equals(annotations.get(wanted.substring(0, equals)));
    }

    private boolean hasPort(Map<String, Object> spec) {
        List<Object> containers = JsonTree.listOrEmpty(spec.get("containers"));
        for (Object container : containers) {
            for (Object one :
                    JsonTree.listOrEmpty(JsonTree.mapOrEmpty(container).get("ports"))) {
                if (JsonTree.mapOrEmpty(one).get("containerPort") instanceof Number number
                        && number.longValue() == port) {
                    return true;
                }
            }
        }
        Map<String, Object> template = JsonTree.mapOrEmpty(spec.get("template"));
        return !template.isEmpty() && hasPort(JsonTree.mapOrEmpty(template.get("spec")));
    }
}
