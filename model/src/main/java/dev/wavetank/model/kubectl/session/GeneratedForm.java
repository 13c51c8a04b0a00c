package dev.wavetank.model.kubectl.session;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.schema.EmptyTimes;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ZeroValues;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An object as a command prints it that has made it of flags, in a dry run: with the fields that Go writes even when
 * they are empty, and with a namespace only when the user named one.
 */
public final class GeneratedForm {

    private static final List<String> CONTAINERS = List.of("containers", "initContainers");
    private static final String CREATED_AT = "creationTimestamp";

    private GeneratedForm() {}

    /** The object as a tree. */
    public static Map<String, Object> of(Session session, KubernetesObject object) {
        Map<String, Object> tree = session.tools().codec().encode(object);
        if (session.line().value(Flag.NAMESPACE).isEmpty() && tree.get("metadata") instanceof Map<?, ?> metadata) {
            metadata.remove("namespace");
        }
        Schema schema = session.tools().schema();
        Optional<String> type =
                schema.typeOf(object.apiVersion(), object.kind()).or(() -> schema.typeOf(object.kind()));
        if (type.isEmpty()) {
            return tree;
        }
        Map<String, Object> written = new ZeroValues(schema).in(type.get(), tree);
        addResources(written);
        new EmptyTimes(schema, session.tools().version()).addTo(type.get(), written);
        if (!session.has(Feature.NULL_CREATION_TIMES)) {
            removeTimes(written);
        }
        return written;
    }

    /** Containers have the field always; the API server takes it for a default. */
    @SuppressWarnings("unchecked") // trees have text keys only
    private static void addResources(Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, inner) -> {
                if (CONTAINERS.contains(name) && inner instanceof List<?> containers) {
                    containers.forEach(
                            one -> ((Map<String, Object>) one).putIfAbsent("resources", new LinkedHashMap<>()));
                } else {
                    addResources(inner);
                }
            });
        }
    }

    private static void removeTimes(Object value) {
        if (value instanceof Map<?, ?> map) {
            map.remove(CREATED_AT, null);
            map.values().forEach(GeneratedForm::removeTimes);
        } else if (value instanceof List<?> list) {
            list.forEach(GeneratedForm::removeTimes);
        }
    }
}
