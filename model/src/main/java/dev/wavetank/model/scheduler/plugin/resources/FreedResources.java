package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import java.util.Collections;
import java.util.Map;
import java.util.function.Predicate;

/** Whether a change frees something that a pod asks for ({@code fit.go}, isSchedulableAfter...). */
final class FreedResources {

    private static final String PODS = "pods";

    private FreedResources() {}

    /**
     * Whether the pod fits on the node alone, and the node is new or has more than before of what the pod asks for.
     *
     * @param counts which resources besides CPU and memory count
     */
    static boolean byNode(ResourceAmounts wanted, ClusterEvent.Occurrence occurrence, Predicate<String> counts) {
        if (!(occurrence.after() instanceof Node node)) {
            return false;
        }
        ResourceAmounts now = allocatable(node);
        if (!fits(wanted, now, counts)) {
            return false;
        }
        if (!(occurrence.before() instanceof Node earlier)) {
            return true;
        }
        ResourceAmounts before = allocatable(earlier);
        return amount(now, PODS) > amount(before, PODS) || hasLess(before, now, wanted);
    }

    /** Whether a pod that has a node asks for less than before of what the pod wants. */
    static boolean byPod(ResourceAmounts wanted, ClusterEvent.Occurrence occurrence) {
        return occurrence.before() instanceof Pod before
                && occurrence.after() instanceof Pod after
                && hasLess(
                        ResourceAmounts.requestedBy(ResizedPod.counted(after)),
                        ResourceAmounts.requestedBy(ResizedPod.counted(before)),
                        wanted);
    }

    private static ResourceAmounts allocatable(Node node) {
        Map<String, String> amounts =
                node.status() == null ? Collections.emptyMap() : node.status().allocatable();
        return ResourceAmounts.of(amounts);
    }

    private static boolean fits(ResourceAmounts wanted, ResourceAmounts capacity, Predicate<String> counts) {
        if (amount(capacity, PODS) < 1
                || wanted.milliCpu() > capacity.milliCpu()
                || wanted.memory() > capacity.memory()) {
            return false;
        }
        for (Map.Entry<String, Long> other : wanted.other().entrySet()) {
            if (other.getValue() > amount(capacity, other.getKey()) && counts.test(other.getKey())) {
                return false;
            }
        }
        return true;
    }

    /** Whether the first has less than the second of something that is wanted. */
    private static boolean hasLess(ResourceAmounts first, ResourceAmounts second, ResourceAmounts wanted) {
        if (wanted.milliCpu() > 0 && first.milliCpu() < second.milliCpu()
                || wanted.memory() > 0 && first.memory() < second.memory()) {
            return true;
        }
        for (Map.Entry<String, Long> other : wanted.other().entrySet()) {
            if (other.getValue() > 0 && amount(first, other.getKey()) < amount(second, other.getKey())) {
                return true;
            }
        }
        return false;
    }

    private static long amount(ResourceAmounts amounts, String resource) {
        Long amount = amounts.other().get(resource);
        return amount == null ? 0 : amount;
    }
}
