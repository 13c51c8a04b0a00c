package dev.wavetank.model.controller.disruption;

import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.policy.PodDisruptionBudgetStatusBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Composes the status of a budget. */
final class BudgetStatus {

    private static final String TYPE = "DisruptionAllowed";

    private final boolean withConditions;

    /**
     * The counts of a budget.
     *
     * @param healthy number of healthy pods
     * @param desiredHealthy how many have to be healthy
     * @param expected how many pods should exist
     * @param pending permitted evictions that are still pending
     */
    record Counts(int healthy, int desiredHealthy, int expected, Map<String, Instant> pending) {}

    /** @param withConditions whether budgets have conditions (since 1.21) */
    BudgetStatus(boolean withConditions) {
        this.withConditions = withConditions;
    }

    /** The status that follows from counts. */
    PodDisruptionBudget.Status counted(PodDisruptionBudget budget, Counts counts, Instant now) {
        Long generation = budget.metadata().generation();
        int surplus = counts.healthy() - counts.desiredHealthy();
        int allowed = counts.expected() <= 0 ? 0 : Math.max(0, surplus);
        return PodDisruptionBudgetStatusBuilder.builder()
                .observedGeneration(generation)
                .disruptedPods(counts.pending())
                .disruptionsAllowed(allowed)
                .currentHealthy(counts.healthy())
                .desiredHealthy(counts.desiredHealthy())
                .expectedPods(counts.expected())
                .conditions(
                        allowed > 0
                                ? condition(budget, outcome("True", "SufficientPods", "", generation), now)
                                : condition(budget, outcome("False", "InsufficientPods", "", generation), now))
                .other(budget.status() == null ? null : budget.status().other())
                .build();
    }

    /** The status when the calculation failed: unchanged, but without permitted evictions. */
    PodDisruptionBudget.Status failed(PodDisruptionBudget budget, String error, Instant now) {
        PodDisruptionBudget.Status before = budget.status() == null
                ? PodDisruptionBudgetStatusBuilder.builder()
                        .currentHealthy(0)
                        .desiredHealthy(0)
                        .expectedPods(0)
                        .build()
                : budget.status();
        PodDisruptionBudget.Condition failed = outcome("False", "SyncFailed", error, before.observedGeneration());
        return before.withDisruptionsAllowed(0).withConditions(condition(budget, failed, now));
    }

    private static PodDisruptionBudget.Condition outcome(
            String status, String reason, String message, Long generation) {
        return new PodDisruptionBudget.Condition(TYPE, status, generation, null, reason, message);
    }

    private List<PodDisruptionBudget.Condition> condition(
            PodDisruptionBudget budget, PodDisruptionBudget.Condition outcome, Instant now) {
        if (!withConditions) {
            return List.of();
        }
        Instant since = now;
        if (budget.status() != null) {
            for (PodDisruptionBudget.Condition before : budget.status().conditions()) {
                if (before.type().equals(TYPE) && before.status().equals(outcome.status())) {
                    since = before.lastTransitionTime();
                }
            }
        }
        return List.of(new PodDisruptionBudget.Condition(
                TYPE, outcome.status(), outcome.observedGeneration(), since, outcome.reason(), outcome.message()));
    }
}
