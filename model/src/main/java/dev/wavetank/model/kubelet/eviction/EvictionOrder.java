package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import java.util.Comparator;
import java.util.List;

/** Whom a shortage hits first, and what is said about it (pkg/kubelet/eviction/helpers.go). */
final class EvictionOrder {

    private EvictionOrder() {}

    /** First those that use more than they request, then those of low priority, then those that use most beyond it. */
    static List<PodUsage> of(List<PodUsage> pods, Signal signal) {
        return pods.stream()
                .filter(one -> !one.ending() && !Pressure.isCritical(one.pod()))
                .sorted(Comparator.<PodUsage, Boolean>comparing(one -> one.excess(signal) <= 0)
                        .thenComparing(EvictionOrder::priority)
                        .thenComparing(one -> -one.excess(signal)))
                .toList();
    }

    private static int priority(PodUsage usage) {
        Integer priority = usage.pod().spec().priority();
        return priority == null ? 0 : priority;
    }

    /**
     * The message of an eviction.
     *
     * @param least what has to be left
     * @param available what is
     * @param namesThreshold whether it says so
     */
    static String message(PodUsage victim, Signal signal, long least, long available, boolean namesThreshold) {
        StringBuilder text = new StringBuilder("The node was low on resource: " + signal.resource() + ". ");
        if (namesThreshold) {
            text.append("Threshold quantity: ").append(binary(least));
            text.append(", available: ").append(binary(available)).append(". ");
        }
        for (PodUsage.OfContainer one : victim.containers()) {
            if (one.of(signal) > one.request(signal)) {
                text.append("Container ").append(one.spec().name()).append(" was using ");
                text.append(binary(one.of(signal)));
                String request = binary(one.request(signal));
                text.append(
                        namesThreshold
                                ? ", request is " + request + ", has larger consumption of " + signal.resource() + ". "
                                : ", which exceeds its request of " + request + ". ");
            }
        }
        return text.toString();
    }

    private static String binary(long bytes) {
        return Quantity.of(bytes, QuantityFormat.BINARY_SI).toString();
    }
}
