package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSetStatusBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Deployments and ReplicaSets that have only what the arithmetic of a roll-out reads. */
final class Sets {

    static final Instant START = Instant.parse("2024-01-01T00:00:00Z");

    private Sets() {}

    /** A rolling Deployment; the bounds are numbers, percentages or null. */
    static Deployment rolling(int replicas, Object maxSurge, Object maxUnavailable) {
        return deployment(
                replicas,
                new Deployment.Strategy("RollingUpdate", new Deployment.RollingUpdate(maxUnavailable, maxSurge)));
    }

    static Deployment recreated(int replicas) {
        return deployment(replicas, new Deployment.Strategy("Recreate", null));
    }

    static Deployment deployment(Integer replicas, Deployment.Strategy strategy) {
        return DeploymentBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name("web")
                        .uid("uid-web")
                        .generation(1L)
                        .build())
                .spec(DeploymentSpecBuilder.builder()
                        .replicas(replicas)
                        .strategy(strategy)
                        .build())
                .build();
    }

    /** A ReplicaSet that came {@code age} seconds after the start, all of whose pods are available. */
    static ReplicaSet set(String name, int age, int replicas) {
        return set(name, age, replicas, replicas);
    }

    static ReplicaSet set(String name, int age, int replicas, int available) {
        return ReplicaSetBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .generation(1L)
                        .creationTimestamp(START.plusSeconds(age))
                        .build())
                .spec(ReplicaSetSpecBuilder.builder().replicas(replicas).build())
                .status(ReplicaSetStatusBuilder.builder()
                        .replicas(replicas)
                        .readyReplicas(available)
                        .availableReplicas(available)
                        .observedGeneration(1L)
                        .build())
                .build();
    }

    static ReplicaSet annotated(ReplicaSet set, String annotation, int value) {
        Map<String, String> annotations = new LinkedHashMap<>(set.metadata().annotations());
        annotations.put(annotation, Integer.toString(value));
        return set.withMetadata(set.metadata().withAnnotations(annotations));
    }
}
