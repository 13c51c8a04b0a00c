package dev.wavetank.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** What a piece of work costs that is done several times over. */
final class Cost {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final int events;
    private final List<Long> threadTimes = new ArrayList<>();
    private long processTime;
    private long allocated;

    /** The cost of a piece of work that consists of so many events. */
    Cost(int events) {
        this.events = events;
    }

    /** Does the work once more and answers its result. */
    long measure(LongSupplier work) {
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long processBefore = SYSTEM.getProcessCpuTime();
        long threadBefore = THREADS.getCurrentThreadCpuTime();
        long result = work.getAsLong();
        threadTimes.add(THREADS.getCurrentThreadCpuTime() - threadBefore);
        processTime += SYSTEM.getProcessCpuTime() - processBefore;
        allocated += THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
        return result;
    }

    /** CPU time of the working thread, in nanoseconds an event: the median of all times. */
    double nanos() {
        List<Long> sorted = threadTimes.stream().sorted().toList();
        return (double) sorted.get(sorted.size() / 2) / events;
    }

    /** CPU time of the whole process, collector and compiler included, in nanoseconds an event: the mean. */
    double processNanos() {
        return (double) processTime / threadTimes.size() / events;
    }

    /** Bytes allocated an event: the mean. */
    double bytes() {
        return (double) allocated / threadTimes.size() / events;
    }
}
