package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.List;

/** Which pods disruption budgets protect. They rank candidates and forbid nothing. */
final class Budgets {

    private final List<PodDisruptionBudget> budgets;

    Budgets(List<PodDisruptionBudget> budgets) {
        this.budgets = budgets;
    }

    /**
     * The pods whose loss would violate a budget, in their order: each pod uses up one permitted disruption of every budget that
     * covers it ({@code filterPodsWithPDBViolation}).
     */
    List<PodInfo> violating(List<PodInfo> pods) {
        if (budgets.isEmpty()) {
            return List.of();
        }
        int[] allowed = new int[budgets.size()];
        for (int i = 0; i < allowed.length; i++) {
            PodDisruptionBudget.Status status = budgets.get(i).status();
            allowed[i] = status == null || status.disruptionsAllowed() == null ? 0 : status.disruptionsAllowed();
        }
        List<PodInfo> violating = new ArrayList<>();
        for (PodInfo pod : pods) {
            boolean violates = false;
            for (int i = 0; i < allowed.length; i++) {
                if (covers(budgets.get(i), pod) && --allowed[i] < 0) {
                    violates = true;
                }
            }
            if (violates) {
                violating.add(pod);
            }
        }
        return violating;
    }

    /** An empty selector and pods without labels count for nothing, nor pods whose eviction was granted already. */
    private static boolean covers(PodDisruptionBudget budget, PodInfo pod) {
        return !pod.pod().metadata().labels().isEmpty()
                && String.valueOf(budget.metadata().namespace())
                        .equals(pod.pod().key().namespace())
                && budget.spec() != null
                && budget.spec().selector() != null
                && !budget.spec().selector().isEmpty()
                && budget.covers(pod.pod().metadata().labels())
                && (budget.status() == null
                        || !budget.status()
                                .disruptedPods()
                                .containsKey(pod.pod().metadata().name()));
    }
}
