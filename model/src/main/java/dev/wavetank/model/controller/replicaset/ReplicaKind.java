package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.controller.KubernetesController;
import java.util.Locale;
import java.util.function.Function;

/**
 * A kind whose objects are handled like ReplicaSets: one controller, several kinds.
 *
 * @param resource of the objects
 * @param type record of the objects
 * @param controller of the objects: its user agent is the source of its Events, too
 * @param view an object as a ReplicaSet
 * @param original the object behind such a ReplicaSet
 * @param <T> kind of the objects
 */
public record ReplicaKind<T extends KubernetesObject>(
        ResourceType resource,
        Class<T> type,
        KubernetesController controller,
        Function<T, ReplicaSet> view,
        Function<ReplicaSet, T> original) {

    /** ReplicaSets themselves. */
    public static final ReplicaKind<ReplicaSet> REPLICA_SETS = new ReplicaKind<>(
            Resources.REPLICA_SETS,
            ReplicaSet.class,
            KubernetesController.REPLICA_SET,
            Function.identity(),
            Function.identity());

    /** The kind in milestones. */
    String noun() {
        return resource.kind().toLowerCase(Locale.ROOT);
    }
}
