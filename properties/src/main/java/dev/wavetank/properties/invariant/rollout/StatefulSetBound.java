package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.apps.StatefulSet;

/** How many pods of a StatefulSet may be unavailable while it is updated. */
final class StatefulSetBound {

    private static final int PERCENT = 100;

    private StatefulSetBound() {}

    /**
     * The bound as a number, one at least ({@code getStatefulSetMaxUnavailable}, pkg/controller/statefulset v1.32): a
     * percentage is of all pods, rounded down.
     */
    static int maxUnavailable(StatefulSet set) {
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        Object bound = strategy == null || strategy.rollingUpdate() == null
                ? null
                : strategy.rollingUpdate().maxUnavailable();
        if (bound instanceof Number number) {
            return Math.max(1, number.intValue());
        }
        return bound == null || !bound.toString().matches("[0-9]{1,3}%")
                ? 1
                : Math.max(1, Integer.parseInt(bound.toString().replace("%", "")) * set.replicas() / PERCENT);
    }
}
