package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The containers that run, as the runtimes say. A runtime that ends takes its containers with it. */
final class LiveContainers {

    private final Map<String, List<Live>> byPod = new LinkedHashMap<>();

    /**
     * A container that runs.
     *
     * @param runtime the component that runs it
     * @param started as it was told
     */
    record Live(String runtime, ContainerTrace.Started started) {}

    void observe(TraceEntry entry) {
        if (entry.record() instanceof ContainerTrace.Started started) {
            byPod.computeIfAbsent(started.uid(), missing -> new ArrayList<>(1))
                    .add(new Live(entry.component(), started));
        } else if (entry.record() instanceof ContainerTrace.Ended ended) {
            List<Live> live = byPod.get(ended.uid());
            if (live != null) {
                live.removeIf(one -> one.started().id().equals(ended.id()));
                if (live.isEmpty()) {
                    byPod.remove(ended.uid());
                }
            }
        } else if (entry.record() instanceof ComponentTrace && entry.component().startsWith("runtime/")) {
            byPod.values().removeIf(live -> live.get(0).runtime().equals(entry.component()));
        }
    }

    /** The running containers of a pod. */
    List<ContainerTrace.Started> of(String uid) {
        return byPod.getOrDefault(uid, List.of()).stream().map(Live::started).toList();
    }
}
