package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.ObjectKey;
import java.util.Collection;

/**
 * The creations and deletions that a controller has asked for and not yet seen in its cache. While some are
 * outstanding the cache is known to be stale, and the controller must not count its objects.
 */
public interface Expectations {

    /**
     * Whether everything that was expected for this owner has been seen, or nothing was, or it has taken too long.
     */
    boolean satisfied(ObjectKey owner);

    /** Replaces the expectations of the owner: so many creations will be seen. */
    void expectCreations(ObjectKey owner, int count);

    /** Replaces the expectations of the owner: the deletion of these objects will be seen. */
    void expectDeletions(ObjectKey owner, Collection<String> uids);

    /** A creation was seen, or will not come. */
    void creationObserved(ObjectKey owner);

    /** A deletion was seen, or will not come. */
    void deletionObserved(ObjectKey owner, String uid);

    /** The owner is gone. */
    void forget(ObjectKey owner);
}
