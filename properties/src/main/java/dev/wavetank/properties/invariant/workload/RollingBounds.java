package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.apps.Deployment;

/**
 * What a Deployment permits: how many pods its ReplicaSets may ask for together, and how many have to be available.
 * Percentages of the surge are rounded up and of the unavailable down; where neither permits anything, one may miss.
 *
 * @param most replicas and surge
 * @param least replicas without those that may miss; 0 where all are replaced at once
 */
record RollingBounds(int most, int least) {

    static RollingBounds of(Deployment deployment) {
        int wanted =
                deployment.spec().replicas() == null ? 1 : deployment.spec().replicas();
        Deployment.Strategy strategy = deployment.spec().strategy();
        if (strategy != null && "Recreate".equals(strategy.type())) {
            return new RollingBounds(wanted, 0);
        }
        Deployment.RollingUpdate bounds = strategy == null ? null : strategy.rollingUpdate();
        int surge = resolve(bounds == null ? null : bounds.maxSurge(), wanted, true);
        int missing = resolve(bounds == null ? null : bounds.maxUnavailable(), wanted, false);
        if (surge == 0 && missing == 0) {
            missing = 1;
        }
        return new RollingBounds(wanted + surge, Math.max(0, wanted - missing));
    }

    private static int resolve(Object bound, int wanted, boolean up) {
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound == null ? "25%" : bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * wanted + (up ? 99 : 0)) / 100;
    }
}
