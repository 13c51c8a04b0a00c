package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.controller.owned.Expectations;
import java.util.Collection;

/** Expectations that outlive the object that they are about, and hold for the next one of its name. */
final class KeptExpectations implements Expectations {

    private final Expectations right;

    KeptExpectations(Expectations right) {
        this.right = right;
    }

    @Override
    public boolean satisfied(ObjectKey owner) {
        return right.satisfied(owner);
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {
        right.expectCreations(owner, count);
    }

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {
        right.expectDeletions(owner, uids);
    }

    @Override
    public void creationObserved(ObjectKey owner) {
        right.creationObserved(owner);
    }

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {
        right.deletionObserved(owner, uid);
    }

    @Override
    public void forget(ObjectKey owner) {
        // They are kept.
    }
}
