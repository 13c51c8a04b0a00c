package dev.wavetank.model.apiserver.registry.autoscaling;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Policy;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Rules;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Spec;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscalerStatusBuilder;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import java.util.List;

/** HorizontalPodAutoscalers. */
public final class HorizontalPodAutoscalerStrategy implements Strategy<HorizontalPodAutoscaler> {

    private static final int PERIOD_SECONDS = 15;
    private static final Rules NO_RULES = new Rules(null, null, null, null);
    private static final List<Policy> UP =
            List.of(new Policy("Pods", 4, PERIOD_SECONDS), new Policy("Percent", 100, PERIOD_SECONDS));
    private static final List<Policy> DOWN = List.of(new Policy("Percent", 100, PERIOD_SECONDS));
    private static final HorizontalPodAutoscaler.Status NEW = HorizontalPodAutoscalerStatusBuilder.builder()
            .currentReplicas(0)
            .desiredReplicas(0)
            .build();

    @Override
    public Class<HorizontalPodAutoscaler> kind() {
        return HorizontalPodAutoscaler.class;
    }

    /** One that says nothing of metrics looks at the usage of cpu: 80 percent of what is requested. */
    @Override
    public HorizontalPodAutoscaler withDefaults(HorizontalPodAutoscaler autoscaler) {
        Spec spec = autoscaler.spec();
        if (spec == null) {
            return autoscaler;
        }
        Spec complete = new Spec(
                spec.scaleTargetRef(),
                spec.minReplicas() == null ? Integer.valueOf(1) : spec.minReplicas(),
                spec.maxReplicas(),
                spec.followed(),
                behavior(spec.behavior()),
                spec.other());
        return complete.equals(spec) ? autoscaler : autoscaler.withSpec(complete);
    }

    /** What says something about changes says it about both directions. */
    private static HorizontalPodAutoscaler.Behavior behavior(HorizontalPodAutoscaler.Behavior given) {
        if (given == null) {
            return null;
        }
        Rules up = given.scaleUp() == null ? NO_RULES : given.scaleUp();
        Rules down = given.scaleDown() == null ? NO_RULES : given.scaleDown();
        Integer window = up.stabilizationWindowSeconds() == null ? Integer.valueOf(0) : up.stabilizationWindowSeconds();
        return new HorizontalPodAutoscaler.Behavior(
                complete(up, window, UP), complete(down, down.stabilizationWindowSeconds(), DOWN));
    }

    private static Rules complete(Rules rules, Integer window, List<Policy> policies) {
        return new Rules(
                window,
                rules.selectPolicy() == null ? "Max" : rules.selectPolicy(),
                rules.policies() == null ? policies : rules.policies(),
                rules.other());
    }

    @Override
    public HorizontalPodAutoscaler prepareForCreate(HorizontalPodAutoscaler autoscaler) {
        return autoscaler.withStatus(NEW);
    }

    @Override
    public void validate(HorizontalPodAutoscaler autoscaler, FieldErrors errors) {
        AutoscalerValidation.validate(autoscaler.spec(), errors);
    }

    @Override
    public HorizontalPodAutoscaler prepareForUpdate(HorizontalPodAutoscaler changed, HorizontalPodAutoscaler before) {
        return changed.withStatus(before.status());
    }

    @Override
    public HorizontalPodAutoscaler prepareForStatusUpdate(
            HorizontalPodAutoscaler changed, HorizontalPodAutoscaler before) {
        return before.withStatus(changed.status());
    }
}
