package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What pods use of their node by the behaviour of their containers. What a container has written to an emptyDir stays
 * there when it ends, and is overwritten when it is started again.
 */
public final class NodeUse {

    private NodeUse() {}

    /** What a container uses by the annotation of its pod. */
    public static ResourceUse of(Pod pod, Container container) {
        return Behavior.usage(pod.metadata().annotations(), container.name());
    }

    /** What a pod uses at that virtual time; {@code seen} is its state in the runtime. */
    public static PodUsage of(Pod pod, boolean isEnding, RuntimePod seen, long now) {
        List<PodUsage.OfContainer> containers = new ArrayList<>(1);
        SortedMap<String, PodUsage.OfVolume> volumes = new TreeMap<>();
        for (Container spec : pod.spec().containers()) {
            RuntimeContainer container = seen.container(spec.name());
            if (container == null || container.state() == RuntimeContainer.State.CREATED) {
                continue;
            }
            ResourceUse use = of(pod, spec);
            long end = container.isRunning() ? now : container.finishedAt();
            PodUsage.Use inMemory = write(pod, use, end - container.startedAt(), container.isRunning(), volumes);
            if (container.isRunning()) {
                long runs = now - container.startedAt();
                containers.add(new PodUsage.OfContainer(
                        spec,
                        part(use, ResourceUse.MEMORY, runs).plus(inMemory),
                        part(use, ResourceUse.DISK, runs),
                        part(use, ResourceUse.INODES, runs),
                        part(use, ResourceUse.PROCESSES, runs)));
            }
        }
        return new PodUsage(pod, isEnding, containers, volumes);
    }

    private static PodUsage.Use part(ResourceUse use, String part, long runs) {
        return new PodUsage.Use(use.after(part, runs), use.of(part).rate());
    }

    /** Adds what one container has in the emptyDirs of its pod; returns how much of that is in memory. */
    private static PodUsage.Use write(
            Pod pod, ResourceUse use, long runs, boolean isRunning, SortedMap<String, PodUsage.OfVolume> volumes) {
        PodUsage.Use sum = PodUsage.Use.NONE;
        if (use.parts().isEmpty()) {
            return sum;
        }
        for (Map<String, Object> volume : pod.spec().volumes()) {
            String name = String.valueOf(volume.get("name"));
            String part = ResourceUse.volume(name);
            if (volume.get("emptyDir") instanceof Map<?, ?> source
                    && use.parts().containsKey(part)) {
                PodUsage.Use own = new PodUsage.Use(
                        use.after(part, runs), isRunning ? use.of(part).rate() : 0);
                boolean inMemory = "Memory".equals(source.get("medium"));
                volumes.merge(
                        name,
                        new PodUsage.OfVolume(own, inMemory),
                        (one, other) -> new PodUsage.OfVolume(one.use().plus(other.use()), inMemory));
                sum = inMemory ? sum.plus(own) : sum;
            }
        }
        return sum;
    }
}
