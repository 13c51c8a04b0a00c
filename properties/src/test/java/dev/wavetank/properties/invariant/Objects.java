package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.core.ResourceQuota;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Objects for stories that are written by hand. The uid of an object is {@code uid-} and its name. */
public final class Objects {

    private Objects() {}

    public static Deployment deployment(String name, int replicas) {
        return DeploymentBuilder.builder()
                .metadata(metadata(name))
                .spec(DeploymentSpecBuilder.builder().replicas(replicas).build())
                .build();
    }

    public static ReplicaSet replicaSet(String name, int replicas, OwnerReference... owners) {
        return ReplicaSetBuilder.builder()
                .metadata(metadata(name, owners))
                .spec(ReplicaSetSpecBuilder.builder().replicas(replicas).build())
                .build();
    }

    /** A pod that nobody has scheduled. */
    public static Pod pod(String name, OwnerReference... owners) {
        return PodBuilder.builder()
                .metadata(metadata(name, owners))
                .spec(PodSpecBuilder.builder()
                        .containers(List.of(container(null)))
                        .build())
                .build();
    }

    public static Pod requesting(Pod pod, String cpu) {
        return pod.withSpec(pod.spec().withContainers(List.of(container(cpu))));
    }

    /** The pod as the scheduler binds it. */
    public static Pod bound(Pod pod, String node) {
        return with(pod.withSpec(pod.spec().withNodeName(node)), "PodScheduled", "True", null);
    }

    public static Pod ready(Pod pod) {
        return with(pod, "Ready", "True", null);
    }

    public static Pod unschedulable(Pod pod) {
        return with(pod, "PodScheduled", "False", "Unschedulable");
    }

    public static Pod addressed(Pod pod, String address) {
        return pod.withStatus(
                PodStatusBuilder.builder().phase("Running").podIP(address).build());
    }

    public static Pod finished(Pod pod) {
        return pod.withStatus(PodStatusBuilder.builder().phase("Failed").build());
    }

    public static Pod deleting(Pod pod) {
        return pod.withMetadata(pod.metadata().withDeletionTimestamp(Instant.EPOCH));
    }

    public static Node node(String name, Map<String, String> allocatable) {
        return new Node(
                ObjectMetaBuilder.builder().name(name).uid("uid-" + name).build(),
                null,
                new Node.Status(allocatable, allocatable, null, null),
                null);
    }

    public static ResourceQuota quota(String name, String pods) {
        return unseen(name, pods).withStatus(new ResourceQuota.Status(Map.of("pods", pods), Map.of("pods", "0")));
    }

    /** A quota that its controller has not counted for yet. */
    public static ResourceQuota unseen(String name, String pods) {
        return new ResourceQuota(metadata(name), new ResourceQuota.Spec(Map.of("pods", pods), null, null), null);
    }

    public static OwnerReference controlledBy(String kind, String name) {
        return new OwnerReference("apps/v1", kind, name, "uid-" + name, true, true);
    }

    private static ObjectMeta metadata(String name, OwnerReference... owners) {
        return ObjectMetaBuilder.builder()
                .namespace("default")
                .name(name)
                .uid("uid-" + name)
                .ownerReferences(List.of(owners))
                .build();
    }

    private static Container container(String cpu) {
        return ContainerBuilder.builder()
                .name("main")
                .resources(cpu == null ? null : new Container.Resources(null, Map.of("cpu", cpu), null))
                .build();
    }

    private static Pod with(Pod pod, String type, String status, String reason) {
        List<Pod.Condition> conditions =
                new ArrayList<>(pod.status() == null ? List.of() : pod.status().conditions());
        conditions.add(new Pod.Condition(type, status, null, null, reason, "by hand"));
        return pod.withStatus(PodStatusBuilder.builder()
                .phase("Running")
                .conditions(conditions)
                .build());
    }
}
