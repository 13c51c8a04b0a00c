package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.trace.StoreTrace;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind that are in the store now.
 *
 * @param <T> their type
 */
public final class Present<T extends KubernetesObject> {

    private final Class<T> kind;
    private final Map<String, T> byUid = new LinkedHashMap<>();
    /** The same by the uid of their controllers; null where nobody asks for them so. */
    private final @Nullable Map<String, Map<String, T>> owned;

    /** Of which kinds the controllers are; of any when it is empty. */
    private final List<String> owners;

    /** None at first. */
    public Present(Class<T> kind) {
        this(kind, null, List.of());
    }

    private Present(Class<T> kind, @Nullable Map<String, Map<String, T>> owned, List<String> owners) {
        this.kind = kind;
        this.owned = owned;
        this.owners = owners;
    }

    /**
     * None at first; one that knows at any time which objects a controller has, however many there are.
     *
     * @param owners kinds of controllers; objects of others are left out. Without any, all are in it
     */
    public static <T extends KubernetesObject> Present<T> byOwner(Class<T> kind, String... owners) {
        return new Present<>(kind, new LinkedHashMap<>(), List.of(owners));
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
        boolean isGone = change.change() == WatchEvent.Type.DELETED || !isOfOwners(object);
        T before = isGone ? byUid.remove(object.uid()) : byUid.put(object.uid(), object);
        if (owned != null) {
            index(owned, before, isGone ? null : object);
        }
        return true;
    }

    private boolean isOfOwners(T object) {
        if (owners.isEmpty()) {
            return true;
        }
        for (OwnerReference owner : object.metadata().ownerReferences()) {
            if (owner.isController()) {
                return owners.contains(owner.kind());
            }
        }
        return false;
    }

    private void index(Map<String, Map<String, T>> owned, @Nullable T before, @Nullable T now) {
        String owner = now == null ? "" : controllerOf(now);
        String past = before == null ? "" : controllerOf(before);
        if (before != null && !past.equals(owner) && owned.containsKey(past)) {
            Map<String, T> left = owned.get(past);
            left.remove(before.uid());
            if (left.isEmpty()) {
                owned.remove(past);
            }
        }
        if (now != null && !owner.isEmpty()) {
            owned.computeIfAbsent(owner, first -> new LinkedHashMap<>()).put(now.uid(), now);
        }
    }

    /** Those that a controller has, in the order in which they came to it. Needs {@link #byOwner}. */
    public Collection<T> ownedBy(String controller) {
        Map<String, T> all = Objects.requireNonNull(owned).get(controller);
        return all == null ? List.of() : all.values();
    }

    /**
     * How many of those that a controller has are of a sort, and seen by controllers: what waits for an initializer is
     * not (v1.8 to v1.13). Needs {@link #byOwner}.
     */
    public long countSeen(String controller, Predicate<T> sort) {
        return ownedBy(controller).stream()
                .filter(sort)
                .filter(object -> PendingInitializers.of(object) == null)
                .count();
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
