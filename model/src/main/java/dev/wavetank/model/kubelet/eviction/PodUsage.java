package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.List;
import java.util.SortedMap;

/**
 * What a pod uses now.
 *
 * @param pod the pod
 * @param ending whether it ends already
 * @param containers its running containers
 * @param volumes bytes in its emptyDirs, by name
 */
public record PodUsage(Pod pod, boolean ending, List<OfContainer> containers, SortedMap<String, OfVolume> volumes) {

    /**
     * An amount that grows.
     *
     * @param amount what is used now
     * @param rate what it takes in addition each second
     */
    public record Use(long amount, double rate) {

        /** No use. */
        public static final Use NONE = new Use(0, 0);

        /** Both together. */
        public Use plus(Use other) {
            return new Use(amount + other.amount, rate + other.rate);
        }
    }

    /**
     * What a container uses.
     *
     * @param spec the container
     * @param memory bytes of memory, with what it has written to volumes in memory
     * @param disk bytes on the disk, without volumes
     * @param inodes files
     * @param processes processes
     */
    public record OfContainer(Container spec, Use memory, Use disk, Use inodes, Use processes) {

        Use of(Signal signal) {
            return switch (signal) {
                case MEMORY -> memory;
                case NODEFS, IMAGEFS -> disk;
                case NODEFS_INODES, IMAGEFS_INODES -> inodes;
                case PID -> processes;
            };
        }

        long request(Signal signal) {
            return amount(ResourceAmounts.requestsOf(spec), signal);
        }
    }

    /**
     * What an emptyDir has.
     *
     * @param use bytes in it
     * @param inMemory whether it is in memory, where its bytes count as those of containers
     */
    public record OfVolume(Use use, boolean inMemory) {}

    /** All that it uses of what a signal observes, in bytes or as a number. */
    public long of(Signal signal) {
        return use(signal).amount();
    }

    /** How much more it takes each second. */
    public double rate(Signal signal) {
        return use(signal).rate();
    }

    private Use use(Signal signal) {
        Use sum = Use.NONE;
        for (OfContainer one : containers) {
            sum = sum.plus(one.of(signal));
        }
        if (signal.isSpace()) {
            for (OfVolume one : volumes.values()) {
                sum = one.inMemory() ? sum : sum.plus(one.use());
            }
        }
        return sum;
    }

    /** How much more it uses than it requests ({@code GetResourceRequestQuantity}); negative when it uses less. */
    long excess(Signal signal) {
        return of(signal) - amount(ResourceAmounts.requestedBy(pod.spec()), signal);
    }

    private static long amount(ResourceAmounts requests, Signal signal) {
        return signal == Signal.MEMORY ? requests.memory() : requests.other().getOrDefault(signal.resource(), 0L);
    }
}
