package dev.wavetank.properties.invariant.nodelifecycle;

import static dev.wavetank.properties.invariant.Objects.bound;
import static dev.wavetank.properties.invariant.Objects.node;
import static dev.wavetank.properties.invariant.Objects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When pods may be evicted from nodes, and when not. */
class TaintedBeforeEvictedTest {

    private static final String TAINT = "node.kubernetes.io/unreachable";

    private final Observation seen = new Observation(lag -> new TaintedBeforeEvicted(lag, KubernetesVersion.DEFAULT));

    private static Node tainted(String effect) {
        return node("one", Map.of("pods", "9"))
                .withSpec(new Node.Spec(null, null, List.of(new Node.Taint(TAINT, null, effect, null)), null));
    }

    private static Pod patient(Long seconds) {
        Pod pod = bound(pod("web-1"), "one");
        return pod.withSpec(pod.spec()
                .withTolerations(List.of(new PodSpec.Toleration(TAINT, "Exists", null, "NoExecute", seconds))));
    }

    private void evicted(Pod pod, String by, long seconds) {
        ApiRequest request =
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);
        long time = seconds * VirtualTime.SECOND;
        seen.at(time).happened(new RequestTrace(by, new ApiCall(by, by, request), new ApiResponse.One(200, pod), time));
    }

    @Test
    void a_node_that_was_never_tainted_loses_no_pod() {
        seen.stored(tainted("NoSchedule"));
        evicted(bound(pod("web-1"), "one"), "node-controller", 1);

        assertThat(seen.broken)
                .containsExactly("pod/default/web-1: was evicted from node one, which was never tainted");
    }

    @Test
    void a_pod_that_tolerates_nothing_goes_at_once() {
        seen.stored(tainted("NoExecute"));
        evicted(bound(pod("web-1"), "one"), "taint-eviction-controller", 0);

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_pod_stays_for_as_long_as_it_tolerates() {
        seen.stored(tainted("NoExecute"));
        evicted(patient(15L), "node-controller", 14);
        assertThat(seen.broken)
                .containsExactly("pod/default/web-1: was evicted from node one 1s before its tolerations ran out");

        evicted(patient(15L), "node-controller", 15);
        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void a_pod_that_tolerates_for_ever_stays_for_ever() {
        seen.stored(tainted("NoExecute"));
        evicted(patient(null), "node-controller", 100_000);

        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void a_pod_that_came_after_the_last_taint_was_gone_is_evicted_because_a_cache_is_old() {
        Node healthy = node("one", Map.of("pods", "9"));
        seen.at(VirtualTime.SECOND).stored(tainted("NoExecute"));
        Pod early = bound(pod("web-1"), "one");
        seen.stored(early);
        seen.at(2 * VirtualTime.SECOND).stored(healthy);
        evicted(early, "taint-eviction-controller", 3);
        assertThat(seen.known).isEmpty();

        Pod late = bound(pod("web-2"), "one");
        seen.at(4 * VirtualTime.SECOND).stored(late);
        evicted(late, "taint-eviction-controller", 5);

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known)
                .containsExactly("kubernetes#139992: pod/default/web-2: was evicted from node one, to which it came 2s"
                        + " after the node's last taint was gone");
    }

    @Test
    void a_pod_that_has_come_to_tolerate_the_taint_stays() {
        Pod pod = patient(100L);
        PodSpec.Toleration withoutEnd = new PodSpec.Toleration(TAINT, "Exists", null, "NoExecute", null);
        // Of several tolerations of a taint the first one counts.
        Pod reprieved = pod.withSpec(pod.spec()
                .withTolerations(List.of(withoutEnd, pod.spec().tolerations().get(0))));
        seen.stored(tainted("NoExecute"), pod);
        seen.at(40 * VirtualTime.SECOND).stored(reprieved);
        evicted(reprieved, "taint-eviction-controller", 200);

        assertThat(seen.broken)
                .containsExactly("pod/default/web-1: was evicted from node one, all of whose taints it tolerates"
                        + " without an end");
    }

    @Test
    void others_may_delete_pods_as_they_like() {
        evicted(bound(pod("web-1"), "one"), "replicaset-controller", 1);

        assertThat(seen.broken).isEmpty();
    }

    /** A pod tolerates one taint for ever, another for five seconds, which is soon gone; it is evicted much later. */
    private static Observation leftWithATaint(KubernetesVersion version) {
        Observation seen = new Observation(lag -> new TaintedBeforeEvicted(lag, version));
        Pod pod = bound(pod("web-1"), "one");
        pod = pod.withSpec(pod.spec()
                .withTolerations(List.of(
                        new PodSpec.Toleration("mine", "Exists", null, "NoExecute", null),
                        new PodSpec.Toleration(TAINT, "Exists", null, "NoExecute", 5L))));
        Node.Taint mine = new Node.Taint("mine", null, "NoExecute", null);
        Node both = tainted("NoExecute");
        both = both.withSpec(
                new Node.Spec(null, null, List.of(both.spec().taints().get(0), mine), null));
        seen.stored(pod, both);
        seen.at(VirtualTime.SECOND).stored(both.withSpec(new Node.Spec(null, null, List.of(mine), null)));
        long time = 30 * VirtualTime.SECOND;
        ApiRequest request =
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);
        String by = "node-controller";
        return seen.at(time)
                .happened(new RequestTrace(by, new ApiCall(by, by, request), new ApiResponse.One(200, pod), time));
    }

    @Test
    void a_pod_that_tolerates_all_that_is_left_is_not_evicted() {
        assertThat(leftWithATaint(KubernetesVersion.DEFAULT).broken)
                .containsExactly(
                        "pod/default/web-1: was evicted from node one 29s after the last taint that it does not"
                                + " tolerate was gone");
        assertThat(leftWithATaint(KubernetesVersion.parse("v1.15")).known)
                .singleElement()
                .asString()
                .startsWith("kubernetes#90794: ");
    }
}
