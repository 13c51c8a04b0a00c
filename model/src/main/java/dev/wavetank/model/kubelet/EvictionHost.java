package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.collection.Garbage;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.eviction.EvictionManager;
import dev.wavetank.model.kubelet.eviction.EvictionSettings;
import dev.wavetank.model.kubelet.eviction.NodeUse;
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
    private final EvictionSettings eviction;
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
        this.eviction = settings.eviction();
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
                            .anyMatch(one -> !NodeUse.of(pod, one).equals(ResourceUse.NONE))) {
                return true;
            }
        }
        return false;
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
        return NodeUse.of(pod, worker.isEnding(), seen, context.now());
    }

    @Override
    public long capacity(Signal signal) {
        long disk = capacity.other().getOrDefault(Signal.NODEFS.resource(), 0L);
        return switch (signal) {
            case MEMORY -> capacity.memory();
            case NODEFS, IMAGEFS -> disk;
            case NODEFS_INODES, IMAGEFS_INODES -> disk / eviction.bytesPerInode();
            case PID -> eviction.pidMax();
        };
    }

    @Override
    public long usedBesides(Signal signal) {
        return signal.isSpace() ? garbage.imageBytes() : 0;
    }

    /** Images are removed for space and for inodes ({@code buildSignalToNodeReclaimFuncs}); theirs are not counted. */
    @Override
    public Completion<Long> reclaim(Signal signal) {
        return switch (signal) {
            case MEMORY, PID -> Completion.of(0L);
            case NODEFS, IMAGEFS -> garbage.freeImages();
            case NODEFS_INODES, IMAGEFS_INODES -> garbage.freeImages().map(bytes -> 0L);
        };
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
