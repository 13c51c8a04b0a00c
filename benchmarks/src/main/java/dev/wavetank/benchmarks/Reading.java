package dev.wavetank.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * What one execution of a piece of work measured.
 *
 * @param clock its result: the virtual time after it, in nanoseconds
 * @param threadTime CPU time of the thread that did it, in nanoseconds
 * @param processTime CPU time of the whole process meanwhile, in nanoseconds
 * @param allocated bytes that the thread allocated
 */
record Reading(long clock, long threadTime, long processTime, long allocated) {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Does the work, whose result is a clock. */
    static Reading of(LongSupplier work) {
        long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
        long processBefore = SYSTEM.getProcessCpuTime();
        long threadBefore = THREADS.getCurrentThreadCpuTime();
        long clock = work.getAsLong();
        long threadTime = THREADS.getCurrentThreadCpuTime() - threadBefore;
        long processTime = SYSTEM.getProcessCpuTime() - processBefore;
        return new Reading(clock, threadTime, processTime, THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore);
    }

    /** Reads {@link #line}. */
    static Reading parse(String line) {
        long[] numbers = Stream.of(line.split(" ")).mapToLong(Long::parseLong).toArray();
        return new Reading(numbers[0], numbers[1], numbers[2], numbers[3]);
    }

    /** The numbers in one line. */
    String line() {
        return clock + " " + threadTime + " " + processTime + " " + allocated;
    }
}
