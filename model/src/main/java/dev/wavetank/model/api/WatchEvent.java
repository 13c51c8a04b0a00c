package dev.wavetank.model.api;

/**
 * One change on a watch.
 *
 * @param type what happened
 * @param object the state after the change; for {@link Type#DELETED} the last state; for {@link Type#BOOKMARK} nothing
 *     but kind and resourceVersion; null for {@link Type#ERROR}
 * @param error why the watch cannot go on, for {@link Type#ERROR} only
 */
public record WatchEvent(Type type, KubernetesObject object, Status error) {

    /** Kinds of changes. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        /** All changes up to the revision of the object have been sent. */
        BOOKMARK,
        ERROR
    }

    /** Annotation of the bookmark that follows the last of the objects that existed when the watch began. */
    public static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    /** A change of an object, or a bookmark. */
    public static WatchEvent of(Type type, KubernetesObject object) {
        return new WatchEvent(type, object, null);
    }

    /** The watch cannot go on. */
    public static WatchEvent error(Status why) {
        return new WatchEvent(Type.ERROR, null, why);
    }
}
