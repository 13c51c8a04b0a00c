package dev.wavetank.model.controller.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.api.apps.DeploymentSpecBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.autoscaling.Scale;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Which scale a pod's controller has: {@code getPodReplicaSet}, {@code getPodDeployment} and {@code getScaleController}
 * of {@code pkg/controller/disruption/disruption.go}, Kubernetes 1.20.
 */
class ExpectedScaleTest {

    private static final Pod POD =
            PodBuilder.builder().metadata(ObjectMeta.named("default", "web-1")).build();

    private final List<KubernetesObject> deployments = new ArrayList<>();
    private final List<KubernetesObject> sets = new ArrayList<>();
    private ApiResponse live = new ApiResponse.Failed(Status.notFound(Resources.STATEFUL_SETS, "db"));
    private FakeServer server;

    private ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.List list) {
            boolean isSets = list.resource().equals(Resources.REPLICA_SETS);
            return new ApiResponse.Many(isSets ? sets : deployments, 1, "", null);
        }
        return live;
    }

    private <T extends KubernetesObject> Informer<T> informer(ResourceType type, Class<T> kind) {
        Informer<T> informer = new Informer<>(server.context(), server.client(), type, ApiRequest.Selection.ALL, kind);
        informer.start();
        server.runFor(VirtualTime.SECOND);
        return informer;
    }

    private Optional<ExpectedScale.Scale> scale(String apiVersion, String kind, String name, String uid) {
        server = new FakeServer(this::answer);
        ExpectedScale scale = new ExpectedScale(
                server.client(),
                informer(Resources.DEPLOYMENTS, Deployment.class),
                informer(Resources.REPLICA_SETS, ReplicaSet.class));
        List<Optional<ExpectedScale.Scale>> results = new ArrayList<>();
        scale.of(POD, new OwnerReference(apiVersion, kind, name, uid, true, true))
                .whenDone(results::add);
        server.runFor(VirtualTime.SECOND);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static ReplicaSet set(OwnerReference... owners) {
        return ReplicaSetBuilder.builder()
                .metadata(metadata("web-abc", "set-uid").withOwnerReferences(List.of(owners)))
                .spec(ReplicaSetSpecBuilder.builder().replicas(2).build())
                .build();
    }

    private static Deployment deployment(String uid) {
        return DeploymentBuilder.builder()
                .metadata(metadata("web", uid))
                .spec(DeploymentSpecBuilder.builder().replicas(5).build())
                .build();
    }

    private static ObjectMeta metadata(String name, String uid) {
        return ObjectMetaBuilder.builder()
                .namespace("default")
                .name(name)
                .uid(uid)
                .build();
    }

    private static OwnerReference controller(String kind) {
        return new OwnerReference("apps/v1", kind, "web", "web-uid", true, true);
    }

    @Test
    void the_deployment_above_the_replica_set_counts() {
        sets.add(set(controller("Deployment")));
        deployments.add(deployment("web-uid"));
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid"))
                .contains(new ExpectedScale.Scale("web-uid", 5));
    }

    @Test
    void a_replica_set_without_a_deployment_counts_itself() {
        sets.add(set());
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid"))
                .contains(new ExpectedScale.Scale("set-uid", 2));
        sets.set(0, set(controller("Rollout")));
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid"))
                .contains(new ExpectedScale.Scale("set-uid", 2));
    }

    @Test
    void a_controller_of_the_same_name_with_another_uid_is_another_one() {
        sets.add(set(controller("Deployment")));
        deployments.add(deployment("later-uid"));
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid")).isEmpty();
        deployments.set(0, deployment("web-uid"));
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "later-uid")).isEmpty();
    }

    @Test
    void a_missing_replica_set_or_deployment_has_no_scale() {
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid")).isEmpty();
        sets.add(set(controller("Deployment")));
        assertThat(scale("apps/v1", "ReplicaSet", "web-abc", "set-uid")).isEmpty();
    }

    @Test
    void other_kinds_are_read_from_the_server() {
        live = new ApiResponse.One(200, new Scale(metadata("db", "db-uid"), new Scale.Spec(4), null, null));
        assertThat(scale("apps/v1", "StatefulSet", "db", "db-uid")).contains(new ExpectedScale.Scale("db-uid", 4));
        assertThat(server.requests()).contains(new ApiRequest.Get(Resources.STATEFUL_SETS, "default", "db", "scale"));
        assertThat(scale("apps/v1", "StatefulSet", "db", "former-uid")).isEmpty();
    }

    @Test
    void a_scale_that_cannot_be_read_is_none() {
        assertThat(scale("apps/v1", "StatefulSet", "db", "db-uid")).isEmpty();
    }
}
