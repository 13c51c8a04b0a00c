package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Policy;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Rules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far an autoscaler may go in one step, by the policies of its {@code behavior}: what was changed in the period
 * before leaves it less. Directions without policies of the user are not limited here.
 */
final class ScalingSteps {

    private static final double PERCENT = 100;
    private static final int UNLIMITED = Integer.MAX_VALUE;

    private ScalingSteps() {}

    /** The greatest size after a step up from this size. */
    static int most(HorizontalPodAutoscaler one, int from) {
        Rules rules =
                one.spec().behavior() == null ? null : one.spec().behavior().scaleUp();
        List<Policy> policies = policies(rules);
        if (rules == null || policies.isEmpty()) {
            return UNLIMITED;
        }
        boolean isLeast = "Min".equals(rules.selectPolicy());
        int most = isLeast ? UNLIMITED : 0;
        for (Policy policy : policies) {
            int limit = (int) StrictMath.ceil(from + change(policy, from));
            most = isLeast ? Math.min(most, limit) : Math.max(most, limit);
        }
        return Math.max(from, most);
    }

    /** The smallest size after a step down from this size. */
    static int least(HorizontalPodAutoscaler one, int from) {
        Rules rules =
                one.spec().behavior() == null ? null : one.spec().behavior().scaleDown();
        List<Policy> policies = policies(rules);
        if (rules == null || policies.isEmpty()) {
            return 0;
        }
        boolean isLeast = "Min".equals(rules.selectPolicy());
        int least = isLeast ? 0 : from;
        for (Policy policy : policies) {
            int limit = (int) Math.max(0, from - change(policy, from));
            least = isLeast ? Math.max(least, limit) : Math.min(least, limit);
        }
        return least;
    }

    private static List<Policy> policies(@Nullable Rules rules) {
        return rules == null || rules.policies() == null ? List.of() : rules.policies();
    }

    private static double change(Policy policy, int from) {
        return policy.type().equals("Pods") ? policy.value() : from * policy.value() / PERCENT;
    }
}
