package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Cores of a node, written as the kernel lists them, such as {@code 0-2,5}.
 *
 * @param cores their numbers, ascending
 */
public record CpuSet(SortedSet<Integer> cores) {

    private static final long MILLI_CORES = 1000;
    private static final int CORES_MAX = 4095;

    /** Keeps a copy. */
    public CpuSet {
        cores = Collections.unmodifiableSortedSet(new TreeSet<>(cores));
    }

    /** A set of cores. */
    public static CpuSet of(Collection<Integer> cores) {
        return new CpuSet(new TreeSet<>(cores));
    }

    /** All cores of a node, from 0. */
    public static CpuSet firstCores(ResourceAmounts capacity) {
        SortedSet<Integer> all = new TreeSet<>();
        for (int core = 0; core < Math.max(1, capacity.milliCpu() / MILLI_CORES); core++) {
            all.add(core);
        }
        return new CpuSet(all);
    }

    /**
     * Reads a list such as {@code 0-2,5}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static CpuSet parse(String text) {
        SortedSet<Integer> cores = new TreeSet<>();
        for (String range : text.isBlank() ? new String[0] : text.split(",")) {
            String[] ends = range.strip().split("-");
            try {
                int first = Integer.parseInt(ends[0]);
                int last = Integer.parseInt(ends[ends.length - 1]);
                if (ends.length > 2 || first < 0 || last < first || last > CORES_MAX) {
                    throw new IllegalArgumentException("'" + text + "' is no list of cores, such as 0-2,5");
                }
                for (int core = first; core <= last; core++) {
                    cores.add(core);
                }
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException("'" + text + "' is no list of cores, such as 0-2,5", wrong);
            }
        }
        return new CpuSet(cores);
    }

    /** These cores without others. */
    public CpuSet minus(CpuSet others) {
        SortedSet<Integer> left = new TreeSet<>(cores);
        left.removeAll(others.cores);
        return new CpuSet(left);
    }

    /** These cores and others. */
    CpuSet plus(CpuSet others) {
        SortedSet<Integer> all = new TreeSet<>(cores);
        all.addAll(others.cores);
        return new CpuSet(all);
    }

    /** Those of these cores that are among others. */
    CpuSet and(CpuSet others) {
        SortedSet<Integer> both = new TreeSet<>(cores);
        both.retainAll(others.cores);
        return new CpuSet(both);
    }

    @Override
    public String toString() {
        List<String> ranges = new ArrayList<>();
        int first = -1;
        int last = -1;
        for (int core : cores) {
            if (first >= 0 && core == last + 1) {
                last = core;
                continue;
            }
            if (first >= 0) {
                ranges.add(range(first, last));
            }
            first = core;
            last = core;
        }
        if (first >= 0) {
            ranges.add(range(first, last));
        }
        return String.join(",", ranges);
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
