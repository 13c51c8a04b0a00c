package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Containers that come to a pod that runs ({@code kubectl debug}). They have no probes, resources and ports, are
 * started once each, and count neither for the phase of the pod nor for its readiness (pkg/kubelet/kuberuntime v1.23).
 */
public final class EphemeralContainers {

    private static final String FIELD = "ephemeralContainers";
    private static final String STATUSES = "ephemeralContainerStatuses";
    private static final String NAME = "name";

    private EphemeralContainers() {}

    /** The ephemeral containers of a pod, in order. */
    public static List<Container> of(Pod pod) {
        if (!(pod.spec().other().get(FIELD) instanceof List<?> trees)) {
            return List.of();
        }
        List<Container> found = new ArrayList<>(trees.size());
        for (Object tree : trees) {
            if (tree instanceof Map<?, ?> fields) {
                found.add(container(fields));
            }
        }
        return found;
    }

    /** Whether it is an ephemeral container of the pod. */
    public static boolean has(Pod pod, String name) {
        return of(pod).stream().anyMatch(one -> one.name().equals(name));
    }

    private static Container container(Map<?, ?> fields) {
        Map<String, Object> other = new LinkedHashMap<>();
        fields.forEach((name, value) -> other.put(String.valueOf(name), value));
        return ContainerBuilder.builder()
                .name(text(other.remove(NAME)))
                .image(text(other.remove("image")))
                .command(texts(other.remove("command")))
                .args(texts(other.remove("args")))
                .volumeMounts(trees(other.remove("volumeMounts")))
                .terminationMessagePath((String) other.remove("terminationMessagePath"))
                .terminationMessagePolicy((String) other.remove("terminationMessagePolicy"))
                .imagePullPolicy((String) other.remove("imagePullPolicy"))
                .other(other)
                .build();
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static List<String> texts(@Nullable Object list) {
        return list instanceof List<?> all ? all.stream().map(String::valueOf).toList() : List.of();
    }

    @SuppressWarnings("unchecked") // a JSON tree has texts as keys
    private static List<Map<String, Object>> trees(@Nullable Object list) {
        return list instanceof List<?> all ? (List<Map<String, Object>>) all : List.of();
    }

    /** Other fields of a status, with the statuses of ephemeral containers. */
    static Map<String, Object> with(Map<String, Object> other, List<Pod.ContainerStatus> statuses) {
        if (statuses.isEmpty()) {
            return other;
        }
        Map<String, Object> all = new LinkedHashMap<>(other);
        all.put(STATUSES, statuses.stream().map(EphemeralContainers::tree).toList());
        return all;
    }

    private static Map<String, Object> tree(Pod.ContainerStatus status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(NAME, status.name());
        tree.put("state", tree(status.state()));
        tree.put("lastState", Collections.emptyMap());
        tree.put("ready", false);
        tree.put("restartCount", 0L);
        tree.put("image", status.image());
        tree.put("imageID", status.imageID());
        put(tree, "containerID", status.containerID());
        tree.putAll(status.other());
        return tree;
    }

    private static Map<String, Object> tree(Pod.ContainerState state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (state.waiting() != null) {
            put(fields, "reason", state.waiting().reason());
            put(fields, "message", state.waiting().message());
            return Collections.singletonMap("waiting", fields);
        }
        if (state.running() != null) {
            put(fields, "startedAt", time(state.running().startedAt()));
            return Collections.singletonMap("running", fields);
        }
        Pod.Terminated ended = state.terminated();
        if (ended == null) {
            return Collections.emptyMap();
        }
        fields.put("exitCode", (long) ended.exitCode());
        put(fields, "reason", ended.reason());
        put(fields, "message", ended.message());
        put(fields, "startedAt", time(ended.startedAt()));
        put(fields, "finishedAt", time(ended.finishedAt()));
        put(fields, "containerID", ended.containerID());
        return Collections.singletonMap("terminated", fields);
    }

    private static @Nullable String time(@Nullable Instant at) {
        return at == null ? null : at.toString();
    }

    private static void put(Map<String, Object> tree, String field, @Nullable Object value) {
        if (value != null) {
            tree.put(field, value);
        }
    }
}
