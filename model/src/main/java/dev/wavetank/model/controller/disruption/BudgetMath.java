package dev.wavetank.model.controller.disruption;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The arithmetic of a budget over the pods that it selects. */
final class BudgetMath {

    /** {@code DeletionTimeout}: how long a pod with a permitted eviction counts as deleted. */
    static final long DELETION_TIMEOUT = 2 * VirtualTime.MINUTE;

    private BudgetMath() {}

    /** A number, or a percentage of a total, rounded up. */
    static int scaled(Object amount, int total) {
        if (amount instanceof Number number) {
            return number.intValue();
        }
        String text = String.valueOf(amount).trim();
        if (!text.endsWith("%")) {
            return Integer.parseInt(text);
        }
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (int) (((long) percent * total + 99) / 100);
    }

    /** Whether it is a percentage. */
    static boolean isPercentage(Object amount) {
        return amount instanceof String text && text.trim().endsWith("%");
    }

    /** The permitted evictions that are still pending; the others are complete, or have failed. */
    static Map<String, Instant> pending(List<Pod> pods, Map<String, Instant> disrupted, Instant now) {
        Map<String, Instant> pending = new TreeMap<>();
        for (Pod pod : pods) {
            Instant since = disrupted.get(pod.metadata().name());
            if (!pod.metadata().isDeleting() && since != null && Timestamps.between(since, now) <= DELETION_TIMEOUT) {
                pending.put(pod.metadata().name(), since);
            }
        }
        return pending;
    }

    /** The number of pods that are ready, not being deleted, and without a pending eviction. */
    static int healthy(List<Pod> pods, Map<String, Instant> pending) {
        int healthy = 0;
        for (Pod pod : pods) {
            if (!pod.metadata().isDeleting()
                    && pod.isReady()
                    && !pending.containsKey(pod.metadata().name())) {
                healthy++;
            }
        }
        return healthy;
    }
}
