package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The controllers together, against an API server. */
class ControllersTest {

    private final TestCluster cluster = new TestCluster(7, KubernetesVersion.V1_32, new LinkedHashMap<>());

    @Test
    void batches_double_and_the_token_bucket_spreads_the_rest() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 100)));
        cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(batches()).containsExactly(1, 2, 4, 8, 16, 32, 37);
        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(100);
        // 30 requests at once, then 20 a second, some of them Events: recorded were 3.92 s.
        List<Long> created = cluster.entries.stream()
                .filter(entry -> entry.record() instanceof StoreTrace store
                        && store.resource().equals(Resources.PODS))
                .map(entry -> entry.time())
                .toList();
        assertThat(created.get(99) - created.get(0))
                .isBetween(3600 * VirtualTime.MILLISECOND, 4000 * VirtualTime.MILLISECOND);
    }

    @Test
    void a_crash_in_the_middle_of_a_creation_makes_no_pod_too_many() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 100)));
        cluster.runFor(VirtualTime.SECOND);
        cluster.crashControllers();
        int before = cluster.list(Resources.PODS, Pod.class).size();
        assertThat(before).isBetween(30, 90);
        cluster.restartControllers();
        cluster.runFor(20 * VirtualTime.SECOND);

        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(100);
        long stored = cluster.entries.stream()
                .filter(entry -> entry.record() instanceof StoreTrace store
                        && store.resource().equals(Resources.PODS)
                        && store.previous() == null)
                .count();
        assertThat(stored).isEqualTo(100);
    }

    @Test
    void scaling_a_deployment_scales_its_replica_set() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        scale("web", 5);
        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(5);
        scale("web", 1);
        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(1);
        assertThat(replicaSet().metadata().annotations())
                .containsEntry("deployment.kubernetes.io/desired-replicas", "1");
    }

    @Test
    void deleting_a_deployment_takes_its_replica_set_and_pods_along() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        cluster.ask(new ApiRequest.Delete(
                Resources.DEPLOYMENTS, "default", "web", new ApiRequest.DeleteOptions(null, null, "Background")));
        cluster.runFor(5 * VirtualTime.SECOND);

        assertThat(cluster.list(Resources.REPLICA_SETS, ReplicaSet.class)).isEmpty();
        assertThat(cluster.list(Resources.PODS, Pod.class)).isEmpty();
        assertThat(cluster.requestsOf("generic-garbage-collector"))
                .containsExactly("delete replicasets 200", "delete pods 200", "delete pods 200", "delete pods 200");
    }

    @Test
    void pods_without_an_owner_are_adopted_instead_of_created() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        ReplicaSet set = replicaSet();
        cluster.ask(new ApiRequest.Delete(
                Resources.DEPLOYMENTS, "default", "web", new ApiRequest.DeleteOptions(null, null, "Background")));
        cluster.runFor(5 * VirtualTime.SECOND);
        Pod orphan = orphan(set);
        cluster.ask(ApiRequest.Create.of(Resources.PODS, orphan));
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 2)));

        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(2);
        assertThat(cluster.requestsOf("replicaset-controller")).contains("patch pods 200");
    }

    @Test
    void a_deleted_pod_is_replaced() {
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)));
        Pod victim = cluster.list(Resources.PODS, Pod.class).get(0);
        cluster.ask(delete(victim));

        assertThat(cluster.list(Resources.PODS, Pod.class)).hasSize(3).doesNotContain(victim);
    }

    /**
     * What the ReplicaSets are told to have together, after every change. More pods may live for a while: those whose
     * deletions wait for tokens of the client, as a real control plane was recorded to have them.
     */
    private List<Integer> wantedPods() {
        Map<String, Integer> sizes = new TreeMap<>();
        List<Integer> sums = new ArrayList<>();
        cluster.entries.forEach(entry -> {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof ReplicaSet set) {
                sizes.put(set.metadata().name(), set.spec().replicas());
                sums.add(sizes.values().stream().mapToInt(Integer::intValue).sum());
            }
        });
        return sums;
    }

    @Test
    void a_rolling_update_keeps_within_its_bounds_and_ends_with_the_new_template() {
        FakeNodes nodes = new FakeNodes(cluster);
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 10)));
        nodes.runFor(5 * VirtualTime.SECOND);
        setImage("web", "nginx:2.0");
        nodes.runFor(20 * VirtualTime.SECOND);

        assertThat(wantedPods()).allMatch(sum -> sum <= 13);
        assertThat(nodes.leastReadyOnceComplete()).isGreaterThanOrEqualTo(8);
        List<ReplicaSet> sets = cluster.list(Resources.REPLICA_SETS, ReplicaSet.class);
        assertThat(sets).extracting(set -> set.spec().replicas()).containsExactlyInAnyOrder(0, 10);
        Deployment deployment =
                cluster.list(Resources.DEPLOYMENTS, Deployment.class).get(0);
        assertThat(deployment.status().updatedReplicas()).isEqualTo(10);
        assertThat(deployment.metadata().annotations()).containsEntry("deployment.kubernetes.io/revision", "2");
        assertThat(deployment.status().conditions())
                .extracting(condition -> condition.type() + " " + condition.reason())
                .containsExactlyInAnyOrder("Available MinimumReplicasAvailable", "Progressing NewReplicaSetAvailable");
    }

    @Test
    void recreate_stores_no_new_pod_before_the_last_old_one_is_gone() {
        Deployment deployment = TestCluster.deployment("web", 4);
        cluster.ask(TestCluster.create(
                deployment.withSpec(deployment.spec().withStrategy(new Deployment.Strategy("Recreate", null)))));
        setImage("web", "nginx:2.0");
        cluster.runFor(5 * VirtualTime.SECOND);

        List<String> changes = cluster.entries.stream()
                .filter(entry -> entry.record() instanceof StoreTrace)
                .map(entry -> (StoreTrace) entry.record())
                .filter(store -> store.resource().equals(Resources.PODS))
                .map(store -> store.change().name())
                .filter(change -> !change.equals("MODIFIED"))
                .toList();
        assertThat(changes)
                .containsExactly(
                        "ADDED", "ADDED", "ADDED", "ADDED", "DELETED", "DELETED", "DELETED", "DELETED", "ADDED",
                        "ADDED", "ADDED", "ADDED");
        assertThat(cluster.list(Resources.REPLICA_SETS, ReplicaSet.class))
                .extracting(set -> set.spec().replicas())
                .containsExactlyInAnyOrder(0, 4);
    }

    @Test
    void a_roll_out_without_progress_exceeds_its_deadline() {
        Deployment deployment = TestCluster.deployment("web", 3);
        cluster.ask(TestCluster.create(deployment.withSpec(deployment.spec().withProgressDeadlineSeconds(20))));
        cluster.runFor(30 * VirtualTime.SECOND);

        assertThat(cluster.list(Resources.DEPLOYMENTS, Deployment.class)
                        .get(0)
                        .status()
                        .conditions())
                .extracting(condition -> condition.type() + " " + condition.status() + " " + condition.reason())
                .contains("Progressing False ProgressDeadlineExceeded");
    }

    @Test
    void milestones_tell_when_controllers_saw_what() {
        FakeNodes nodes = new FakeNodes(cluster);
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 1)));
        nodes.runFor(2 * VirtualTime.SECOND);

        List<Milestone.Point> seen = cluster.entries.stream()
                .filter(entry -> entry.component().equals(ControllerManager.NAME))
                .filter(entry -> entry.record() instanceof Milestone)
                .map(entry -> ((Milestone) entry.record()).point())
                .toList();
        assertThat(seen)
                .containsExactly(
                        Milestone.Point.OBSERVED, Milestone.Point.REPLICA_SET_OBSERVED, Milestone.Point.SEEN_READY);
    }

    private List<Integer> batches() {
        return cluster.entries.stream()
                .filter(entry -> entry.record() instanceof BatchTrace)
                .map(entry -> ((BatchTrace) entry.record()).size())
                .toList();
    }

    private ReplicaSet replicaSet() {
        return cluster.list(Resources.REPLICA_SETS, ReplicaSet.class).get(0);
    }

    private void scale(String name, int replicas) {
        cluster.ask(new ApiRequest.Patch(
                Resources.DEPLOYMENTS, "default", name, "", new ApiRequest.Change.Replicas(replicas)));
        cluster.runFor(2 * VirtualTime.SECOND);
    }

    private void setImage(String name, String image) {
        Deployment present =
                cluster.list(Resources.DEPLOYMENTS, Deployment.class).get(0);
        assertThat(present.key()).isEqualTo(new ObjectKey("default", name));
        var template = present.spec().template();
        var spec = template.spec()
                .withContainers(List.of(template.spec().containers().get(0).withImage(image)));
        cluster.send(
                new ApiRequest.Update(
                        Resources.DEPLOYMENTS,
                        "",
                        present.withSpec(present.spec().withTemplate(template.withSpec(spec)))),
                answer -> assertThat(answer.code()).isEqualTo(200));
    }

    private static ApiRequest delete(Pod pod) {
        return new ApiRequest.Delete(
                Resources.PODS, "default", pod.metadata().name(), ApiRequest.DeleteOptions.DEFAULT);
    }

    private static Pod orphan(ReplicaSet set) {
        Map<String, String> labels =
                new LinkedHashMap<>(set.spec().template().metadata().labels());
        return PodBuilder.builder()
                .metadata(ObjectMeta.named("default", "orphan").withLabels(labels))
                .spec(set.spec().template().spec())
                .build();
    }
}
