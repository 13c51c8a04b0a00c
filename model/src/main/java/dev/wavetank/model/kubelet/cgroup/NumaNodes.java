package dev.wavetank.model.kubelet.cgroup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The NUMA nodes of a machine. Each is a socket of its own; cores have one thread each.
 *
 * @param cores of each NUMA node, by its number from 0
 */
public record NumaNodes(List<CpuSet> cores) {

    /** {@code defaultMaxAllowableNUMANodes}, pkg/kubelet/cm/topologymanager. */
    public static final int NUMBER_MAX = 8;

    /** Keeps a copy. */
    public NumaNodes {
        cores = List.copyOf(cores);
    }

    /**
     * Shares the cores of a machine out: consecutive ones belong together, as many to one NUMA node as to another, or
     * one more.
     *
     * @param number of NUMA nodes; when there are fewer cores, each core has its own
     */
    static NumaNodes of(CpuSet all, int number) {
        List<Integer> numbers = new ArrayList<>(all.cores());
        int nodes = Math.min(number, numbers.size());
        List<CpuSet> cores = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            cores.add(CpuSet.of(numbers.subList(numbers.size() * node / nodes, numbers.size() * (node + 1) / nodes)));
        }
        return new NumaNodes(cores);
    }

    /** The cores of some NUMA nodes. */
    CpuSet in(CpuSet nodes) {
        return CpuSet.of(nodes.cores().stream()
                .flatMap(node -> cores.get(node).cores().stream())
                .toList());
    }

    /**
     * Takes cores so that few NUMA nodes are split ({@code takeByTopologyNUMAPacked}, pkg/kubelet/cm/cpumanager): whole
     * NUMA nodes first, then from those with the fewest free cores.
     *
     * @return empty when there are not enough
     */
    Optional<CpuSet> take(CpuSet free, int number) {
        if (free.cores().size() < number) {
            return Optional.empty();
        }
        List<Integer> taken = new ArrayList<>();
        for (CpuSet node : cores) {
            int size = node.cores().size();
            if (free.cores().containsAll(node.cores()) && size <= number - taken.size()) {
                taken.addAll(node.cores());
            }
        }
        CpuSet rest = free.minus(CpuSet.of(taken));
        cores.stream()
                .map(node -> node.and(rest))
                .sorted(Comparator.comparingInt(node -> node.cores().size()))
                .flatMap(node -> node.cores().stream())
                .limit((long) number - taken.size())
                .forEach(taken::add);
        return Optional.of(CpuSet.of(taken));
    }
}
