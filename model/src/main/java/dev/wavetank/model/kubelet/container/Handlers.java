package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Handlers of probes and hooks, as JSON trees. */
public final class Handlers {

    private Handlers() {}

    /** A hook of a container, {@code postStart} or {@code preStop}; null when it has none. */
    static @Nullable Map<String, Object> hook(Container container, String name) {
        return container.other().get("lifecycle") instanceof Map<?, ?> lifecycle
                        && lifecycle.get(name) instanceof Map<?, ?> handler
                ? resolved(container, handler)
                : null;
    }

    /** The handler with numbers for named ports; a name that no port of the container has stays as it is. */
    public static Map<String, Object> resolved(Container container, Map<?, ?> handler) {
        Map<String, Object> result = new LinkedHashMap<>();
        handler.forEach((field, value) -> result.put(
                String.valueOf(field),
                value instanceof Map<?, ?> action && action.get("port") instanceof String port
                        ? withPort(container, action, port)
                        : value));
        return result;
    }

    private static Map<String, Object> withPort(Container container, Map<?, ?> action, String name) {
        Map<String, Object> result = new LinkedHashMap<>();
        action.forEach((field, value) -> result.put(String.valueOf(field), value));
        for (Container.Port port : container.ports()) {
            if (name.equals(port.name())) {
                result.put("port", port.containerPort());
            }
        }
        return result;
    }

    /**
     * The name of a port that the container of a resolved handler does not have; null when it names none. Go reads such
     * a name as a number, and reports that it is none ({@link #notFound}).
     */
    public static @Nullable String missingPort(Map<String, Object> handler) {
        for (Object action : handler.values()) {
            if (action instanceof Map<?, ?> fields
                    && fields.get("port") instanceof String name
                    && !name.chars().allMatch(Character::isDigit)) {
                return name;
            }
        }
        return null;
    }

    /** The error about a port that is not found ({@code extractPort}, pkg/kubelet/prober/prober.go v1.20). */
    public static String notFound(String port) {
        return "strconv.Atoi: parsing \"" + port + "\": invalid syntax";
    }

    /** The command of an exec handler as Go prints a list; null for another handler. */
    public static @Nullable List<String> command(Map<String, Object> handler) {
        return handler.get("exec") instanceof Map<?, ?> exec && exec.get("command") instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : null;
    }

    /** Path of an HTTP handler. */
    static String path(Map<String, Object> handler) {
        return handler.get("httpGet") instanceof Map<?, ?> get && get.get("path") != null
                ? String.valueOf(get.get("path"))
                : "/";
    }
}
