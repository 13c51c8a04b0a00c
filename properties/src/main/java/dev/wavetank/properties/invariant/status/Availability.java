package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.apps.Deployment;
import org.jspecify.annotations.Nullable;

/** How many pods of a Deployment have to be available for it to be {@code Available}. */
final class Availability {

    private Availability() {}

    /** Its replicas without those that its strategy lets miss; all where they are recreated. */
    static int least(Deployment deployment) {
        int wanted =
                deployment.spec().replicas() == null ? 1 : deployment.spec().replicas();
        Deployment.Strategy strategy = deployment.spec().strategy();
        if (strategy != null && "Recreate".equals(strategy.type())) {
            return wanted;
        }
        Deployment.RollingUpdate bounds = strategy == null ? null : strategy.rollingUpdate();
        int missing = resolve(bounds == null ? null : bounds.maxUnavailable(), wanted, false);
        boolean permitsNothing = missing == 0 && resolve(bounds == null ? null : bounds.maxSurge(), wanted, true) == 0;
        return wanted - Math.min(wanted, permitsNothing ? 1 : missing);
    }

    private static int resolve(@Nullable Object bound, int wanted, boolean up) {
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound == null ? "25%" : bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * wanted + (up ? 99 : 0)) / 100;
    }
}
