package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * How far a rolling update may go.
 *
 * @param unavailable how many nodes may be without an available pod
 * @param surge how many nodes may have two pods
 */
record Bounds(int unavailable, int surge) {

    /** The bounds of a DaemonSet with so many eligible nodes. When nothing else could move, one node may be without. */
    static Bounds of(DaemonSet set, int nodes, KubernetesVersion version) {
        DaemonSet.RollingUpdate given = given(set);
        int unavailable = given == null || given.maxUnavailable() == null ? 1 : resolve(given.maxUnavailable(), nodes);
        int surge = allowsSurge(set, version) ? resolve(given.maxSurge(), nodes) : 0;
        return new Bounds(nodes > 0 && unavailable == 0 && surge == 0 ? 1 : unavailable, surge);
    }

    /** Whether a node may have two pods for a while. */
    static boolean allowsSurge(DaemonSet set, KubernetesVersion version) {
        DaemonSet.RollingUpdate given = given(set);
        return version.has(Feature.DAEMON_SET_SURGE)
                && isRolling(set)
                && given != null
                && given.maxSurge() != null
                && resolve(given.maxSurge(), 1) > 0;
    }

    /** Whether pods are replaced by the controller. */
    static boolean isRolling(DaemonSet set) {
        DaemonSet.UpdateStrategy strategy = set.spec().updateStrategy();
        return strategy == null || !"OnDelete".equals(strategy.type());
    }

    private static DaemonSet.RollingUpdate given(DaemonSet set) {
        DaemonSet.UpdateStrategy strategy = set.spec().updateStrategy();
        return strategy == null ? null : strategy.rollingUpdate();
    }

    /** Percentages are rounded up. */
    private static int resolve(Object bound, int nodes) {
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * nodes + 99) / 100;
    }
}
