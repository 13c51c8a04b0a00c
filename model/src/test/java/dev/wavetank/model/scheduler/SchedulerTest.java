package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SchedulerTest {

    private final TestCluster cluster = new TestCluster(3, SchedulerSettings.DEFAULT);

    private void start(int nodes) {
        cluster.addNodes(nodes, "1");
        cluster.start();
    }

    private void runFor(long seconds) {
        cluster.runFor(seconds * VirtualTime.SECOND);
    }

    private Map<String, Integer> podsByNode() {
        Map<String, Integer> result = new TreeMap<>();
        cluster.pods().forEach(pod -> result.merge(String.valueOf(pod.nodeName()), 1, Integer::sum));
        return result;
    }

    @Test
    void thirty_pods_of_one_owner_spread_evenly_over_ten_nodes() {
        start(10);
        for (int i = 0; i < 30; i++) {
            cluster.create(TestCluster.ownedBy("web", TestCluster.pod("web-" + i, null)));
        }
        runFor(5);
        assertThat(podsByNode())
                .hasSize(10)
                .allSatisfy((node, pods) -> assertThat(pods).isEqualTo(3));
    }

    @Test
    void a_node_never_gets_more_than_it_has_even_while_bindings_are_under_way() {
        start(2);
        for (int i = 0; i < 10; i++) {
            cluster.create(TestCluster.pod("web-" + i, "300m"));
        }
        runFor(5);
        assertThat(podsByNode()).isEqualTo(Map.of("node-0", 3, "node-1", 3, "null", 4));
    }

    @Test
    void says_where_a_pod_went_and_why_another_did_not() {
        start(3);
        cluster.create(TestCluster.pod("small", "100m"));
        cluster.create(TestCluster.pod("big", "2"));
        runFor(5);
        String message =
                "0/3 nodes are available: 3 Insufficient cpu. no new claims to deallocate, preemption: 0/3 nodes are"
                        + " available: 3 Preemption is not helpful for scheduling.";
        Pod.Condition condition = cluster.pod("big").condition("PodScheduled").orElseThrow();
        assertThat(condition.status()).isEqualTo("False");
        assertThat(condition.reason()).isEqualTo("Unschedulable");
        assertThat(condition.message()).isEqualTo(message);
        String node = cluster.pod("small").nodeName();
        assertThat(cluster.events())
                .containsExactlyInAnyOrder(message, "Successfully assigned default/small to " + node);
    }

    @Test
    void a_pod_of_higher_priority_gets_the_place_of_another_when_it_has_gone() {
        start(1);
        cluster.create(TestCluster.pod("low", "800m"));
        runFor(60);
        Pod high = TestCluster.pod("high", "800m");
        cluster.create(high.withSpec(high.spec().withPriorityClassName("system-cluster-critical")));
        runFor(61);
        assertThat(cluster.pod("low")).isNull();
        assertThat(cluster.pod("high").isReady()).isTrue();
        assertThat(cluster.events())
                .contains("Preempted by pod " + cluster.pod("high").uid() + " on node node-0");
    }

    @Test
    void a_waiting_pod_gets_the_place_of_a_deleted_one() {
        start(1);
        cluster.create(TestCluster.pod("first", "800m"));
        runFor(60);
        cluster.create(TestCluster.pod("second", "800m"));
        runFor(20);
        assertThat(cluster.pod("second").nodeName()).isNull();
        cluster.send(new ApiRequest.Delete(Resources.PODS, "default", "first", ApiRequest.DeleteOptions.DEFAULT));
        runFor(60);
        assertThat(cluster.pod("second").isReady()).isTrue();
    }

    @Test
    void a_restarted_scheduler_counts_what_is_bound_already() {
        start(1);
        cluster.create(TestCluster.pod("first", "800m"));
        runFor(5);
        cluster.components.crash(Scheduler.NAME);
        cluster.create(TestCluster.pod("second", "800m"));
        runFor(1);
        cluster.components.restart(Scheduler.NAME);
        runFor(5);
        assertThat(cluster.pod("second").nodeName()).isNull();
    }

    @Test
    void pods_of_another_scheduler_are_left_alone() {
        start(1);
        Pod pod = TestCluster.pod("foreign", null);
        cluster.create(pod.withSpec(pod.spec().withSchedulerName("nobody")));
        runFor(5);
        assertThat(cluster.pod("foreign").status().conditions()).isEmpty();
        assertThat(cluster.requestsOf(Scheduler.NAME)).isEmpty();
    }

    @Test
    void one_process_places_the_pods_of_all_its_profiles_and_no_others() {
        TestCluster two = new TestCluster(3, SchedulerSettings.DEFAULT, TestCluster.profiles("first", "second"));
        two.addNodes(1, "1");
        two.start();
        for (String name : List.of("first", "second", "default-scheduler")) {
            Pod pod = TestCluster.pod("of-" + name, null);
            two.create(pod.withSpec(pod.spec().withSchedulerName(name)));
        }
        two.runFor(5 * VirtualTime.SECOND);
        assertThat(two.pod("of-first").nodeName()).isEqualTo("node-0");
        assertThat(two.pod("of-second").nodeName()).isEqualTo("node-0");
        assertThat(two.pod("of-default-scheduler").nodeName()).isNull();
        assertThat(two.requestsOf(Scheduler.NAME))
                .filteredOn(request -> request.resource().equals("events"))
                .hasSize(2);
    }

    @Test
    void a_gated_pod_waits_and_says_so_until_its_gate_is_removed() {
        start(1);
        Pod pod = TestCluster.pod("gated", null);
        Map<String, Object> gates = new TreeMap<>(Map.of("schedulingGates", List.of(Map.of("name", "quota"))));
        cluster.create(pod.withSpec(pod.spec().withOther(gates)));
        runFor(5);
        Pod stored = cluster.pod("gated");
        assertThat(stored.nodeName()).isNull();
        assertThat(stored.condition("PodScheduled").orElseThrow().reason()).isEqualTo("SchedulingGated");
        assertThat(cluster.requestsOf(Scheduler.NAME)).isEmpty();
        cluster.send(new ApiRequest.Update(
                Resources.PODS, "", stored.withSpec(stored.spec().withOther(new TreeMap<>()))));
        runFor(5);
        assertThat(cluster.pod("gated").nodeName()).isEqualTo("node-0");
    }

    @Test
    void a_binding_whose_answer_was_lost_is_not_made_twice() {
        start(2);
        cluster.create(TestCluster.pod("web", "800m"));
        cluster.components.crash(Kubelet.nameOn("node-0"));
        cluster.components.crash(Kubelet.nameOn("node-1"));
        // Die while bindings are on their way, again and again.
        for (int i = 0; i < 20; i++) {
            cluster.runFor(1_700_000);
            cluster.components.crash(Scheduler.NAME);
            cluster.components.restart(Scheduler.NAME);
        }
        runFor(30);
        long bound = cluster.requestsOf(Scheduler.NAME).stream()
                .filter(request -> request.resource().equals("pods/binding"))
                .filter(request -> request.response().isSuccess())
                .map(RequestTrace::object)
                .count();
        assertThat(bound).isEqualTo(1);
    }

    private List<String> sent(TestCluster other) {
        return other.requestsOf(Scheduler.NAME).stream()
                .map(request -> request.verb() + " " + request.resource())
                .toList();
    }

    /**
     * Recorded (v1.20.2, a pod that is too big): the condition and two Events within 15 ms, because the scheduler's own
     * patch brings the pod back; after the next event the second Event becomes a series, and nothing more is written.
     */
    @Test
    void in_1_20_a_refused_pod_is_reported_as_in_the_recording() {
        TestCluster old = new TestCluster(3, SchedulerSettings.of(KubernetesVersion.V1_20));
        old.addNodes(2, "1");
        old.start();
        old.create(TestCluster.pod("small", "100m"));
        old.runFor(60 * VirtualTime.SECOND);
        int before = sent(old).size();
        old.create(TestCluster.pod("big", "64"));
        old.runFor(100 * VirtualTime.MILLISECOND);
        assertThat(sent(old).subList(before, before + 3))
                .containsExactlyInAnyOrder("patch pods/status", "create events", "create events");
        assertThat(sent(old)).hasSize(before + 3);
        for (int i = 0; i < 2; i++) {
            old.create(TestCluster.pod("gone-" + i, "100m"));
            old.runFor(30 * VirtualTime.SECOND);
            old.send(new ApiRequest.Delete(Resources.PODS, "default", "gone-" + i, ApiRequest.DeleteOptions.DEFAULT));
            old.runFor(60 * VirtualTime.SECOND);
        }
        assertThat(sent(old).subList(before + 3, sent(old).size()))
                .filteredOn(request -> request.startsWith("patch"))
                .containsExactly("patch events");
    }

    @Test
    void a_binding_brings_its_annotations_and_labels_to_the_pod() {
        start(1);
        Pod foreign = TestCluster.pod("web", null);
        cluster.create(foreign.withSpec(foreign.spec().withSchedulerName("mine")));
        runFor(1);
        ObjectMeta metadata = ObjectMeta.named("default", "web")
                .withAnnotations(Map.of("why", "best"))
                .withLabels(Map.of("rack", "7"));
        cluster.send(new ApiRequest.Create(
                Resources.PODS,
                "default",
                "web",
                "binding",
                new Binding(metadata, new Binding.Target("Node", "node-0"))));
        runFor(1);
        Pod bound = cluster.pod("web");
        assertThat(bound.nodeName()).isEqualTo("node-0");
        assertThat(bound.metadata().annotations()).containsEntry("why", "best");
        assertThat(bound.metadata().labels()).containsEntry("rack", "7");
        assertThat(bound.condition("PodScheduled").orElseThrow().status()).isEqualTo("True");
    }
}
