package dev.wavetank.model.apiserver.registry.core;

import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.policy.PodDisruptionBudgetStatusBuilder;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.IntOrPercent;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import java.util.Objects;

/** PodDisruptionBudgets. */
public final class PodDisruptionBudgetStrategy implements Strategy<PodDisruptionBudget> {

    private static final PodDisruptionBudget.Status NEW = PodDisruptionBudgetStatusBuilder.builder()
            .disruptionsAllowed(0)
            .currentHealthy(0)
            .desiredHealthy(0)
            .expectedPods(0)
            .build();

    @Override
    public Class<PodDisruptionBudget> kind() {
        return PodDisruptionBudget.class;
    }

    @Override
    public PodDisruptionBudget prepareForCreate(PodDisruptionBudget budget) {
        return budget.withStatus(NEW);
    }

    @Override
    public void validate(PodDisruptionBudget budget, FieldErrors errors) {
        PodDisruptionBudget.Spec spec = budget.spec();
        if (spec == null) {
            return;
        }
        if (spec.minAvailable() != null && spec.maxUnavailable() != null) {
            errors.invalid(
                    "spec",
                    "policy.PodDisruptionBudgetSpec{MinAvailable:(*intstr.IntOrString)(0x1), Selector:"
                            + (spec.selector() != null ? "(*v1.LabelSelector)(0x1)" : "(*v1.LabelSelector)(nil)")
                            + ", MaxUnavailable:(*intstr.IntOrString)(0x1)}",
                    "minAvailable and maxUnavailable cannot be both set");
        }
        IntOrPercent.check(spec.minAvailable(), "spec.minAvailable", errors);
        IntOrPercent.check(spec.maxUnavailable(), "spec.maxUnavailable", errors);
        SelectorRules.check(spec.selector(), "spec.selector", errors);
    }

    @Override
    public PodDisruptionBudget prepareForUpdate(PodDisruptionBudget changed, PodDisruptionBudget before) {
        return changed.withStatus(before.status());
    }

    @Override
    public PodDisruptionBudget prepareForStatusUpdate(PodDisruptionBudget changed, PodDisruptionBudget before) {
        return before.withStatus(changed.status());
    }

    @Override
    public boolean hasGeneration() {
        return true;
    }

    @Override
    public boolean desiresOther(PodDisruptionBudget changed, PodDisruptionBudget before) {
        return !Objects.equals(changed.spec(), before.spec());
    }
}
