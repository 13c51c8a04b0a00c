package dev.wavetank.model.apiserver.authn;

import java.time.Instant;
import java.util.Optional;

/** What the server has observed of objects that tokens are bound to; it may lag behind the store. */
@FunctionalInterface
public interface ObservedObjects {

    /**
     * Identity and end of an object.
     *
     * @param uid of the object
     * @param deletionTimestamp when it is to be gone, or null
     */
    record Observed(String uid, Instant deletionTimestamp) {}

    /**
     * The object as far as it has been observed; nothing when there is none.
     *
     * @param kind {@code ServiceAccount}, {@code Pod}, {@code Secret} or {@code Node}
     * @param namespace the empty string for nodes
     */
    Optional<Observed> find(String kind, String namespace, String name);
}
