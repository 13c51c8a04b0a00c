package dev.wavetank.properties.invariant.nodelifecycle;

import static dev.wavetank.properties.invariant.Objects.bound;
import static dev.wavetank.properties.invariant.Objects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Objects;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nodes that are lost, and what becomes of their pods. */
class NodeLifecycleInvariantsTest {

    private static final String MANAGER = "kube-controller-manager";

    private static Node node(String name, String ready, Node.Taint... taints) {
        return Objects.node(name, Map.of("pods", "9"))
                .withSpec(new Node.Spec(null, null, List.of(taints), null))
                .withStatus(new Node.Status(
                        null, null, List.of(new Node.Condition("Ready", ready, null, null, null, null)), null));
    }

    private static Node.Taint taint(String key) {
        return new Node.Taint(key, null, "NoExecute", null);
    }

    private static Pod tolerating(String key, Long seconds) {
        Pod pod = bound(pod("web"), "one");
        return pod.withSpec(
                pod.spec().withTolerations(List.of(new PodSpec.Toleration(key, "Exists", null, "NoExecute", seconds))));
    }

    private static Pod ready(Pod pod) {
        return pod.withStatus(pod.status()
                .withPhase("Running")
                .withConditions(List.of(new Pod.Condition("Ready", "True", null, null, null, null))));
    }

    private static long seconds(long number) {
        return number * VirtualTime.SECOND;
    }

    private static RequestTrace request(String agent, ApiRequest request, ApiResponse response) {
        return new RequestTrace(agent, new ApiCall(agent, agent, request), response, 0);
    }

    @Test
    void a_pod_that_tolerates_a_taint_for_a_minute_does_not_stay_for_ten() {
        Observation seen = new Observation(EvictedInTime::new);
        Pod pod = tolerating("a", 60L);
        seen.stored(pod).at(seconds(10)).stored(node("one", "True", taint("a")));
        seen.at(seconds(100)).deleted(pod);
        assertThat(seen.broken).isEmpty();

        seen.stored(pod).at(seconds(700)).deleted(pod);
        assertThat(seen.broken)
                .containsExactly("pod/default/web: tolerates the taints of node one for 1m, and is there for 10m with"
                        + " them");
        assertThat(seen.known).isEmpty();
    }

    @Test
    void a_pod_may_stay_when_the_taint_goes_in_time_or_what_is_left_is_tolerated() {
        Observation seen = new Observation(EvictedInTime::new);
        Pod pod = tolerating("a", null);
        seen.stored(pod).stored(node("one", "True", taint("a")));
        seen.at(seconds(10)).stored(node("one", "True", taint("a"), taint("b")));
        seen.at(seconds(11)).stored(node("one", "True", taint("a")));
        seen.at(seconds(1000)).concluded();

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void at_rest_every_pod_that_is_due_has_gone() {
        Observation seen = new Observation(EvictedInTime::new);
        seen.stored(tolerating("a", 60L), node("one", "True", taint("a")));
        seen.at(seconds(59)).concluded();
        assertThat(seen.broken).isEmpty();

        seen.at(seconds(61)).concluded();
        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void a_controller_that_starts_late_counts_from_its_own_start() {
        Observation seen = new Observation(EvictedInTime::new);
        Pod pod = tolerating("a", 600L);
        seen.stored(pod, node("one", "True", taint("a")));
        seen.at(seconds(500)).happened(MANAGER, 0, new ComponentTrace.Started(2));
        seen.at(seconds(1110)).deleted(pod);

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).singleElement().asString().startsWith("kubernetes#108268: pod/default/web: ");
    }

    @Test
    void an_eviction_that_was_refused_when_it_was_due_is_given_up() {
        Observation seen = new Observation(EvictedInTime::new);
        seen.stored(tolerating("a", 60L), node("one", "True", taint("a")));
        ApiRequest delete = new ApiRequest.Delete(Resources.PODS, "default", "web", ApiRequest.DeleteOptions.DEFAULT);
        seen.at(seconds(60))
                .happened(request(
                        "node-controller", delete, new ApiResponse.Failed(Status.notFound(Resources.PODS, "web"))));
        seen.at(seconds(900)).concluded();

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).singleElement().asString().startsWith("kubernetes#140639: pod/default/web: ");
    }

