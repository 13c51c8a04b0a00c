package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.controller.owned.Expectations;
import java.util.Collection;

/** Expectations without a memory: the controller trusts its cache right after it has created pods. */
final class ForgetfulExpectations implements Expectations {

    @Override
    public boolean satisfied(ObjectKey owner) {
        return true;
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {}

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {}

    @Override
    public void creationObserved(ObjectKey owner) {}

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {}

    @Override
    public void forget(ObjectKey owner) {}
}
