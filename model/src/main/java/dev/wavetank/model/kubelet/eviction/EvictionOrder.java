package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.quantity.QuantityFormat;
import java.util.Comparator;
import java.util.List;

/** Whom a shortage hits first, and what is said about it (pkg/kubelet/eviction/helpers.go). */
final class EvictionOrder {

    private EvictionOrder() {}

    /**
     * First those that use more than they request, then those of low priority, then those that use most beyond it. For
     * processes nothing is requested: first come those of low priority, then those that have most.
     */
    static List<PodUsage> of(List<PodUsage> pods, Signal signal) {
        return pods.stream()
                .filter(one -> !one.ending() && !Pressure.isCritical(one.pod()))
                .sorted(order(signal))
                .toList();
    }

    private static Comparator<PodUsage> order(Signal signal) {
        if (signal == Signal.PID) {
            return Comparator.<PodUsage>comparingInt(EvictionOrder::priority).thenComparing(one -> -one.of(signal));
        }
        return Comparator.<PodUsage, Boolean>comparing(one -> one.excess(signal) <= 0)
                .thenComparing(EvictionOrder::priority)
                .thenComparing(one -> -one.excess(signal));
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
            text.append("Threshold quantity: ").append(text(least, signal));
            text.append(", available: ").append(text(available, signal)).append(". ");
        }
        if (!signal.isBytes()) {
            return text.toString();
        }
        for (PodUsage.OfContainer one : victim.containers()) {
            if (one.of(signal).amount() > one.request(signal)) {
                text.append("Container ").append(one.spec().name()).append(" was using ");
                text.append(text(one.of(signal).amount(), signal));
                String request = text(one.request(signal), signal);
                text.append(
                        namesThreshold
                                ? ", request is " + request + ", has larger consumption of " + signal.resource() + ". "
                                : ", which exceeds its request of " + request + ". ");
            }
        }
        return text.toString();
    }

    private static String text(long amount, Signal signal) {
        return Quantity.of(amount, signal.isBytes() ? QuantityFormat.BINARY_SI : QuantityFormat.DECIMAL_SI)
                .toString();
    }
}
