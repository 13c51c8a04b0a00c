package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;

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
     * What a node sets aside for a pod ({@code resourcehelper.PodRequests}): the sum over its containers and its
     * sidecars, or what its greediest init container requests together with the sidecars that started before it,
     * whichever is more; and its overhead. Requests of the pod as a whole stand for the sum.
     */
    public static ResourceAmounts requestedBy(PodSpec spec) {
        ResourceAmounts total = requestedByContainers(spec);
        return spec.other().isEmpty()
                ? total
                : total.replacedBy(WholePod.requests(spec)).plus(WholePod.overhead(spec));
    }

    /** The same without what the pod requests as a whole, and without overhead ({@code AggregateContainerRequests}). */
    public static ResourceAmounts requestedByContainers(PodSpec spec) {
        return ofContainers(spec, ResourceAmounts::requestsOf);
    }

    /**
     * What a pod may use at most ({@code resourcehelper.PodLimits}), as for requests; overhead adds to what is limited.
     */
    public static ResourceAmounts limitedTo(PodSpec spec) {
        ResourceAmounts total = ofContainers(spec, ResourceAmounts::limitsOf);
        if (spec.other().isEmpty()) {
            return total;
        }
        ResourceAmounts limits = total.replacedBy(WholePod.limits(spec));
        ResourceAmounts overhead = WholePod.overhead(spec);
        return new ResourceAmounts(
                limits.milliCpu > 0 ? limits.milliCpu + overhead.milliCpu : 0,
                limits.memory > 0 ? limits.memory + overhead.memory : 0,
                limits.other);
    }

    private static ResourceAmounts ofContainers(PodSpec spec, Function<Container, ResourceAmounts> amounts) {
        ResourceAmounts total = NONE;
        for (Container container : spec.containers()) {
            total = total.plus(amounts.apply(container));
        }
        return spec.initContainers().isEmpty() ? total : withInitContainers(total, spec.initContainers(), amounts);
    }

    private static ResourceAmounts withInitContainers(
            ResourceAmounts containers, List<Container> initContainers, Function<Container, ResourceAmounts> amounts) {
        ResourceAmounts total = containers;
        ResourceAmounts sidecars = NONE;
        ResourceAmounts most = NONE;
        for (Container container : initContainers) {
            ResourceAmounts own = amounts.apply(container);
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

    /** The limits of one container. */
    public static ResourceAmounts limitsOf(Container container) {
        return container.resources() == null || container.resources().limits().isEmpty()
                ? NONE
                : of(container.resources().limits());
    }

    /**
     * The requests of one container, with its limit where it has a limit only. The API server has written such requests
     * into pods, but not into those of files.
     */
    public static ResourceAmounts requestsOrLimitsOf(Container container) {
        if (container.resources() == null || container.resources().limits().isEmpty()) {
            return requestsOf(container);
        }
        Map<String, String> all = new TreeMap<>(container.resources().limits());
        all.putAll(container.resources().requests());
        return of(all);
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
