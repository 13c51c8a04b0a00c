package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.nodefit.QosClass;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Which pressures a node is under, as its kubelet knows. */
public final class Pressure {

    /** {@code SystemCriticalPriority}. */
    private static final int CRITICAL = 2_000_000_000;

    private static final Node.Taint MEMORY =
            new Node.Taint("node.kubernetes.io/memory-pressure", null, "NoSchedule", null);

    private final SortedSet<String> conditions = new TreeSet<>();

    /** No pressure. */
    public Pressure() {}

    /** Whether the node has a condition such as {@code MemoryPressure}. */
    public boolean has(String condition) {
        return conditions.contains(condition);
    }

    /** Whether the node is under no pressure at all. */
    public boolean isNone() {
        return conditions.isEmpty();
    }

    void set(SortedSet<String> present) {
        conditions.clear();
        conditions.addAll(present);
    }

    /**
     * Why a pod is not admitted now ({@code Admit}, eviction_manager.go v1.20): under pressure of memory alone only
     * best-effort pods are refused that do not tolerate it, otherwise all but critical ones.
     */
    public Optional<String> refusal(Pod pod) {
        if (conditions.isEmpty() || isCritical(pod)) {
            return Optional.empty();
        }
        boolean onlyMemory = conditions.equals(new TreeSet<>(List.of(Signal.MEMORY.condition())));
        if (onlyMemory && (QosClass.of(pod) != QosClass.BEST_EFFORT || toleratesMemory(pod.spec()))) {
            return Optional.empty();
        }
        return Optional.of("The node had condition: [" + String.join(", ", conditions) + "]. ");
    }

    private static boolean toleratesMemory(PodSpec spec) {
        return spec.tolerations().stream().anyMatch(one -> one.tolerates(MEMORY));
    }

    /** Whether a pod is never evicted ({@code IsCriticalPod}): a static one, or one of the system's priorities. */
    public static boolean isCritical(Pod pod) {
        return StaticPod.isStatic(pod) || hasCriticalPriority(pod);
    }

    /** Whether a pod has one of the system's priorities ({@code IsCriticalPodBasedOnPriority}). */
    public static boolean hasCriticalPriority(Pod pod) {
        Integer priority = pod.spec().priority();
        return priority != null && priority >= CRITICAL;
    }
}
