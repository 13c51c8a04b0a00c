package dev.wavetank.model.kubelet.cri;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sandboxes that ended by themselves and were removed: the next one of their pod shows their containers. */
final class PastContainers {

    private final Map<String, Sandbox> byPod = new LinkedHashMap<>();

    void keep(Sandbox ended) {
        byPod.put(ended.identity().uid(), ended);
    }

    /** Lets a new sandbox show the containers of the one before it, which is returned; null when there was none. */
    @Nullable
    Sandbox show(Sandbox next) {
        Sandbox before = byPod.remove(next.identity().uid());
        if (before != null) {
            before.containers().forEach(next::put);
        }
        return before;
    }
}
