package dev.wavetank.model.api;

/**
 * One change on a watch.
 *
 * @param type what happened
 * @param object the state after the change; for {@link Type#DELETED} the last state; null for {@link Type#ERROR}
 * @param error why the watch cannot go on, for {@link Type#ERROR} only
 */
public record WatchEvent(Type type, KubernetesObject object, Status error) {

    /** Kinds of changes. */
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        ERROR
    }

    /** A change of an object. */
    public static WatchEvent of(Type type, KubernetesObject object) {
        return new WatchEvent(type, object, null);
    }
}
