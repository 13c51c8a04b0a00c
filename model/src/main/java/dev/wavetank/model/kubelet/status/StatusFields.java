package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What statuses of the containers of a pod say of their specifications ({@code convertToAPIContainerStatuses},
 * pkg/kubelet/kubelet_pods.go v1.33): mounts, and the resources and users of containers that the runtime knows. Each is
 * made once, because statuses are composed often.
 */
final class StatusFields {

    /** Of a container that asks for nothing: the field is there all the same. */
    private static final Map<String, Object> NO_RESOURCES =
            Collections.singletonMap("resources", Collections.emptyMap());

    private static final String MEMORY = "memory";

    private final boolean hasMounts;
    private final boolean hasResources;
    private final ContainerUsers users;
    private final Map<String, Made> made = new LinkedHashMap<>(1);

    private record Made(
            Container spec,
            Container.@Nullable Resources actual,
            Map<String, Object> unknown,
            Map<String, Object> known) {}

    StatusFields(KubernetesVersion version, ContainerUsers users) {
        this.users = users;
        this.hasMounts = version.has(Feature.VOLUME_MOUNT_STATUS);
        this.hasResources = version.has(Feature.RESOURCES_IN_STATUS);
    }

    /** Of a container that the runtime does not have. */
    Map<String, Object> ofUnknown(Pod pod, Container spec) {
        return of(pod, spec, null).unknown();
    }

    /**
     * Of a container that the runtime has: while it runs, with the resources that it has by now ({@code
     * convertContainerStatusResources}). Control groups do not say how much memory it requests.
     */
    Map<String, Object> ofKnown(Pod pod, Container spec, RuntimeContainer container) {
        return of(pod, spec, container.isRunning() ? container.resources() : null)
                .known();
    }

    private Made of(Pod pod, Container spec, Container.@Nullable Resources actual) {
        Made before = made.get(spec.name());
        if (before != null && before.spec() == spec && before.actual() == actual) {
            return before;
        }
        Map<String, Object> mounts = hasMounts && !spec.volumeMounts().isEmpty()
                ? Collections.singletonMap("volumeMounts", mounts(spec.volumeMounts()))
                : Collections.emptyMap();
        Map<String, Object> known = hasResources ? withResources(mounts, spec.resources(), actual) : mounts;
        Map<String, Object> user = users.of(pod, spec);
        Made now = new Made(spec, actual, mounts, user.isEmpty() ? known : with(known, user));
        made.put(spec.name(), now);
        return now;
    }

    private static Map<String, Object> withResources(
            Map<String, Object> mounts, Container.@Nullable Resources resources, Container.@Nullable Resources actual) {
        if (resources == null
                || resources.requests().isEmpty()
                        && resources.limits().isEmpty()
                        && resources.other().isEmpty()) {
            return mounts.isEmpty() ? NO_RESOURCES : with(mounts, NO_RESOURCES);
        }
        Map<String, Object> all = new LinkedHashMap<>(resources.other());
        Map<String, Object> fields = new LinkedHashMap<>();
        Container.Resources shown = actual == null ? resources : withMemory(actual, resources);
        if (!shown.limits().isEmpty()) {
            all.put("limits", shown.limits());
        }
        if (!shown.requests().isEmpty()) {
            all.put("requests", shown.requests());
        }
        if (!resources.requests().isEmpty()) {
            fields.put("allocatedResources", resources.requests());
        }
        fields.put("resources", all);
        return with(mounts, fields);
    }

    /** What the container has, with the memory that is set aside for it. */
    private static Container.Resources withMemory(Container.Resources actual, Container.Resources allocated) {
        String memory = allocated.requests().get(MEMORY);
        if (actual == allocated
                || memory == null
                || memory.equals(actual.requests().get(MEMORY))) {
            return actual;
        }
        Map<String, String> requests = new LinkedHashMap<>(actual.requests());
        requests.put(MEMORY, memory);
        return new Container.Resources(actual.limits(), requests, actual.other());
    }

    private static Map<String, Object> with(Map<String, Object> some, Map<String, Object> others) {
        Map<String, Object> fields = new LinkedHashMap<>(some);
        fields.putAll(others);
        return fields;
    }

    /** No handler of the runtime supports mounts that are read-only all the way down. */
    private static List<Object> mounts(List<Map<String, Object>> mounts) {
        List<Object> statuses = new ArrayList<>(mounts.size());
        for (Map<String, Object> mount : mounts) {
            Map<String, Object> status = new LinkedHashMap<>();
            status.put("mountPath", Objects.requireNonNull(mount.get("mountPath")));
            status.put("name", Objects.requireNonNull(mount.get("name")));
            if (Boolean.TRUE.equals(mount.get("readOnly"))) {
                status.put("readOnly", true);
                status.put("recursiveReadOnly", "Disabled");
            }
            statuses.add(status);
        }
        return statuses;
    }
}
