package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.ContainerResources;
import java.util.List;

/**
 * What a pod uses now.
 *
 * @param pod the pod
 * @param ending whether it ends already
 * @param containers its running containers
 */
public record PodUsage(Pod pod, boolean ending, List<OfContainer> containers) {

    /**
     * What a container uses.
     *
     * @param spec the container
     * @param memory bytes of memory
     * @param disk bytes on the disk
     * @param memoryRate bytes of memory that it takes in addition each second
     * @param diskRate bytes on the disk that it takes in addition each second
     */
    public record OfContainer(Container spec, long memory, long disk, double memoryRate, double diskRate) {

        long of(Signal signal) {
            return signal == Signal.MEMORY ? memory : disk;
        }

        long request(Signal signal) {
            return signal == Signal.MEMORY
                    ? ContainerResources.requests(spec).memory()
                    : ContainerResources.requests(spec).other().getOrDefault(signal.resource(), 0L);
        }
    }

    /** All that it uses of what a signal observes, in bytes. */
    public long of(Signal signal) {
        return containers.stream().mapToLong(one -> one.of(signal)).sum();
    }

    /** How much more it takes each second. */
    public double rate(Signal signal) {
        return containers.stream()
                .mapToDouble(one -> signal == Signal.MEMORY ? one.memoryRate() : one.diskRate())
                .sum();
    }

    /** How much more it uses than it requests; negative when it uses less. */
    long excess(Signal signal) {
        return of(signal)
                - pod.spec().containers().stream()
                        .mapToLong(one -> new OfContainer(one, 0, 0, 0, 0).request(signal))
                        .sum();
    }
}
