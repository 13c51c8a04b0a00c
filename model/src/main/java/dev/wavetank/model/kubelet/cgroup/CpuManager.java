package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.trace.CoresTrace;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The CPU manager's static policy (pkg/kubelet/cm/cpumanager/policy_static.go v1.20): containers of guaranteed pods
 * that ask for whole cores get cores of their own; all others share the rest. Which cores follows from the NUMA nodes
 * of the machine, and from the policy of the topology manager. Pods that ask for resources as a whole share (v1.34;
 * with {@code PodLevelResourceManagers}, which is alpha, they need not). Threads of cores are not modelled.
 */
public final class CpuManager {

    private static final long MILLI_CORES = 1000;
    private static final CpuSet NO_CORES = CpuSet.of(List.of());
    private static final Refusal NOT_ENOUGH = new Refusal(
            "UnexpectedAdmissionError",
            "Allocate failed due to not enough cpus available to satisfy request, which is unexpected");
    private static final Refusal NOT_ALIGNED =
            new Refusal("TopologyAffinityError", "Resources cannot be allocated with Topology locality");

    private final Context context;
    private final Map<String, String> capacity;
    private final Policy policy;
    /** Exclusive cores by container, by uid of the pod. */
    private final Map<String, Map<String, CpuSet>> assigned;

    /**
     * The manager of a kubelet that starts.
     *
     * @param capacity of the node
     * @param policy which containers get cores of their own
     * @param state the cores that containers have already
     */
    public CpuManager(Context context, Map<String, String> capacity, Policy policy, CpuState state) {
        this.assigned = state.assigned();
        this.context = context;
        this.capacity = capacity;
        this.policy = policy;
    }

    /**
     * {@code --cpu-manager-policy}, {@code --reserved-cpus}, and those of the topology manager.
     *
     * @param isStatic whether containers can get cores of their own
     * @param reserved cores that are never given away
     * @param numaNodes into how many NUMA nodes the machine divides, from 1 to {@link NumaNodes#NUMBER_MAX}
     * @param topology which NUMA nodes cores may come from
     * @param isPerPod whether all containers of a pod follow one hint ({@code --topology-manager-scope=pod})
     */
    public record Policy(boolean isStatic, CpuSet reserved, int numaNodes, TopologyPolicy topology, boolean isPerPod) {

        /** All containers share all cores. */
        public static final Policy NONE = new Policy(false, NO_CORES, 1, TopologyPolicy.NONE, false);
    }

    /**
     * Why a pod gets no cores.
     *
     * @param reason in one word
     * @param message for users
     */
    public record Refusal(String reason, String message) {}

    /** Whether containers can get cores of their own. */
    public boolean isStatic() {
        return policy.isStatic();
    }

    /**
     * Gives a pod the cores that it asks for, or returns why it cannot. A pod keeps those that it had before the
     * kubelet has started.
     */
    public Optional<Refusal> admit(Pod pod) {
        if (!policy.isStatic() || !canOwnCores(pod)) {
            return Optional.empty();
        }
        if (assigned.containsKey(pod.uid())) {
            tell(pod);
            return Optional.empty();
        }
        Allocation allocation = new Allocation();
        Optional<Refusal> refusal = allocation.fill(pod);
        if (refusal.isPresent()) {
            return refusal;
        }
        Map<String, CpuSet> own = allocation.own;
        own.values().removeIf(cores -> cores.cores().isEmpty());
        if (!own.isEmpty()) {
            assigned.put(pod.uid(), own);
            tell(pod);
        }
        return Optional.empty();
    }

    private void tell(Pod pod) {
        Map<String, CpuSet> own = of(pod.uid());
        List<Integer> cores = new ArrayList<>();
        pod.spec().containers().forEach(one -> {
            if (own.containsKey(one.name())) {
                cores.addAll(own.get(one.name()).cores());
            }
        });
        context.trace(new CoresTrace(pod.key().toString(), pod.uid(), cores));
    }

    /**
     * Takes back the cores of pods that went while no kubelet ran ({@code removeStaleState}).
     *
     * @param known uids of the pods that the kubelet has
     * @param isSynced whether it has all of them; if not, nothing is taken back
     */
    public void removeStale(Set<String> known, boolean isSynced) {
        if (isSynced && !assigned.isEmpty()) {
            assigned.keySet().retainAll(known);
        }
    }

    private static boolean canOwnCores(Pod pod) {
        return QosClass.of(pod) == QosClass.GUARANTEED && !WholePod.hasResources(pod.spec());
    }

