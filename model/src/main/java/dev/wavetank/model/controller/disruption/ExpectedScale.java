package dev.wavetank.model.controller.disruption;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Informer;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many pods the controller of a pod wants: the Deployment above its ReplicaSet, or else the ReplicaSet, by the
 * caches; a StatefulSet or ReplicationController by a live read, where Kubernetes has caches of these, too.
 */
final class ExpectedScale {

    private static final ResourceType STATEFUL_SETS =
            new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true);
    private static final ResourceType REPLICATION_CONTROLLERS =
            new ResourceType("", "v1", "ReplicationController", "replicationcontrollers", true);

    private final ApiClient client;
    private final Informer<Deployment> deployments;
    private final Informer<ReplicaSet> sets;

    /**
     * What wants pods.
     *
     * @param uid of it
     * @param replicas how many
     */
    record Scale(String uid, int replicas) {}

    ExpectedScale(ApiClient client, Informer<Deployment> deployments, Informer<ReplicaSet> sets) {
        this.client = client;
        this.deployments = deployments;
        this.sets = sets;
    }

    /** The scale of the pod's controller; empty when it is not there or has none. */
    Completion<Optional<Scale>> of(Pod pod, OwnerReference owner) {
        String namespace = pod.key().namespace();
        return switch (owner.kind()) {
            case ReplicaSet.KIND -> Completion.of(ofSet(namespace, owner));
            case "StatefulSet" -> live(STATEFUL_SETS, namespace, owner);
            case "ReplicationController" -> live(REPLICATION_CONTROLLERS, namespace, owner);
            default -> Completion.of(Optional.empty());
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
        return client.send(new ApiRequest.Get(type, namespace, owner.name())).map(response -> {
            if (response instanceof ApiResponse.One one
                    && one.object().uid().equals(owner.uid())
                    && one.object() instanceof GenericObject object
                    && object.other().get("spec") instanceof Map<?, ?> spec
                    && spec.get("replicas") instanceof Number replicas) {
                return Optional.of(new Scale(owner.uid(), replicas.intValue()));
            }
            return Optional.empty();
        });
    }

    /** The sum over different controllers. */
    static int sum(List<Scale> scales) {
        return scales.stream().distinct().mapToInt(Scale::replicas).sum();
    }
}
