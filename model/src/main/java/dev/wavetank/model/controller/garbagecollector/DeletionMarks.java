package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;

/** The finalizers by which the API server tells the garbage collector how an object is to be deleted. */
final class DeletionMarks {

    /** The dependents are set free before the object goes. */
    static final String ORPHAN = "orphan";

    /** The dependents go before the object does. */
    static final String FOREGROUND = "foregroundDeletion";

    private DeletionMarks() {}

    /** Whether the object waits for its dependents to go. */
    static boolean isForeground(KubernetesObject object) {
        return object.metadata().isDeleting() && has(object, FOREGROUND);
    }

    /** Whether the wait has begun with this state. */
    static boolean startsForeground(KubernetesObject before, KubernetesObject after) {
        return starts(before, after, FOREGROUND);
    }

    /** Whether its dependents are to be set free from this state on. */
    static boolean startsOrphaning(KubernetesObject before, KubernetesObject after) {
        return starts(before, after, ORPHAN);
    }

    static boolean has(KubernetesObject object, String finalizer) {
        return object.metadata().finalizers().contains(finalizer);
    }

    private static boolean starts(KubernetesObject before, KubernetesObject after, String finalizer) {
        boolean is = after.metadata().isDeleting() && has(after, finalizer);
        boolean was = before != null && before.metadata().isDeleting() && has(before, finalizer);
        return is && !was;
    }
}
