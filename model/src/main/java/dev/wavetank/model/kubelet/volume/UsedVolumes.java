package dev.wavetank.model.kubelet.volume;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.status.EphemeralContainers;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which volumes of a pod a kubelet prepares and waits for: since v1.16 only those that a container mounts or has as a
 * device ({@code GetPodVolumeNames}, pkg/volume/util/util.go; PR 81163). The attach/detach controller attaches the
 * others all the same ({@code ProcessPodVolumes}).
 */
final class UsedVolumes {

    private final boolean skipsUnused;

    UsedVolumes(KubernetesVersion version) {
        this.skipsUnused = version.has(Feature.UNUSED_VOLUMES_SKIPPED);
    }

    /** Those of a pod, in the order in which it names them. */
    List<Map<String, Object>> of(Pod pod) {
        List<Map<String, Object>> all = pod.spec().volumes();
        if (!skipsUnused || all.isEmpty()) {
            return all;
        }
        Set<String> used = new TreeSet<>();
        pod.spec().initContainers().forEach(one -> add(used, one));
        pod.spec().containers().forEach(one -> add(used, one));
        EphemeralContainers.of(pod).forEach(one -> add(used, one));
        List<Map<String, Object>> found = new ArrayList<>(all);
        found.removeIf(volume -> !used.contains(name(volume)));
        return found;
    }

    private static void add(Set<String> used, Container container) {
        container.volumeMounts().forEach(mount -> used.add(name(mount)));
        if (container.other().get("volumeDevices") instanceof List<?> devices) {
            for (Object device : devices) {
                if (device instanceof Map<?, ?> fields) {
                    used.add(name(fields));
                }
            }
        }
    }

    static String name(Map<?, ?> volume) {
        return String.valueOf(volume.get("name"));
    }
}
