package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.Expectations;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Knows for which owners something was ever expected. */
final class WatchedExpectations implements Expectations {

    private final Expectations expectations;
    private final Set<ObjectKey> owners = new LinkedHashSet<>();

    WatchedExpectations(Expectations expectations) {
        this.expectations = expectations;
    }

    boolean areUsed() {
        return !owners.isEmpty();
    }

    List<ObjectKey> unsatisfied() {
        return owners.stream().filter(owner -> !expectations.satisfied(owner)).toList();
    }

    @Override
    public boolean satisfied(ObjectKey owner) {
        return expectations.satisfied(owner);
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {
        owners.add(owner);
        expectations.expectCreations(owner, count);
    }

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {
        owners.add(owner);
        expectations.expectDeletions(owner, uids);
    }

    @Override
    public void creationObserved(ObjectKey owner) {
        expectations.creationObserved(owner);
    }

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {
        expectations.deletionObserved(owner, uid);
    }

    @Override
    public void forget(ObjectKey owner) {
        expectations.forget(owner);
    }
}
