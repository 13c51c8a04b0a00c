package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

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
     * What a node sets aside for a pod: the sum over its containers, or what its greediest init container requests,
     * whichever is more.
     */
    public static ResourceAmounts requestedBy(PodSpec spec) {
        ResourceAmounts total = NONE;
        for (Container container : spec.containers()) {
            total = total.plus(requestsOf(container));
        }
        for (Container container : spec.initContainers()) {
            total = total.max(requestsOf(container));
        }
        return total;
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
