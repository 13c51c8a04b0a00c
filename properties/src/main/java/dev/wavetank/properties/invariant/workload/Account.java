package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One PodDisruptionBudget, and the evictions that were charged to it. */
final class Account {

    /** When a pod was last charged, by its name. */
    private final Map<String, Long> charged = new LinkedHashMap<>();

    private PodDisruptionBudget budget;
    private long changedAt;
    /** Evictions since its controller counted. */
    private int charges;

    /**
     * Updates the account with the present budget.
     *
     * @return the names of the pods that were charged by this change
     */
    Set<String> take(PodDisruptionBudget now, long time) {
        PodDisruptionBudget before = budget;
        budget = now;
        if (before == null || !Objects.equals(before.spec(), now.spec())) {
            changedAt = time;
        }
        Set<String> added = new LinkedHashSet<>(disrupted(now));
        if (before != null) {
            added.removeAll(disrupted(before));
        }
        if (added.isEmpty() || before == null) {
            charges = before == null || !Objects.equals(before.status(), now.status()) ? 0 : charges;
            return Collections.emptySet();
        }
        charges += added.size();
        added.forEach(pod -> charged.put(pod, time));
        return added;
    }

    private static Set<String> disrupted(PodDisruptionBudget budget) {
        return budget.status() == null
                ? Set.of()
                : budget.status().disruptedPods().keySet();
    }

    PodDisruptionBudget budget() {
        return budget;
    }

    /** When its spec changed last. */
    long changedAt() {
        return changedAt;
    }

    int charges() {
        return charges;
    }

    /** Whether the pod was charged at this time or later. */
    boolean isChargedSince(String pod, long time) {
        return charged.getOrDefault(pod, Long.MIN_VALUE) >= time;
    }

    /** Whether a pod was charged at this time or later: itself, not one that had its name before. */
    boolean isCharged(HealthyPods.Known pod, long since) {
        return isChargedSince(pod.pod().metadata().name(), Math.max(since, pod.bornAt()));
    }

    boolean protects(Pod pod) {
        return budget.key().namespace().equals(pod.key().namespace())
                && (budget.spec() == null
                        || budget.spec().selector() == null
                        || budget.spec().selector().matches(pod.metadata().labels()));
    }
}
