package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Containers of sandboxes that ended by themselves and were removed: the pod's next sandbox shows them. Init containers
 * are forgotten, because they run again.
 */
final class PastContainers {

    private final Map<String, List<RuntimeContainer>> byPod = new LinkedHashMap<>();

    void keep(Sandbox ended, Map<String, LiveProcess> processes) {
        List<RuntimeContainer> kept = new ArrayList<>();
        for (RuntimeContainer container : ended.containers()) {
            LiveProcess process = processes.get(container.id());
            // One without a process is itself of an earlier sandbox.
            if (process == null || process.process().kind() != ContainerProcess.Kind.INIT) {
                kept.add(container);
            }
        }
        byPod.put(ended.identity().uid(), kept);
    }

    void show(Sandbox next) {
        List<RuntimeContainer> kept = byPod.remove(next.identity().uid());
        if (kept != null) {
            kept.forEach(next::put);
        }
    }
}
