package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.annotated;
import static dev.wavetank.model.controller.deployment.RolloutFixture.recreating;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The writes of one sync: {@code syncDeployment}, {@code rolloutRolling} and {@code rolloutRecreate} of {@code
 * pkg/controller/deployment}, Kubernetes 1.20.
 */
class DeploymentSyncTest {

    private final FakeServer server = new FakeServer(DeploymentSyncTest::answer);

    private static ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.Create create) {
            ObjectMeta stored = create.body().metadata().withUid("created-uid");
            return new ApiResponse.One(201, create.body().withMetadata(stored));
        }
        return request instanceof ApiRequest.Update update
                ? new ApiResponse.One(200, update.body())
                : new ApiResponse.Done(200);
    }

    /** The writes to ReplicaSets, as {@code create=3} and {@code old=8}. */
    private List<String> sync(Deployment deployment, List<ReplicaSet> owned, Pod... pods) {
        KubernetesVersion version = KubernetesVersion.V1_20;
        DeploymentWrites writes = new DeploymentWrites(
                server.client(), new EventRecorder(server.context(), server.client(), "test"), version);
        Informer<ReplicaSet> sets = new Informer<>(
                server.context(), server.client(), Resources.REPLICA_SETS, ApiRequest.Selection.ALL, ReplicaSet.class);
        DeploymentSync.Dependencies dependencies = new DeploymentSync.Dependencies(
                server.context(),
                writes,
                new NewReplicaSet(server.context(), writes, sets, DeploymentController.Recognition.OWN_AND_OLDEST),
                new RevisionHistory(writes::delete, version),
                false);
        new DeploymentSync(
                        dependencies,
                        deployment,
                        Rollout.of(deployment, owned, DeploymentController.Recognition.OWN_AND_OLDEST))
                .run(List.of(pods));
        server.runFor(VirtualTime.SECOND);
        return server.requests().stream()
                .map(DeploymentSyncTest::written)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    private static String written(ApiRequest request) {
        if (request instanceof ApiRequest.Create create && create.body() instanceof ReplicaSet set) {
            return "create=" + set.spec().replicas();
        }
        if (request instanceof ApiRequest.Update update && update.body() instanceof ReplicaSet set) {
            return set.metadata().name() + "=" + set.spec().replicas();
        }
        return request instanceof ApiRequest.Delete ? "delete " + request.name() : "";
    }

    /** A ReplicaSet of revision 1 that was last scaled for that many replicas. */
    private static ReplicaSet scaledFor(int wanted, ReplicaSet set) {
        return annotated(
                annotated(annotated(set, Annotations.DESIRED_REPLICAS, wanted), Annotations.MAX_REPLICAS, wanted + 3),
                Annotations.REVISION,
                1);
    }

    private static ReplicaSet present(ReplicaSet set) {
        ReplicaSet same = set.withSpec(set.spec().withTemplate(RolloutFixture.template("v1")));
        return annotated(same, Annotations.REVISION, 2);
    }

    private static Deployment paused(Deployment deployment) {
        return deployment.withSpec(deployment.spec().withPaused(true));
    }

    private static Pod pod(String owner, String phase) {
        OwnerReference reference = new OwnerReference("apps/v1", "ReplicaSet", owner, owner + "-uid", true, true);
        return PodBuilder.builder()
                .metadata(ObjectMeta.named("default", owner + "-pod").withOwnerReferences(List.of(reference)))
                .status(PodStatusBuilder.builder().phase(phase).build())
                .build();
    }

    @Test
    void a_roll_out_during_a_roll_out_removes_the_unavailable_pods_of_the_former_template() {
        ReplicaSet first = scaledFor(10, set("first", 8, 8, 1));
        ReplicaSet second = scaledFor(10, set("second", 5, 0, 2));
        assertThat(sync(rolling(10, 2, 3), List.of(first, second)))
                .as("no room for new pods, and all 5 of the second are not available")
                .containsExactly("create=0", "second=0");
    }

    @Test
    void a_new_replica_set_that_can_grow_grows_before_any_old_one_shrinks() {
        ReplicaSet old = scaledFor(10, set("old", 8, 8));
        assertThat(sync(rolling(10, 2, 3), List.of(old, present(scaledFor(10, set("new", 3, 3))))))
                .containsExactly("new=5");
    }

    @Test
    void a_paused_deployment_does_not_roll_out() {
        ReplicaSet old = scaledFor(10, set("old", 10, 10));
        assertThat(sync(paused(rolling(10, 2, 3)), List.of(old))).isEmpty();
    }

    @Test
    void a_paused_deployment_follows_a_change_of_size() {
        ReplicaSet old = scaledFor(10, set("old", 10, 10));
        assertThat(sync(paused(rolling(12, 2, 3)), List.of(old))).containsExactly("old=12");
    }

    @Test
    void a_change_of_size_comes_before_the_roll_out() {
        ReplicaSet old = scaledFor(10, set("old", 10, 10));
        assertThat(sync(rolling(12, 2, 3), List.of(old))).containsExactly("old=12");
    }

    @Test
    void a_deployment_that_is_being_deleted_changes_no_replica_set() {
        Deployment ten = rolling(10, 2, 3);
        Deployment deleting = ten.withMetadata(ten.metadata().withDeletionTimestamp(Timestamps.EPOCH));
        assertThat(sync(deleting, List.of(scaledFor(5, set("old", 5, 5))))).isEmpty();
    }

    @Test
    void recreate_first_removes_the_old_pods() {
        assertThat(sync(recreating(3), List.of(scaledFor(3, set("old", 3, 3))), pod("old", "Running")))
                .containsExactly("old=0");
    }

    @Test
    void recreate_waits_until_the_last_old_pod_is_gone() {
        assertThat(sync(recreating(3), List.of(scaledFor(3, set("old", 0, 0))), pod("old", "Running")))
                .isEmpty();
    }

    @Test
    void recreate_does_not_wait_for_old_pods_that_are_finished() {
        assertThat(sync(recreating(3), List.of(scaledFor(3, set("old", 0, 0))), pod("old", "Failed")))
                .containsExactly("create=3");
    }
}
