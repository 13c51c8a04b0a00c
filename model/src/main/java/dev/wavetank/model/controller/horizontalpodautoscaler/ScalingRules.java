package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Policy;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Rules;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Spec;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;

/** Limits a proposal: stabilization, rate limits, minimum and maximum number. */
final class ScalingRules {

    private static final int PERCENT = 100;
    private static final int QUARTER_MINUTE = 15;
    private static final Rules UP = new Rules(
            0,
            "Max",
            List.of(new Policy("Pods", 4, QUARTER_MINUTE), new Policy("Percent", PERCENT, QUARTER_MINUTE)),
            null);
    private static final Rules DOWN =
            new Rules(null, "Max", List.of(new Policy("Percent", PERCENT, QUARTER_MINUTE)), null);

    private final Spec spec;
    private final long stabilization;
    private final ScalingHistory history;

    /**
     * A number of replicas and why it differs from the proposal.
     *
     * @param replicas how many
     * @param able reason of the condition AbleToScale
     * @param limited reason of the condition ScalingLimited
     */
    record Decision(int replicas, String able, String limited) {}

    /** Rules; {@code stabilization} is the default window for scaling down, in nanoseconds. */
    ScalingRules(Spec spec, long stabilization, ScalingHistory history) {
        this.spec = spec;
        this.stabilization = stabilization;
        this.history = history;
    }

    /** Decides, and records the proposal. */
    Decision decide(int current, int proposed) {
        history.recommend(proposed);
        int stable = stable(current, proposed);
        String able = stable == proposed
                ? "ReadyForNewScale"
                : stable > proposed ? "ScaleDownStabilized" : "ScaleUpStabilized";
        return spec.behavior() == null ? plain(current, stable, able) : ruled(current, stable, able);
    }

    private int stable(int current, int proposed) {
        long upWindow =
                spec.behavior() == null ? 0 : window(rules(spec.behavior().scaleUp(), UP), 0);
        long downWindow = spec.behavior() == null
                ? stabilization
                : window(rules(spec.behavior().scaleDown(), DOWN), stabilization);
        int least = history.least(upWindow, proposed);
        int most = history.most(downWindow, proposed);
        if (spec.behavior() == null) {
            return most;
        }
        int stable = current;
        stable = Math.max(stable, least);
        return Math.min(stable, most);
    }

    private static long window(Rules rules, long standard) {
        Integer seconds = rules.stabilizationWindowSeconds();
        return seconds == null ? standard : seconds * VirtualTime.SECOND;
    }

    /** The rules of a spec, completed with the default ones. */
    private static Rules rules(Rules given, Rules standard) {
        if (given == null) {
            return standard;
        }
        return new Rules(
                given.stabilizationWindowSeconds() == null
                        ? standard.stabilizationWindowSeconds()
                        : given.stabilizationWindowSeconds(),
                given.selectPolicy() == null ? standard.selectPolicy() : given.selectPolicy(),
                given.policies() == null ? standard.policies() : given.policies(),
                null);
    }

    private Decision plain(int current, int stable, String able) {
        int limit = Math.max(2 * current, 4);
        int most = Math.min(limit, spec.maxReplicas());
        if (stable < spec.least()) {
            return new Decision(spec.least(), able, "TooFewReplicas");
        }
        if (stable > most) {
            return new Decision(most, able, most == limit ? "ScaleUpLimit" : "TooManyReplicas");
        }
        return new Decision(stable, able, "DesiredWithinRange");
    }

    private Decision ruled(int current, int stable, String able) {
        if (stable > current) {
            int limit = Math.max(current, limit(rules(spec.behavior().scaleUp(), UP), current, 1));
            int most = Math.min(limit, spec.maxReplicas());
            return stable > most
                    ? new Decision(most, able, most == limit ? "ScaleUpLimit" : "TooManyReplicas")
                    : new Decision(stable, able, "DesiredWithinRange");
        }
        if (stable < current) {
            int limit = Math.min(current, limit(rules(spec.behavior().scaleDown(), DOWN), current, -1));
            int least = Math.max(limit, spec.least());
            return stable < least
                    ? new Decision(least, able, least == limit ? "ScaleDownLimit" : "TooFewReplicas")
                    : new Decision(stable, able, "DesiredWithinRange");
        }
        return new Decision(stable, able, "DesiredWithinRange");
    }

    /** The limit that the policies permit, from the number at the start of their periods. */
    private int limit(Rules rules, int current, int direction) {
        if ("Disabled".equals(rules.selectPolicy())) {
            return current;
        }
        List<Integer> limits = new ArrayList<>();
        for (Policy policy : rules.policies()) {
            int start = current - history.changed(policy.periodSeconds() * VirtualTime.SECOND);
            double change = "Pods".equals(policy.type()) ? policy.value() : start * (double) policy.value() / PERCENT;
            limits.add(direction > 0 ? (int) StrictMath.ceil(start + change) : (int) Math.max(0, start - change));
        }
        boolean furthest = "Max".equals(rules.selectPolicy()) == direction > 0;
        return limits.stream().reduce(furthest ? Math::max : Math::min).orElse(current);
    }
}
