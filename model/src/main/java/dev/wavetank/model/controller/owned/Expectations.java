package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.ObjectKey;
import java.util.Collection;

/**
 * The creations and deletions that a controller has requested and not yet observed in its cache. While some are
 * outstanding the cache is known to be stale, and the controller must not act on the number of its objects.
 */
public interface Expectations {

    /**
     * Whether everything expected for this owner was observed, nothing was expected, or the expectations have
     * expired.
     */
    boolean satisfied(ObjectKey owner);

    /** Replaces the expectations of the owner by that many creations. */
    void expectCreations(ObjectKey owner, int count);

    /** Replaces the expectations of the owner by the deletion of these objects. */
    void expectDeletions(ObjectKey owner, Collection<String> uids);

    /** Lowers the expected creations by one: it was observed, or has failed. */
    void creationObserved(ObjectKey owner);

    /** Removes an expected deletion: it was observed, or has failed. */
    void deletionObserved(ObjectKey owner, String uid);

    /** Forgets a deleted owner. */
    void forget(ObjectKey owner);
}
