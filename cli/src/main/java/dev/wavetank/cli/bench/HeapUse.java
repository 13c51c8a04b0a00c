package dev.wavetank.cli.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.function.Function;

/** How much of the heap is used from one moment on. */
public final class HeapUse {

    private static final double MEGABYTE = 1e6;

    private final List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .toList();

    private HeapUse() {}

    /** Begins, with a heap free of garbage. */
    public static HeapUse begin() {
        HeapUse use = new HeapUse();
        System.gc();
        use.pools.forEach(MemoryPoolMXBean::resetPeakUsage);
        return use;
    }

    /** What is used now, and what was used at most since the beginning. */
    public List<Bench.Figure> figures(int replicas) {
        String run = "that run of " + replicas + " replicas";
        return List.of(
                new Bench.Figure(
                        "heapMegabytesAfter",
                        megabytes(MemoryPoolMXBean::getUsage),
                        "MB of heap",
                        "used at the end of " + run + ", garbage included"),
                new Bench.Figure(
                        "heapMegabytesPeak",
                        megabytes(MemoryPoolMXBean::getPeakUsage),
                        "MB of heap at most",
                        "used during " + run + ": the sum of the peaks of the collector's pools, garbage included"));
    }

    private double megabytes(Function<MemoryPoolMXBean, MemoryUsage> usage) {
        return pools.stream().mapToLong(pool -> usage.apply(pool).getUsed()).sum() / MEGABYTE;
    }
}
