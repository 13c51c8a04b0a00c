package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Amounts of the resources of a node or the requests of a pod.
 *
 * @param milliCpu processor time, in thousandths of a core
 * @param memory memory, in bytes
 * @param other all other resources by name, in whole units, rounded up
 */
public record ResourceAmounts(long milliCpu, long memory, Map<String, Long> other) {

    /** Nothing. */
    public static final ResourceAmounts NONE = new ResourceAmounts(0, 0, Collections.emptyMap());

    /** The amounts of quantities by resource name. */
    public static ResourceAmounts of(Map<String, String> quantities) {
        long milliCpu = 0;
        long memory = 0;
        Map<String, Long> other = Collections.emptyMap();
        for (Map.Entry<String, String> entry : quantities.entrySet()) {
            Quantity quantity = Quantity.parse(entry.getValue());
            if (entry.getKey().equals("cpu")) {
                milliCpu = quantity.milliValue();
            } else if (entry.getKey().equals("memory")) {
                memory = quantity.value();
            } else {
                other = other.isEmpty() ? new TreeMap<>() : other;
                other.put(entry.getKey(), quantity.value());
            }
        }
        return new ResourceAmounts(milliCpu, memory, other);
    }

    /**
     * What a node sets aside for a pod ({@code resourcehelper.PodRequests}): the sum over its containers and its sidecars,
     * or what its greediest init container requests together with the sidecars that started before it, whichever is more;
     * and its overhead. Requests of the pod as a whole ({@code spec.resources}) stand for the sum.
     */
    public static ResourceAmounts requestedBy(PodSpec spec) {
        ResourceAmounts total = NONE;
        for (Container container : spec.containers()) {
            total = total.plus(requestsOf(container));
        }
        if (!spec.initContainers().isEmpty()) {
            total = withInitContainers(total, spec.initContainers());
        }
        if (spec.other().isEmpty()) {
            return total;
        }
        return total.replacedBy(ofTree(spec.other().get("resources"), "requests"))
                .plus(ofTree(spec.other(), "overhead"));
    }

    private static ResourceAmounts withInitContainers(ResourceAmounts containers, List<Container> initContainers) {
        ResourceAmounts total = containers;
        ResourceAmounts sidecars = NONE;
        ResourceAmounts most = NONE;
        for (Container container : initContainers) {
            ResourceAmounts own = requestsOf(container);
            if (isSidecar(container)) {
                total = total.plus(own);
                sidecars = sidecars.plus(own);
                most = most.max(sidecars);
            } else {
                most = most.max(own.plus(sidecars));
            }
        }
        return total.max(most);
    }

    /** Whether an init container keeps running beside the containers: it restarts always. */
    public static boolean isSidecar(Container initContainer) {
        return "Always".equals(initContainer.other().get("restartPolicy"));
    }

    /** The overhead of a pod's runtime class, as admission wrote it into the pod. */
    public static ResourceAmounts overheadOf(PodSpec spec) {
        return ofTree(spec.other(), "overhead");
    }

    private static ResourceAmounts ofTree(@Nullable Object parent, String field) {
        if (!(parent instanceof Map<?, ?> map) || !(map.get(field) instanceof Map<?, ?> tree) || tree.isEmpty()) {
            return NONE;
        }
        Map<String, String> quantities = new TreeMap<>();
        tree.forEach((name, amount) -> quantities.put(String.valueOf(name), String.valueOf(amount)));
        return of(quantities);
    }

    /** These amounts, but those of the pod as a whole where there are any. */
    private ResourceAmounts replacedBy(ResourceAmounts whole) {
        if (whole == NONE) {
            return this;
        }
        Map<String, Long> all = new TreeMap<>(other);
        all.putAll(whole.other);
        return new ResourceAmounts(
                whole.milliCpu > 0 ? whole.milliCpu : milliCpu, whole.memory > 0 ? whole.memory : memory, all);
    }

    /** The requests of one container. */
    public static ResourceAmounts requestsOf(Container container) {
        return container.resources() == null || container.resources().requests().isEmpty()
                ? NONE
                : of(container.resources().requests());
    }

    /** The sum. */
    public ResourceAmounts plus(ResourceAmounts more) {
        if (this == NONE) {
            return more;
        }
        if (more == NONE) {
            return this;
        }
        return new ResourceAmounts(milliCpu + more.milliCpu, memory + more.memory, merged(more, Long::sum));
    }

    private ResourceAmounts max(ResourceAmounts rival) {
        return new ResourceAmounts(
                Math.max(milliCpu, rival.milliCpu), Math.max(memory, rival.memory), merged(rival, Math::max));
    }

    private Map<String, Long> merged(ResourceAmounts second, BiFunction<Long, Long, Long> combination) {
        if (second.other.isEmpty()) {
            return other;
        }
        Map<String, Long> result = new TreeMap<>(other);
        second.other.forEach((name, amount) -> result.merge(name, amount, combination));
        return result;
    }
}
