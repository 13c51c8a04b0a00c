package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
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
                "0/3 nodes are available: 3 Insufficient cpu. preemption: 0/3 nodes are available: 3 No preemption"
                        + " victims found for incoming pod.";
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
        runFor(1);
        assertThat(cluster.pod("high").status().nominatedNodeName()).isEqualTo("node-0");
        runFor(60);
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
}
