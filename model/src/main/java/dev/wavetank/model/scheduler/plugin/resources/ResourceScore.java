package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/**
 * Scores a node by what would be requested of some of its resources with the pod, and what there is ({@code
 * resourceAllocationScorer}).
 */
final class ResourceScore {

    private static final String CPU = "cpu";
    private static final String MEMORY = "memory";

    private final List<Weighted> resources;
    private final long[] weights;
    /** Of each resource, since it is asked for at every node. */
    private final Kind[] kinds;

    private final Formula formula;
    private final boolean usesRequested;
    private final KubernetesVersion version;
    private final StateKey<Wanted> key;

    private enum Kind {
        CPU,
        MEMORY,
        OTHER
    }

    /**
     * A resource and how much it counts.
     *
     * @param name of the resource
     * @param weight 1 to 100
     */
    record Weighted(String name, long weight) {}

    /** Points of a node from amounts, in the order of the resources. */
    interface Formula {
        long points(long[] weights, long[] requested, long[] capacity);
    }

    /** What the pod wants, and room for the amounts of one node; reused for all nodes of the cycle. */
    private record Wanted(long[] pod, long[] requested, long[] capacity) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return new Wanted(pod, requested.clone(), capacity.clone());
        }
    }

    /**
     * A score.
     *
     * @param usesRequested whether requests count as they are; else a container that requests no CPU or memory counts
     *     for a default
     */
    ResourceScore(
            String plugin,
            List<Weighted> resources,
            Formula formula,
            boolean usesRequested,
            KubernetesVersion version) {
        this.resources = resources;
        this.weights = resources.stream().mapToLong(Weighted::weight).toArray();
        this.kinds = new Kind[resources.size()];
        for (int i = 0; i < kinds.length; i++) {
            String name = resources.get(i).name();
            kinds[i] = name.equals(CPU) ? Kind.CPU : name.equals(MEMORY) ? Kind.MEMORY : Kind.OTHER;
        }
        this.formula = formula;
        this.usesRequested = usesRequested;
        this.version = version;
        this.key = new StateKey<>("PreScore" + plugin);
    }

    /** Reads what the pod wants; to be called once for each cycle. */
    Status prepare(CycleState state, PodInfo pod) {
        Wanted wanted = wanted(pod);
        if (usesRequested && version.has(Feature.BALANCED_SKIPS_BEST_EFFORT) && isNothing(wanted.pod)) {
            return Status.SKIP;
        }
        state.write(key, wanted);
        return Status.SUCCESS;
    }

    private Wanted wanted(PodInfo pod) {
        long[] amounts = new long[resources.size()];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = wanted(pod, resources.get(i).name());
        }
        return new Wanted(amounts, new long[amounts.length], new long[amounts.length]);
    }

    private static boolean isNothing(long[] amounts) {
        for (long amount : amounts) {
            if (amount != 0) {
                return false;
            }
        }
        return true;
    }

    private long wanted(PodInfo pod, String resource) {
        return switch (resource) {
            case CPU -> usesRequested ? pod.requests().milliCpu() : pod.scoredCpu() - uncounted(pod.pod());
            case MEMORY -> usesRequested ? pod.requests().memory() : pod.scoredMemory();
            default -> pod.requests().other().getOrDefault(resource, 0L);
        };
    }

    /** What old versions leave out of the overhead of the pod that they place: they take its cores for milli-cores. */
    private long uncounted(Pod pod) {
        if (version.has(Feature.SCORES_COUNT_CPU_OVERHEAD)
                || !pod.spec().other().containsKey("overhead")) {
            return 0;
        }
        Quantity cpu = Quantity.ofMilli(WholePod.overhead(pod.spec()).milliCpu());
        return cpu.milliValue() - cpu.value();
    }

    /** The points of a node. */
    long score(CycleState state, PodInfo pod, NodeInfo node) {
        return points(prepared(state, pod), node);
    }

    /** The points of all nodes. */
    void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        Wanted wanted = prepared(state, pod);
        for (int i = 0; i < points.length; i++) {
            points[i] = points(wanted, nodes.get(i));
        }
    }

    private Wanted prepared(CycleState state, PodInfo pod) {
        Wanted known = state.read(key);
        if (known == null) {
            known = wanted(pod);
            state.write(key, known);
        }
        return known;
    }

    private long points(Wanted wanted, NodeInfo node) {
        for (int i = 0; i < wanted.pod.length; i++) {
            switch (kinds[i]) {
                case CPU -> {
                    wanted.requested[i] = (usesRequested ? node.requestedCpu() : node.scoredCpu()) + wanted.pod[i];
                    wanted.capacity[i] = node.allocatableCpu();
                }
                case MEMORY -> {
                    wanted.requested[i] =
                            (usesRequested ? node.requestedMemory() : node.scoredMemory()) + wanted.pod[i];
                    wanted.capacity[i] = node.allocatableMemory();
                }
                case OTHER -> lookUp(wanted, i, node);
            }
        }
        return formula.points(weights, wanted.requested, wanted.capacity);
    }

    private void lookUp(Wanted wanted, int i, NodeInfo node) {
        String name = resources.get(i).name();
        Long capacity = node.allocatable().other().get(name);
        wanted.requested[i] = node.requested(name) + wanted.pod[i];
        wanted.capacity[i] = capacity == null ? 0 : capacity;
        // A resource that the pod does not want and the node may not have does not count.
        if (wanted.pod[i] == 0 && isExtended(name) && version.has(Feature.FIT_SCORING_STRATEGY)) {
            wanted.capacity[i] = 0;
            wanted.requested[i] = 0;
        }
    }

    private static boolean isExtended(String name) {
        return name.indexOf('/') >= 0 && !name.contains("kubernetes.io/");
    }
}
