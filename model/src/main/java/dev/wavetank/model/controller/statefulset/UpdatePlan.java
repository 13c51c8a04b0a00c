package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import java.util.ArrayList;
import java.util.List;

/**
 * Which pods of a StatefulSet a sync of its rolling update deletes, since {@code maxUnavailable} bounds it ({@code
 * updateStatefulSetAfterInvariantEstablished} in pkg/controller/statefulset/stateful_set_control.go).
 *
 * <p>Pods of a set with {@code Parallel} management that are unavailable and not of the present template go without
 * regard to the bound: they can only become better.
 */
final class UpdatePlan {

    private UpdatePlan() {}

    /**
     * The pods to delete, in order.
     *
     * @param pods all wanted pods by their ordinal, also those that are still to be made
     * @param newest name of the revision of the present template
     */
    static List<Pod> of(StatefulSet set, List<Pod> pods, String newest, PodState state) {
        boolean isParallel = "Parallel".equals(set.spec().podManagementPolicy());
        int room = maxUnavailable(set);
        List<Pod> unavailable = new ArrayList<>();
        List<Pod> available = new ArrayList<>();
        for (int i = pods.size() - 1; i >= 0; i--) {
            Pod pod = pods.get(i);
            boolean isHealthy = state.isHealthy(pod);
            room -= isHealthy ? 0 : 1;
            if (i < partition(set)
                    || pod.metadata().isDeleting()
                    || Identity.revision(pod).equals(newest)) {
                continue;
            }
            if (isParallel && !isHealthy) {
                unavailable.add(pod);
            } else {
                available.add(pod);
            }
        }
        unavailable.addAll(available.subList(0, Math.max(0, Math.min(room, available.size()))));
        return unavailable;
    }

    /** Pods before it stay as they are. */
    static int partition(StatefulSet set) {
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        return strategy == null || strategy.rollingUpdate() == null
                ? 0
                : Defaults.zeroIfNull(strategy.rollingUpdate().partition());
    }

    /** How many pods may be unhealthy: at least one, however small the percentage. */
    private static int maxUnavailable(StatefulSet set) {
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        Object bound = strategy == null || strategy.rollingUpdate() == null
                ? null
                : strategy.rollingUpdate().maxUnavailable();
        if (bound == null) {
            return 1;
        }
        if (bound instanceof Number number) {
            return Math.max(1, number.intValue());
        }
        String text = bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return Math.max(1, percent * set.replicas() / 100);
    }
}
