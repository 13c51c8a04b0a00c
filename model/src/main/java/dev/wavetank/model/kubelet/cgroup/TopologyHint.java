package dev.wavetank.model.kubelet.cgroup;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * NUMA nodes that have enough free cores together.
 *
 * @param nodes their numbers
 * @param isPreferred whether no smaller set could ever have enough, were all cores free
 */
record TopologyHint(CpuSet nodes, boolean isPreferred) {

    /** The best one is the least: preferred, then of few NUMA nodes, then of small numbers. */
    static final Comparator<TopologyHint> BEST_FIRST = Comparator.comparing(TopologyHint::isPreferred)
            .reversed()
            .thenComparing(hint -> hint.nodes().cores().size())
            .thenComparing(TopologyHint::mask);

    /**
     * All hints for a number of cores ({@code generateCPUTopologyHints}, pkg/kubelet/cm/cpumanager/policy_static.go).
     *
     * @param free cores that can be given away
     * @param reusable cores of the pod's own init containers, of which all have to be among the hint's
     */
    static List<TopologyHint> of(NumaNodes numa, CpuSet free, CpuSet reusable, int number) {
        int least = numa.cores().size();
        List<CpuSet> enough = new ArrayList<>();
        for (int mask = 1; mask < 1 << numa.cores().size(); mask++) {
            CpuSet nodes = nodes(mask);
            CpuSet cores = numa.in(nodes);
            if (cores.cores().size() >= number) {
                least = Math.min(least, nodes.cores().size());
            }
            boolean holds = cores.cores().containsAll(reusable.cores());
            if (holds && cores.and(free.plus(reusable)).cores().size() >= number) {
                enough.add(nodes);
            }
        }
        int preferred = least;
        return enough.stream()
                .map(nodes -> new TopologyHint(nodes, nodes.cores().size() == preferred))
                .toList();
    }

    private static CpuSet nodes(int mask) {
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < NumaNodes.NUMBER_MAX; node++) {
            if ((mask & 1 << node) != 0) {
                nodes.add(node);
            }
        }
        return CpuSet.of(nodes);
    }

    private int mask() {
        return nodes.cores().stream().mapToInt(node -> 1 << node).sum();
    }
}
