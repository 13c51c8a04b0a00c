package dev.wavetank.model.controller.replicationcontroller;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.api.core.ReplicationControllerBuilder;
import dev.wavetank.model.api.core.ReplicationControllerSpecBuilder;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.replicaset.ReplicaKind;
import dev.wavetank.model.controller.replicaset.ReplicaSetController;
import org.jspecify.annotations.Nullable;

/** Runs the ReplicaSet controller for ReplicationControllers. */
public final class ReplicationManager {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.REPLICATION_CONTROLLER.userAgent();

    private static final ReplicaKind<ReplicationController> KIND = new ReplicaKind<>(
            Resources.REPLICATION_CONTROLLERS,
            ReplicationController.class,
            KubernetesController.REPLICATION_CONTROLLER,
            ReplicationManager::asReplicaSet,
            ReplicationManager::original);

    private ReplicationManager() {}

    /** A controller. */
    public static Controller create(ControllerEnvironment environment) {
        return new ReplicaSetController(
                environment, KIND, PodBatches.SLOW_START, new ControllerExpectations(environment.context(), NAME));
    }

    private static ReplicaSet asReplicaSet(ReplicationController controller) {
        ReplicationController.Spec spec = controller.spec();
        return ReplicaSetBuilder.builder()
                .metadata(controller.metadata())
                .spec(ReplicaSetSpecBuilder.builder()
                        .replicas(spec.replicas())
                        .minReadySeconds(spec.minReadySeconds())
                        .selector(new LabelSelector(spec.selector(), null))
                        .template(spec.template())
                        .other(spec.other())
                        .build())
                .status(viewed(controller.status()))
                .other(controller.other())
                .build();
    }

    private static ReplicationController original(ReplicaSet set) {
        ReplicaSet.Spec spec = set.spec();
        return ReplicationControllerBuilder.builder()
                .metadata(set.metadata())
                .spec(ReplicationControllerSpecBuilder.builder()
                        .replicas(spec.replicas())
                        .minReadySeconds(spec.minReadySeconds())
                        .selector(spec.selector().matchLabels())
                        .template(spec.template())
                        .other(spec.other())
                        .build())
                .status(original(set.status()))
                .other(set.other())
                .build();
    }

    private static ReplicaSet.@Nullable Status viewed(ReplicationController.Status status) {
        return status == null
                ? null
                : new ReplicaSet.Status(
                        status.replicas(),
                        status.fullyLabeledReplicas(),
                        status.readyReplicas(),
                        status.availableReplicas(),
                        null,
                        status.observedGeneration(),
                        status.conditions().stream()
                                .map(condition -> new ReplicaSet.Condition(
                                        condition.type(),
                                        condition.status(),
                                        condition.lastTransitionTime(),
                                        condition.reason(),
                                        condition.message()))
                                .toList(),
                        status.other());
    }

    private static ReplicationController.@Nullable Status original(ReplicaSet.Status status) {
        return status == null
                ? null
                : new ReplicationController.Status(
                        status.replicas(),
                        status.fullyLabeledReplicas(),
                        status.readyReplicas(),
                        status.availableReplicas(),
                        status.observedGeneration(),
                        status.conditions().stream()
                                .map(condition -> new ReplicationController.Condition(
                                        condition.type(),
                                        condition.status(),
                                        condition.lastTransitionTime(),
                                        condition.reason(),
                                        condition.message()))
                                .toList(),
                        status.other());
    }
}
