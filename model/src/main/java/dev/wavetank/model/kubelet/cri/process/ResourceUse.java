package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a process uses of its node: bytes of {@link #MEMORY} and of the {@link #DISK}, {@link #PROCESSES}, {@link
 * #INODES}, and bytes in each of its pod's volumes.
 *
 * @param parts how each of them grows, by its name; what is not used is left out
 */
public record ResourceUse(SortedMap<String, Growth> parts) {

    /** Bytes of memory. */
    public static final String MEMORY = "memory";

    /** Bytes on the disk. */
    public static final String DISK = "disk";

    /** How many processes it has. */
    public static final String PROCESSES = "processes";

    /** How many files it has. */
    public static final String INODES = "inodes";

    /** Too little to be counted. */
    public static final ResourceUse NONE = new ResourceUse(Collections.emptySortedMap());

    private static final String VOLUME = "volume ";

    private static final long PAGE = 4096;

    /**
     * How use grows.
     *
     * @param start the amount when the process starts
     * @param rate the amount in addition for each second that it runs
     */
    public record Growth(long start, double rate) {

        /** No use. */
        public static final Growth NONE = new Growth(0, 0);

        /** The amount of a process that has run for so many nanoseconds. */
        public long after(long nanos) {
            return start + (long) (rate * nanos / VirtualTime.SECOND);
        }

        /** Both together. */
        public Growth plus(Growth other) {
            return new Growth(start + other.start, rate + other.rate);
        }
    }

    /** Keeps a copy. */
    public ResourceUse {
        parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
    }

    /** The part that bytes in a volume of the pod are. */
    public static String volume(String name) {
        return VOLUME + name;
    }

    /** How one part grows. */
    public Growth of(String part) {
        return parts.getOrDefault(part, Growth.NONE);
    }

    /** The use of one part besides what is used already. */
    ResourceUse plus(String part, Growth growth) {
        SortedMap<String, Growth> sum = new TreeMap<>(parts);
        sum.merge(part, growth, Growth::plus);
        return new ResourceUse(sum);
    }

    /** The amount of one part after so many nanoseconds: memory and blocks of a disk are given out in pages. */
    public long after(String part, long nanos) {
        long amount = of(part).after(nanos);
        boolean isCount = part.equals(PROCESSES) || part.equals(INODES);
        return isCount ? amount : amount / PAGE * PAGE;
    }

    /** Nanoseconds until it uses so much memory; {@code Long.MAX_VALUE} when it never does. */
    public long untilMemory(long bytes) {
        Growth memory = of(MEMORY);
        if (memory.start() >= bytes) {
            return 0;
        }
        double seconds = memory.rate() > 0 ? (bytes - memory.start()) / memory.rate() : Double.POSITIVE_INFINITY;
        double nanos = seconds * VirtualTime.SECOND;
        return nanos < Long.MAX_VALUE / 2 ? (long) nanos : Long.MAX_VALUE;
    }
}
