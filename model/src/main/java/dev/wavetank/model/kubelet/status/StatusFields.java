package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
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

    private final boolean hasMounts;
    private final boolean hasResources;
    private final ContainerUsers users;
    private final Map<String, Made> made = new LinkedHashMap<>(1);

    private record Made(Container spec, Map<String, Object> unknown, Map<String, Object> known) {}

    StatusFields(KubernetesVersion version, ContainerUsers users) {
        this.users = users;
        this.hasMounts = version.has(Feature.VOLUME_MOUNT_STATUS);
        this.hasResources = version.has(Feature.RESOURCES_IN_STATUS);
    }

    /** Of a container that the runtime does not have. */
    Map<String, Object> ofUnknown(Pod pod, Container spec) {
        return of(pod, spec).unknown();
    }

    /** Of a container that the runtime has. */
    Map<String, Object> ofKnown(Pod pod, Container spec) {
        return of(pod, spec).known();
    }

    private Made of(Pod pod, Container spec) {
        Made before = made.get(spec.name());
        if (before != null && before.spec() == spec) {
            return before;
        }
        Map<String, Object> mounts = hasMounts && !spec.volumeMounts().isEmpty()
                ? Collections.singletonMap("volumeMounts", mounts(spec.volumeMounts()))
                : Collections.emptyMap();
        Map<String, Object> known = hasResources ? withResources(mounts, spec.resources()) : mounts;
        Map<String, Object> user = users.of(pod, spec);
        Made now = new Made(spec, mounts, user.isEmpty() ? known : with(known, user));
        made.put(spec.name(), now);
        return now;
    }

    private static Map<String, Object> withResources(
            Map<String, Object> mounts, Container.@Nullable Resources resources) {
        if (resources == null
                || resources.requests().isEmpty()
                        && resources.limits().isEmpty()
                        && resources.other().isEmpty()) {
            return mounts.isEmpty() ? NO_RESOURCES : with(mounts, NO_RESOURCES);
        }
        Map<String, Object> all = new LinkedHashMap<>(resources.other());
        Map<String, Object> fields = new LinkedHashMap<>();
        if (!resources.limits().isEmpty()) {
            all.put("limits", resources.limits());
        }
        if (!resources.requests().isEmpty()) {
            all.put("requests", resources.requests());
            fields.put("allocatedResources", resources.requests());
        }
        fields.put("resources", all);
        return with(mounts, fields);
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
