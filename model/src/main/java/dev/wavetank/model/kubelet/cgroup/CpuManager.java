package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.trace.CoresTrace;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The CPU manager's static policy (pkg/kubelet/cm/cpumanager/policy_static.go v1.20): containers of guaranteed pods
 * that ask for whole cores get cores of their own; all others share the rest. Cores are taken in the order of their
 * numbers; sockets and threads of cores are not modelled.
 */
public final class CpuManager {

    private static final long MILLI_CORES = 1000;

    private final Context context;
    private final CpuSet all;
    private final CpuSet reserved;
    private final boolean isStatic;
    /** Exclusive cores by container, by uid of the pod. */
    private final Map<String, Map<String, CpuSet>> assigned = new TreeMap<>();

    /**
     * The manager of a node, which has given no cores yet.
     *
     * @param capacity of the node
     * @param policy which containers get cores of their own
     */
    public CpuManager(Context context, Map<String, String> capacity, Policy policy) {
        this.context = context;
        this.all = CpuSet.firstCores(ResourceAmounts.of(capacity));
        this.reserved = policy.reserved();
        this.isStatic = policy.isStatic();
    }

    /**
     * {@code --cpu-manager-policy} and {@code --reserved-cpus}.
     *
     * @param isStatic whether containers can get cores of their own
     * @param reserved cores that are never given away
     */
    public record Policy(boolean isStatic, CpuSet reserved) {

        /** All containers share all cores. */
        public static final Policy NONE = new Policy(false, CpuSet.of(List.of()));
    }

    /** Gives a pod the cores that it asks for. Ends with an error when there are not enough. */
    public Optional<String> admit(Pod pod) {
        if (!isStatic || QosClass.of(pod) != QosClass.GUARANTEED || assigned.containsKey(pod.uid())) {
            return Optional.empty();
        }
        Map<String, CpuSet> own = new TreeMap<>();
        // The cores of init containers are used again: they have ended when the others start.
        CpuSet reusable = CpuSet.of(List.of());
        for (Container container : pod.spec().initContainers()) {
            Optional<CpuSet> cores = take(wanted(container), reusable, own);
            if (cores.isEmpty()) {
                return notEnough();
            }
            own.put(container.name(), cores.get());
            reusable = cores.get().cores().size() > reusable.cores().size() ? cores.get() : reusable;
        }
        for (Container container : pod.spec().containers()) {
            Optional<CpuSet> cores = take(wanted(container), reusable, own);
            if (cores.isEmpty()) {
                return notEnough();
            }
            own.put(container.name(), cores.get());
            reusable = reusable.minus(cores.get());
        }
        own.values().removeIf(cores -> cores.cores().isEmpty());
        if (!own.isEmpty()) {
            assigned.put(pod.uid(), own);
            List<Integer> cores = new ArrayList<>();
            pod.spec().containers().forEach(one -> {
                if (own.containsKey(one.name())) {
                    cores.addAll(own.get(one.name()).cores());
                }
            });
            context.trace(new CoresTrace(pod.key().toString(), pod.uid(), cores));
        }
        return Optional.empty();
    }

    private static Optional<String> notEnough() {
        return Optional.of("not enough cpus available to satisfy request");
    }

    private static long wanted(Container container) {
        long milli = ContainerResources.requests(container).milliCpu();
        return milli % MILLI_CORES == 0 ? milli / MILLI_CORES : 0;
    }

    private Optional<CpuSet> take(long number, CpuSet first, Map<String, CpuSet> own) {
        List<Integer> candidates = new ArrayList<>(first.cores());
        free(own).cores().stream().filter(core -> !candidates.contains(core)).forEach(candidates::add);
        return candidates.size() < number
                ? Optional.empty()
                : Optional.of(CpuSet.of(candidates.subList(0, (int) number)));
    }

    /**
     * The cores that can be given away.
     *
     * @param pending cores of the pod that is being admitted
     */
    private CpuSet free(Map<String, CpuSet> pending) {
        CpuSet left = shared().minus(reserved);
        for (CpuSet cores : pending.values()) {
            left = left.minus(cores);
        }
        return left;
    }

    /** The cores that belong to nobody alone. */
    public CpuSet shared() {
        CpuSet left = all;
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
