package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.controller.ControllerFlag;
import java.util.Locale;
import java.util.function.Function;

/**
 * A kind whose objects are kept as if they were ReplicaSets: one controller, several kinds.
 *
 * @param resource of the objects
 * @param type record of the objects
 * @param name of the controller: its user agent, and the source of its events
 * @param workers flag that says how many objects are worked on at the same time
 * @param view an object as a ReplicaSet
 * @param original the object that such a ReplicaSet stands for
 * @param <T> kind of the objects
 */
public record ReplicaKind<T extends KubernetesObject>(
        ResourceType resource,
        Class<T> type,
        String name,
        ControllerFlag workers,
        Function<T, ReplicaSet> view,
        Function<ReplicaSet, T> original) {

    /** ReplicaSets themselves. */
    public static final ReplicaKind<ReplicaSet> REPLICA_SETS = new ReplicaKind<>(
            Resources.REPLICA_SETS,
            ReplicaSet.class,
            ReplicaSetController.NAME,
            ControllerFlag.CONCURRENT_REPLICASET_SYNCS,
            Function.identity(),
            Function.identity());

    /** The kind as milestones write it. */
    String noun() {
        return resource.kind().toLowerCase(Locale.ROOT);
    }
}
