package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.collection.Garbage;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.eviction.EvictionManager;
import dev.wavetank.model.kubelet.eviction.PodUsage;
import dev.wavetank.model.kubelet.eviction.Signal;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.pod.PodWorker;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A kubelet as evictions see it: its active pods, and what their containers use by their behaviour. */
final class EvictionHost implements EvictionManager.Host {

    private final Context context;
    private final Map<String, PodWorker> workers;
    private final PodEvents events;
    private final String node;
    private final ResourceAmounts capacity;
    private final Garbage garbage;

    EvictionHost(
            Context context,
            Map<String, PodWorker> workers,
            PodEvents events,
            NodeConfig config,
            CriClient cri,
            Kubelet.Settings settings) {
        this.context = context;
        this.workers = workers;
        this.events = events;
        this.node = config.name();
        this.capacity = ResourceAmounts.of(config.capacity());
        this.garbage = new Garbage(
                context,
                cri,
                events,
                node,
                settings.collection(),
                new Garbage.Disk(capacity(Signal.IMAGEFS), this::written, this::growth),
                settings.version().has(Feature.IMAGE_GC_NAMES_ELIGIBLE));
    }

    /** The garbage of the node. */
    Garbage garbage() {
        return garbage;
    }

    /** Bytes that containers have written. Most nodes have none that writes, and each listing of the runtime asks. */
    private long written() {
        return usesAnything()
                ? usage().stream().mapToLong(one -> one.of(Signal.IMAGEFS)).sum()
                : 0;
    }

    private double growth() {
        return usesAnything()
                ? usage().stream().mapToDouble(one -> one.rate(Signal.IMAGEFS)).sum()
                : 0;
    }

    @Override
    public boolean usesAnything() {
        for (PodWorker worker : workers.values()) {
            Pod pod = worker.pod();
            if (!pod.metadata().annotations().isEmpty()
                    && pod.spec().containers().stream()
                            .anyMatch(one -> !use(pod, one).equals(ResourceUse.NONE))) {
                return true;
            }
        }
        return false;
    }

    private static ResourceUse use(Pod pod, Container container) {
        return Behavior.usage(pod.metadata().annotations(), container.name());
    }

    @Override
    public List<PodUsage> usage() {
        List<PodUsage> all = new ArrayList<>();
        for (PodWorker worker : workers.values()) {
            RuntimePod seen = worker.seen();
            if (seen != null && !worker.isOver()) {
                PodUsage usage = usage(worker, seen);
                if (!worker.isEnding() || !usage.containers().isEmpty()) {
                    all.add(usage);
                }
            }
        }
        return all;
    }

    private PodUsage usage(PodWorker worker, RuntimePod seen) {
        Pod pod = worker.pod();
        List<PodUsage.OfContainer> containers = new ArrayList<>(1);
        for (Container spec : pod.spec().containers()) {
            RuntimeContainer container = seen.container(spec.name());
            if (container != null && container.isRunning()) {
                ResourceUse use = use(pod, spec);
                long runs = context.now() - container.startedAt();
                containers.add(new PodUsage.OfContainer(
                        spec, use.memoryAfter(runs), use.diskAfter(runs), use.memoryRate(), use.diskRate()));
            }
        }
        return new PodUsage(pod, worker.isEnding(), containers);
    }

    @Override
    public long capacity(Signal signal) {
        return signal == Signal.MEMORY ? capacity.memory() : capacity.other().getOrDefault(signal.resource(), 0L);
    }

    @Override
    public long usedBesides(Signal signal) {
        return signal == Signal.MEMORY ? 0 : garbage.imageBytes();
    }

    @Override
    public Completion<Long> reclaim(Signal signal) {
        return signal == Signal.MEMORY ? Completion.of(0L) : garbage.freeImages();
    }

    @Override
    public void reclaims(String resource) {
        events.node(node, true, "EvictionThresholdMet", "Attempting to reclaim " + resource);
    }

    @Override
    public void evict(Pod pod, String message, long grace) {
        PodWorker worker = workers.get(pod.uid());
        if (worker != null) {
            worker.evict(message, grace);
        }
    }

    @Override
    public boolean isCleanedUp(String uid) {
        PodWorker worker = workers.get(uid);
        return worker == null || worker.isOver();
    }
}
