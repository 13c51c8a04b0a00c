package dev.wavetank.model.kubelet.cri;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Containers of sandboxes that ended by themselves and were removed: the pod's next sandbox shows them. */
final class PastContainers {

    private final Map<String, List<RuntimeContainer>> byPod = new LinkedHashMap<>();

    void keep(Sandbox ended) {
        List<RuntimeContainer> kept = new ArrayList<>();
        ended.containers().forEach(kept::add);
        byPod.put(ended.identity().uid(), kept);
    }

    void show(Sandbox next) {
        List<RuntimeContainer> kept = byPod.remove(next.identity().uid());
        if (kept != null) {
            kept.forEach(next::put);
        }
    }
}