    @Test
    void pods_of_a_lost_node_do_not_stay_ready() {
        Observation seen = new Observation(lag -> new LostPodsUnready(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True"), ready(bound(pod("web"), "one")));
        seen.at(seconds(100)).stored(node("one", "Unknown"));
        seen.at(seconds(200)).stored(node("one", "True"));

        assertThat(seen.broken).containsExactly("pod/default/web: is ready, although its node one is lost for 1m40s");
    }

    private static Observation recovered(Observation seen) {
        ComponentFault pause = new ComponentFault.Pause(MANAGER);
        return seen.at(seconds(10)).faultOpened(pause).at(seconds(20)).happened(new FaultTrace.Closed(pause));
    }

    @Test
    void an_old_fault_excuses_no_pod_that_stays_ready() {
        Observation seen = recovered(new Observation(lag -> new LostPodsUnready(ClusterSpec.DEFAULT, lag)));
        seen.stored(node("one", "True")).at(seconds(99)).stored(ready(bound(pod("web"), "one")));
        seen.at(seconds(100)).stored(node("one", "Unknown"));
        seen.at(seconds(160)).stored(node("one", "True"));

        assertThat(seen.broken).containsExactly("pod/default/web: is ready, although its node one is lost for 1m");
    }

    @Test
    void a_fault_excuses_a_pod_that_stays_ready() {
        Observation seen = recovered(new Observation(lag -> new LostPodsUnready(ClusterSpec.DEFAULT, lag)));
        seen.stored(node("one", "True"), ready(bound(pod("web"), "one")));
        seen.at(seconds(79)).stored(node("one", "Unknown"));
        seen.at(seconds(179)).stored(node("one", "True"));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_controller_that_had_time_to_recover_gives_a_node_its_time() {
        Observation seen = recovered(new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag)));
        seen.stored(node("one", "True")).at(seconds(200)).happened(heartbeat());
        seen.at(seconds(220)).stored(node("one", "Unknown"));

        assertThat(seen.broken)
                .containsExactly("node/one: is called lost 20s after its kubelet has reported, 30s too early");
    }

    @Test
    void pods_that_are_marked_or_became_ready_later_are_right() {
        Observation seen = new Observation(lag -> new LostPodsUnready(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True"), ready(bound(pod("web"), "one")));
        seen.at(seconds(100)).stored(node("one", "Unknown"));
        seen.at(seconds(101)).stored(bound(pod("web"), "one"), ready(bound(pod("late"), "one")));
        seen.at(seconds(200)).concluded();

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_controller_manager_that_ends_meanwhile_leaves_pods_ready() {
        Observation seen = new Observation(lag -> new LostPodsUnready(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True"), ready(bound(pod("web"), "one")));
        seen.at(seconds(100)).stored(node("one", "Unknown"));
        seen.happened(MANAGER, 0, new ComponentTrace.Crashed(1));
        seen.at(seconds(200)).concluded();

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).singleElement().asString().startsWith("kubernetes#135205: pod/default/web: ");
    }

    private static RequestTrace heartbeat() {
        return request(
                "kubelet/one",
                new ApiRequest.Update(Resources.NODES, "status", node("one", "True")),
                new ApiResponse.One(200, node("one", "True")));
    }

    @Test
    void a_node_is_lost_when_its_kubelet_has_been_silent_for_the_grace_period() {
        Observation seen = new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True")).happened(heartbeat());
        seen.at(seconds(50)).stored(node("one", "Unknown"));
        assertThat(seen.broken).isEmpty();

        seen.stored(node("one", "True")).happened(heartbeat());
        seen.at(seconds(99)).stored(node("one", "Unknown"));
        assertThat(seen.broken)
                .containsExactly("node/one: is called lost 49s after its kubelet has reported, 1s too early");
    }

    @Test
    void a_node_that_is_silent_is_not_called_lost_much_later() {
        Observation seen = new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag));
        seen.at(seconds(100)).stored(node("one", "True"), node("two", "True"));
        seen.at(seconds(101)).happened(heartbeat());
        seen.at(seconds(160)).stored(node("one", "Unknown"));
        assertThat(seen.broken).isEmpty();

        seen.stored(node("one", "True")).happened(heartbeat());
        seen.at(seconds(221)).stored(node("one", "Unknown"));
        assertThat(seen.broken).containsExactly("node/one: is called lost only 1m1s after its kubelet has reported");
    }

    @Test
    void a_node_has_more_time_when_no_other_was_ready() {
        Observation seen = new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag));
        seen.at(seconds(100)).stored(node("one", "True"), node("two", "True"));
        seen.at(seconds(101)).happened(heartbeat());
        seen.at(seconds(120)).stored(node("one", "False"), node("two", "Unknown"));
        seen.at(seconds(130)).stored(node("two", "True"));
        seen.at(seconds(200)).stored(node("one", "Unknown"));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_controller_that_may_not_have_seen_the_report_is_known_to_err() {
        Observation seen = new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True")).happened(heartbeat());
        seen.faultOpened(new ComponentFault.Pause(MANAGER));
        seen.at(seconds(49)).stored(node("one", "Unknown"));

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).singleElement().asString().startsWith("kubernetes#121793: node/one: ");
    }

    @Test
    void a_fault_of_a_kubelet_does_not_make_a_controller_blind() {
        Observation seen = new Observation(lag -> new HeardNodesKept(ClusterSpec.DEFAULT, lag));
        seen.stored(node("one", "True")).happened(heartbeat());
        seen.happened(new FaultTrace.Opened(new ComponentFault.Crash("kubelet/two")));
        seen.at(seconds(49)).stored(node("one", "Unknown"));

        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void while_no_node_is_ready_none_is_given_up() {
        Observation seen = new Observation(lag -> new NoneGivenUpWithAll(ClusterSpec.DEFAULT, lag));
        Node.Taint unreachable = taint("node.kubernetes.io/unreachable");
        seen.at(seconds(10)).stored(node("one", "True"), node("two", "Unknown"));
        seen.at(seconds(100)).stored(node("two", "Unknown", unreachable));
        seen.stored(node("two", "Unknown"), node("one", "Unknown"));
        seen.at(seconds(110)).stored(node("two", "Unknown", unreachable));
        assertThat(seen.broken).isEmpty();

        seen.at(seconds(200)).stored(node("one", "Unknown", unreachable));
        assertThat(seen.broken)
                .containsExactly("node/one: is tainted for eviction, although no node is ready for 1m40s");
    }

    @Test
    void while_most_nodes_of_a_zone_are_not_ready_none_is_given_up() {
        Observation seen = new Observation(lag -> new NoneGivenUpWithAll(ClusterSpec.DEFAULT, lag));
        Node.Taint unreachable = taint("node.kubernetes.io/unreachable");
        seen.at(seconds(10)).stored(node("one", "True"), node("two", "True"), node("three", "True"));
        seen.stored(node("four", "True"), node("five", "True"));
        seen.at(seconds(20)).stored(node("one", "Unknown"), node("two", "Unknown"));
        seen.at(seconds(100)).stored(node("one", "Unknown", unreachable));
        seen.at(seconds(101)).stored(node("three", "Unknown"));
        seen.at(seconds(110)).stored(node("two", "Unknown", unreachable));
        assertThat(seen.broken).isEmpty();

        seen.at(seconds(200)).stored(node("three", "Unknown", unreachable));
        assertThat(seen.broken)
                .containsExactly(
                        "node/three: is tainted for eviction, although most nodes of its zone are not ready for 1m39s");
    }
}
