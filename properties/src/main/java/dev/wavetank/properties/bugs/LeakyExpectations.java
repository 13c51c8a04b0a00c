package dev.wavetank.properties.bugs;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import java.util.Collection;

/**
 * Expectations that only an observation meets: a pod whose creation failed is expected until the expectations expire
 * after five minutes.
 */
final class LeakyExpectations implements Expectations {

    private final ControllerExpectations seen;

    LeakyExpectations(ControllerEnvironment environment) {
        this.seen = new ControllerExpectations(environment.context(), ReplicaSetController.NAME);
        environment.informer(Resources.PODS, Pod.class).addHandler(new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                pod.metadata()
                        .controller()
                        .filter(owner -> owner.kind().equals(ReplicaSet.KIND))
                        .ifPresent(owner ->
                                seen.creationObserved(new ObjectKey(pod.key().namespace(), owner.name())));
            }

            @Override
            public void updated(Pod before, Pod after) {
                // Only creations leak.
            }

            @Override
            public void deleted(Pod last) {
                // Only creations leak.
            }
        });
    }

    @Override
    public boolean satisfied(ObjectKey owner) {
        return seen.satisfied(owner);
    }

    @Override
    public void expectCreations(ObjectKey owner, int count) {
        seen.expectCreations(owner, count);
    }

    @Override
    public void expectDeletions(ObjectKey owner, Collection<String> uids) {
        seen.expectDeletions(owner, uids);
    }

    @Override
    public void creationObserved(ObjectKey owner) {
        // The controller calls this when it has observed a pod, which is counted above, and when a creation has
        // failed.
    }

    @Override
    public void deletionObserved(ObjectKey owner, String uid) {
        seen.deletionObserved(owner, uid);
    }

    @Override
    public void forget(ObjectKey owner) {
        seen.forget(owner);
    }
}
