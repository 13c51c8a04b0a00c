package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Deployment {@code web} and ReplicaSets for it. */
final class RolloutFixture {

    private RolloutFixture() {}

    /** A rolling Deployment of the image {@code v1}, generation 1, with a progress deadline of 600 s. */
    static Deployment rolling(Integer replicas, Object maxUnavailable, Object maxSurge) {
        return deployment(
                replicas,
                new Deployment.Strategy("RollingUpdate", new Deployment.RollingUpdate(maxUnavailable, maxSurge)));
    }

    static Deployment recreating(int replicas) {
        return deployment(replicas, new Deployment.Strategy("Recreate", null));
    }

    static Deployment deployment(Integer replicas, Deployment.Strategy strategy) {
        return DeploymentBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name("web")
                        .uid("web-uid")
                        .generation(1L)
                        .build())
                .spec(DeploymentSpecBuilder.builder()
                        .replicas(replicas)
                        .selector(new LabelSelector(Map.of("app", "web"), null))
                        .template(template("v1"))
                        .strategy(strategy)
                        .progressDeadlineSeconds(600)
                        .build())
                .build();
    }

    static PodTemplateSpec template(String image) {
        return new PodTemplateSpec(
                ObjectMetaBuilder.builder().labels(Map.of("app", "web")).build(),
                PodSpecBuilder.builder()
                        .containers(List.of(ContainerBuilder.builder()
                                .name("c")
                                .image(image)
                                .build()))
                        .build());
    }

    /** A ReplicaSet of another template, at rest, that was created that many seconds after the epoch. */
    static ReplicaSet set(String name, Integer replicas, int available, int created) {
        int pods = replicas == null ? 1 : replicas;
        return ReplicaSetBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .uid(name + "-uid")
                        .generation(1L)
                        .creationTimestamp(Timestamps.EPOCH.plusSeconds(created))
                        .build())
                .spec(ReplicaSetSpecBuilder.builder()
                        .replicas(replicas)
                        .template(template("old"))
                        .build())
                .status(ReplicaSetStatusBuilder.builder()
                        .replicas(pods)
                        .readyReplicas(available)
                        .availableReplicas(available)
                        .observedGeneration(1L)
                        .build())
                .build();
    }

    static ReplicaSet set(String name, int replicas, int available) {
        return set(name, replicas, available, 0);
    }

    static ReplicaSet annotated(ReplicaSet set, String annotation, int value) {
        return set.withMetadata(Annotations.with(set.metadata(), annotation, Integer.toString(value)));
    }

    /** Old ReplicaSets, the oldest first, and then the new one. */
    static Rollout rollout(List<ReplicaSet> old, ReplicaSet newSet) {
        return new Rollout(old, Optional.of(newSet));
    }

    static List<String> names(List<ReplicaSet> sets) {
        return sets.stream().map(set -> set.metadata().name()).toList();
    }

    /** Names with sizes, as {@code web-1=5}. */
    static List<String> sizes(List<ProportionalScaling.Size> sizes) {
        return sizes.stream()
                .map(size -> size.set().metadata().name() + "=" + size.replicas())
                .toList();
    }
}
