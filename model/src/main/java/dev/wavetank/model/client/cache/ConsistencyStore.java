package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Remembers up to which revision a controller has written objects on behalf of an owner, and tells whether the
 * controller's caches have seen these writes: KEP-5647, {@code pkg/controller/util/consistency} of Kubernetes 1.36.
 *
 * <p>Expectations protect a controller too, but they expire after five minutes, and then it acts on a cache that may be
 * older still (Kubernetes issue 129795). This comparison does not expire.
 */
public final class ConsistencyStore {

    private final Map<ResourceType, Informer<?>> caches = new LinkedHashMap<>();
    private final Map<ObjectKey, Writes> byOwner = new LinkedHashMap<>();

    /** The newest revisions written for one owner, by resource. */
    private record Writes(String uid, Map<ResourceType, Long> newest) {}

    /**
     * A cache that lags behind a write.
     *
     * @param resource what it holds
     * @param read the revision up to which it is complete
     * @param wrote the revision of the write
     */
    public record StaleCache(ResourceType resource, long read, long wrote) {

        /** The sentence of {@code ConsistencyError}. */
        @Override
        public String toString() {
            String group = resource.group().isEmpty() ? "" : "." + resource.group();
            return "read version: " + read + " is not as new as written version: " + wrote + " for group resource "
                    + resource.plural() + group;
        }
    }

    /** Nothing has been written; writes of other resources than the informers' are not remembered. */
    public ConsistencyStore(List<Informer<?>> informers) {
        informers.forEach(informer -> caches.put(informer.resource(), informer));
    }

    /**
     * An object of an owner was written, or the owner itself. What was written for an older owner of that name is
     * forgotten.
     *
     * @param uid of the owner
     * @param resource of the written object
     * @param revision that the object got
     */
    public void wroteAt(ObjectKey owner, String uid, ResourceType resource, long revision) {
        if (!caches.containsKey(resource)) {
            return;
        }
        Writes known = byOwner.get(owner);
        if (known == null || !known.uid().equals(uid)) {
            known = new Writes(uid, new LinkedHashMap<>(2));
            byOwner.put(owner, known);
        }
        known.newest().merge(resource, revision, Math::max);
    }

    /** A cache that does not show what was written for the owner; none when all do, which forgets the writes. */
    public Optional<StaleCache> ensureReady(ObjectKey owner) {
        Writes known = byOwner.get(owner);
        if (known == null) {
            return Optional.empty();
        }
        for (Map.Entry<ResourceType, Long> write : known.newest().entrySet()) {
            long read = caches.get(write.getKey()).lastStoreSyncResourceVersion();
            if (write.getValue() > read) {
                return Optional.of(new StaleCache(write.getKey(), read, write.getValue()));
            }
        }
        byOwner.remove(owner);
        return Optional.empty();
    }

    /**
     * Forgets what was written for an owner.
     *
     * @param uid of the owner that is gone; null for whichever has that name
     */
    public void clear(ObjectKey owner, @Nullable String uid) {
        Writes known = byOwner.get(owner);
        if (known != null && (uid == null || known.uid().equals(uid))) {
            byOwner.remove(owner);
        }
    }
}
