package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;

/** The finalizers by which the API server passes the deletion policy of an object to the garbage collector. */
final class DeletionMarks {

    /** The dependents are orphaned before the object is deleted. */
    static final String ORPHAN = "orphan";

    /** The dependents are deleted before the object. */
    static final String FOREGROUND = "foregroundDeletion";

    private final boolean noticesLateMarks;

    /**
     * The marks as the collector of a version reads them.
     *
     * @param noticesLateMarks whether a mark counts that comes when the deletion has begun already
     */
    DeletionMarks(boolean noticesLateMarks) {
        this.noticesLateMarks = noticesLateMarks;
    }

    /** Whether the object waits for the deletion of its dependents. */
    static boolean isForeground(KubernetesObject object) {
        return object.metadata().isDeleting() && has(object, FOREGROUND);
    }

    /** Whether the wait begins with this state. */
    boolean startsForeground(KubernetesObject before, KubernetesObject after) {
        return starts(before, after, FOREGROUND);
    }

    /** Whether its dependents have to be orphaned from this state on. */
    boolean startsOrphaning(KubernetesObject before, KubernetesObject after) {
        return starts(before, after, ORPHAN);
    }

    static boolean has(KubernetesObject object, String finalizer) {
        return object.metadata().finalizers().contains(finalizer);
    }

    private boolean starts(KubernetesObject before, KubernetesObject after, String finalizer) {
        boolean is = after.metadata().isDeleting() && has(after, finalizer);
        boolean was = before != null && before.metadata().isDeleting() && (has(before, finalizer) || !noticesLateMarks);
        return is && !was;
    }
}
