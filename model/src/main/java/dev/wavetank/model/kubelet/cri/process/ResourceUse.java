package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.sim.VirtualTime;

/**
 * What a process uses of its node.
 *
 * @param memory bytes of memory when it starts
 * @param memoryRate bytes of memory in addition for each second that it runs
 * @param disk bytes on the disk when it starts
 * @param diskRate bytes on the disk in addition for each second that it runs
 */
public record ResourceUse(long memory, double memoryRate, long disk, double diskRate) {

    private static final long PAGE = 4096;

    /** Too little to be counted. */
    public static final ResourceUse NONE = new ResourceUse(0, 0, 0, 0);

    /** The memory of a process that has run for so many nanoseconds. */
    public long memoryAfter(long nanos) {
        return pages(memory + (long) (memoryRate * nanos / VirtualTime.SECOND));
    }

    /** The same on the disk. */
    public long diskAfter(long nanos) {
        return pages(disk + (long) (diskRate * nanos / VirtualTime.SECOND));
    }

    /** Memory and blocks of a disk are given out in pages. */
    private static long pages(long bytes) {
        return bytes / PAGE * PAGE;
    }

    /** Nanoseconds until it uses so much memory; {@code Long.MAX_VALUE} when it never does. */
    public long untilMemory(long bytes) {
        if (memory >= bytes) {
            return 0;
        }
        double seconds = memoryRate > 0 ? (bytes - memory) / memoryRate : Double.POSITIVE_INFINITY;
        double nanos = seconds * VirtualTime.SECOND;
        return nanos < Long.MAX_VALUE / 2 ? (long) nanos : Long.MAX_VALUE;
    }
}
