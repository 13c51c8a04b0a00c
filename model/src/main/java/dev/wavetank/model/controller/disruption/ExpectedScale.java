package dev.wavetank.model.controller.disruption;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scales;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;

/**
 * The scale of a pod's controller: the Deployment above its ReplicaSet, or else the ReplicaSet, from the caches; any
 * other kind by a live read of its scale. Kubernetes has caches of StatefulSets and ReplicationControllers, too.
 */
final class ExpectedScale {

    private final Scales scales;
    private final Informer<Deployment> deployments;
    private final Informer<ReplicaSet> sets;

    /**
     * The scale of a controller.
     *
     * @param uid of the controller
     * @param replicas how many
     */
    record Scale(String uid, int replicas) {}

    ExpectedScale(ApiClient client, Informer<Deployment> deployments, Informer<ReplicaSet> sets) {
        this.scales = new Scales(client);
        this.deployments = deployments;
        this.sets = sets;
    }

    /** The scale of the pod's controller; empty when it does not exist or has no scale. */
    Completion<Optional<Scale>> of(Pod pod, OwnerReference owner) {
        String namespace = pod.key().namespace();
        return switch (owner.kind()) {
            case ReplicaSet.KIND -> Completion.of(ofSet(namespace, owner));
            default ->
                scales.resource(owner.apiVersion(), owner.kind())
                        .then(type ->
                                type.isEmpty() ? Completion.of(Optional.empty()) : live(type.get(), namespace, owner));
        };
    }

    private Optional<Scale> ofSet(String namespace, OwnerReference owner) {
        ReplicaSet set = sets.cached(new ObjectKey(namespace, owner.name()));
        if (set == null || !set.uid().equals(owner.uid())) {
            return Optional.empty();
        }
        Optional<OwnerReference> above =
                set.metadata().controller().filter(reference -> reference.kind().equals(Deployment.KIND));
        if (above.isEmpty()) {
            return Optional.of(new Scale(set.uid(), set.spec().replicas()));
        }
        Deployment deployment =
                deployments.cached(new ObjectKey(namespace, above.get().name()));
        return deployment == null || !deployment.uid().equals(above.get().uid())
                ? Optional.empty()
                : Optional.of(new Scale(deployment.uid(), deployment.spec().replicas()));
    }

    private Completion<Optional<Scale>> live(ResourceType type, String namespace, OwnerReference owner) {
        return scales.get(type, namespace, owner.name())
                .map(response -> response instanceof ApiResponse.One one
                                && one.object().uid().equals(owner.uid())
                        ? Optional.of(new Scale(owner.uid(), Scales.of(one).wanted()))
                        : Optional.empty());
    }

    /** The sum over different controllers. */
    static int sum(List<Scale> scales) {
        return scales.stream().distinct().mapToInt(Scale::replicas).sum();
    }
}