    /** The cores of a pod while it is being admitted. */
    private final class Allocation {

        private final Map<String, CpuSet> own = new TreeMap<>();
        /** The cores of init containers are used again: they have ended when the others start. */
        private CpuSet reusable = NO_CORES;

        /** All of one pod follow this hint; null when each container has its own. */
        private @Nullable TopologyHint shared;

        Optional<Refusal> fill(Pod pod) {
            if (policy.isPerPod() && wanted(pod) > 0) {
                Optional<TopologyHint> hint = hint(wanted(pod));
                if (hint.isEmpty() && policy.topology().refuses()) {
                    return Optional.of(NOT_ALIGNED);
                }
                shared = hint.orElse(null);
            }
            for (Container container : pod.spec().initContainers()) {
                Optional<Refusal> refusal = take(container);
                if (refusal.isPresent()) {
                    return refusal;
                }
                reusable = reusable.plus(own.getOrDefault(container.name(), NO_CORES));
            }
            for (Container container : pod.spec().containers()) {
                Optional<Refusal> refusal = take(container);
                if (refusal.isPresent()) {
                    return refusal;
                }
                reusable = reusable.minus(own.getOrDefault(container.name(), NO_CORES));
            }
            return Optional.empty();
        }

        private Optional<Refusal> take(Container container) {
            int number = wanted(container);
            Optional<TopologyHint> hint = Optional.ofNullable(shared);
            if (!policy.isPerPod() && number > 0) {
                hint = hint(number);
                if (hint.isEmpty() && policy.topology().refuses()) {
                    return Optional.of(NOT_ALIGNED);
                }
            }
            NumaNodes numa = numa();
            CpuSet candidates = free(own).plus(reusable);
            CpuSet near = hint.map(one -> numa.in(one.nodes()).and(candidates)).orElse(NO_CORES);
            CpuSet aligned =
                    numa.take(near, Math.min(near.cores().size(), number)).orElseThrow();
            Optional<CpuSet> rest = numa.take(
                    candidates.minus(aligned), number - aligned.cores().size());
            rest.ifPresent(cores -> own.put(container.name(), aligned.plus(cores)));
            return rest.isPresent() ? Optional.empty() : Optional.of(NOT_ENOUGH);
        }

        private Optional<TopologyHint> hint(int number) {
            return policy.topology() == TopologyPolicy.NONE
                    ? Optional.empty()
                    : policy.topology().choose(TopologyHint.of(numa(), free(own), reusable, number));
        }
    }

    /** {@code podGuaranteedCPUs}. */
    private static int wanted(Pod pod) {
        int inits = pod.spec().initContainers().stream()
                .mapToInt(CpuManager::wanted)
                .max()
                .orElse(0);
        return Math.max(
                inits,
                pod.spec().containers().stream().mapToInt(CpuManager::wanted).sum());
    }

    private static int wanted(Container container) {
        long milli = ResourceAmounts.requestsOrLimitsOf(container).milliCpu();
        return milli % MILLI_CORES == 0 ? (int) (milli / MILLI_CORES) : 0;
    }

    /**
     * The cores that can be given away.
     *
     * @param pending cores of the pod that is being admitted
     */
    private CpuSet free(Map<String, CpuSet> pending) {
        CpuSet left = shared().minus(policy.reserved());
        for (CpuSet cores : pending.values()) {
            left = left.minus(cores);
        }
        return left;
    }

    /** Not kept: only the static policy needs them, and a cluster has many nodes. */
    private CpuSet all() {
        return CpuSet.firstCores(ResourceAmounts.of(capacity));
    }

    private NumaNodes numa() {
        return NumaNodes.of(all(), policy.numaNodes());
    }

    /** The cores that belong to nobody alone. */
    public CpuSet shared() {
        CpuSet left = all();
        for (Map<String, CpuSet> own : assigned.values()) {
            for (CpuSet cores : own.values()) {
                left = left.minus(cores);
            }
        }
        return left;
    }

    /** The cores of the containers of a pod that have their own. */
    public Map<String, CpuSet> of(String uid) {
        return Collections.unmodifiableMap(new TreeMap<>(assigned.getOrDefault(uid, Collections.emptyMap())));
    }

    /** Takes the cores of a pod back. */
    public void release(Pod pod) {
        if (assigned.remove(pod.uid()) != null) {
            context.trace(new CoresTrace(pod.key().toString(), pod.uid(), List.of()));
        }
    }
}
