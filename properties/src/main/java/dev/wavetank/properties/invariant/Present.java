package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind that are in the store now.
 *
 * @param <T> their type
 */
public final class Present<T extends KubernetesObject> {

    private final Class<T> kind;
    private final Map<String, T> byUid = new LinkedHashMap<>();

    /** None at first. */
    public Present(Class<T> kind) {
        this.kind = kind;
    }

    /**
     * Applies a change.
     *
     * @return whether it was one of this kind
     */
    public boolean observe(StoreTrace change) {
        if (!kind.isInstance(change.object())) {
            return false;
        }
        T object = kind.cast(change.object());
        if (change.change() == WatchEvent.Type.DELETED) {
            byUid.remove(object.uid());
        } else {
            byUid.put(object.uid(), object);
        }
        return true;
    }

    /** The object with this uid, or null. */
    public @Nullable T get(@Nullable String uid) {
        return uid == null ? null : byUid.get(uid);
    }

    /** All, in the order in which they came. */
    public Collection<T> all() {
        return byUid.values();
    }

    /** The uid of the managing controller of an object; empty when it has none. */
    public static String controllerOf(KubernetesObject object) {
        return object.metadata().controller().map(OwnerReference::uid).orElse("");
    }
}
