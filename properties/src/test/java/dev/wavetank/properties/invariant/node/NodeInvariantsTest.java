package dev.wavetank.properties.invariant.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every invariant of the node is broken by the smallest story that breaks it, and by none that only comes close. */
class NodeInvariantsTest {

    private static Pod pod(Map<String, Object> init) {
        Container first = ContainerBuilder.builder().name("first").other(init).build();
        return PodBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name("web")
                        .uid("uid-web")
                        .build())
                .spec(PodSpecBuilder.builder()
                        .initContainers(List.of(first))
                        .containers(
                                List.of(ContainerBuilder.builder().name("app").build()))
                        .build())
                .build();
    }

    private static Pod inPhase(String phase) {
        return pod(Map.of()).withStatus(PodStatusBuilder.builder().phase(phase).build());
    }

    private static Pod.ContainerState running(long start) {
        return new Pod.ContainerState(null, new Pod.Running(Instant.ofEpochSecond(start)), null);
    }

    private static Pod.ContainerState ended(int code, long start, long end) {
        return new Pod.ContainerState(
                null,
                null,
                new Pod.Terminated(code, "Any", null, Instant.ofEpochSecond(start), Instant.ofEpochSecond(end), "id"));
    }

    private static Pod.ContainerStatus status(
            String name, int restarts, Pod.ContainerState state, Pod.ContainerState last) {
        return new Pod.ContainerStatus(name, state, last, false, restarts, "image", "", "id", null, null);
    }

    private static Pod with(Map<String, Object> init, Pod.ContainerState first, Pod.ContainerState app) {
        return pod(init)
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .initContainerStatuses(List.of(status("first", 0, first, null)))
                        .containerStatuses(List.of(status("app", 0, app, null)))
                        .build());
    }

    /** The status of a container that ends after a second, each time it is started. */
    private static Pod crashed(int restarts, long start, long startBefore) {
        return crashed(restarts, start, startBefore, startBefore + 1);
    }

    private static Pod crashed(int restarts, long start, long startBefore, long endBefore) {
        Pod.ContainerState last = restarts == 0 ? null : ended(1, startBefore, endBefore);
        return pod(Map.of())
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .containerStatuses(List.of(status("app", restarts, ended(1, start, start + 1), last)))
                        .build());
    }

    /** The same when the latest run lasted longer. */
    private static Pod lasting(int restarts, long start, long end, long startBefore) {
        return pod(Map.of())
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .containerStatuses(List.of(
                                status("app", restarts, ended(1, start, end), ended(1, startBefore, startBefore + 1))))
                        .build());
    }

    private static Pod withImage(Pod pod) {
        Container changed = pod.spec().containers().get(0).withImage("app:2");
        return pod.withSpec(pod.spec().withContainers(List.of(changed)));
    }

    @Test
    void a_phase_goes_on() {
        Observation seen = new Observation(new PhaseMonotone());
        seen.stored(inPhase("Pending"), inPhase("Running"), inPhase("Unknown"), inPhase("Running"));
        seen.stored(inPhase("Succeeded"));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_phase_does_not_go_back_nor_from_one_end_to_the_other() {
        Observation seen = new Observation(new PhaseMonotone());
        seen.stored(inPhase("Running"), inPhase("Pending"), inPhase("Failed"), inPhase("Succeeded"));
        seen.stored(inPhase("Pending"));

        assertThat(seen.broken)
                .containsExactly(
                        "pod/default/web: went from phase Running to Pending",
                        "pod/default/web: went from phase Failed to Succeeded",
                        "pod/default/web: went from phase Succeeded to Pending");
    }

    private static RequestTrace wrote(String agent, Pod pod) {
        ApiRequest request = new ApiRequest.Update(Resources.PODS, "status", pod);
        return new RequestTrace(agent, new ApiCall(agent, agent, request), new ApiResponse.One(200, pod), 0);
    }

    @Test
    void a_kubelet_is_known_to_undo_an_end_that_somebody_else_has_written() {
        Pod failed = inPhase("Failed");
        Observation seen = new Observation(new PhaseMonotone());
        seen.stored(inPhase("Running"), failed)
                .happened(wrote("kube-controller-manager/v1.33.0 pod-garbage-collector", failed))
                .stored(inPhase("Running"));
        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).containsExactly("kubernetes#105382: pod/default/web: went from phase Failed to Running");

        seen = new Observation(new PhaseMonotone());
        seen.stored(inPhase("Running"), failed)
                .happened(wrote("kubelet/v1.33.0", failed))
                .happened(wrote("kubectl/v1.33.0", failed))
                .stored(inPhase("Running"));
        assertThat(seen.broken).containsExactly("pod/default/web: went from phase Failed to Running");
    }

    @Test
    void an_end_with_running_containers_and_without_a_reason_is_no_kubelets() {
        Pod running = with(Map.of(), running(1), running(1));
        Observation seen = new Observation(new PhaseMonotone());
        seen.stored(running, running.withStatus(running.status().withPhase("Failed")), running);

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).hasSize(1);
    }

    @Test
    void a_pod_whose_runtime_has_lost_its_containers_is_known_to_be_pending_again() {
        Pod pod = with(Map.of(), running(1), running(1));
        Pod running = pod.withSpec(pod.spec().withNodeName("one"))
                .withMetadata(pod.metadata().withCreationTimestamp(VirtualTime.calendar(0)));
        Pod.ContainerState creating = new Pod.ContainerState(new Pod.Waiting("ContainerCreating", null), null, null);
        Pod pending = running.withStatus(PodStatusBuilder.builder()
                .phase("Pending")
                .containerStatuses(List.of(status("app", 1, creating, new Pod.ContainerState(null, null, null))))
                .build());
        Observation seen = new Observation(new PhaseMonotone());
        seen.stored(running)
                .happened("runtime/one", 0, new ComponentTrace.Crashed(1))
                .stored(pending);
        assertThat(seen.broken).isEmpty();
        assertThat(seen.known)
                .containsExactly("kubernetes#102821: pod/default/web: went from phase Running to Pending");

        seen = new Observation(new PhaseMonotone());
        seen.stored(running)
                .happened("runtime/two", 0, new ComponentTrace.Crashed(1))
                .stored(pending);
        assertThat(seen.broken).hasSize(1);

        seen = new Observation(new PhaseMonotone());
        seen.stored(running)
                .happened("runtime/one", 0, new ComponentTrace.Crashed(1))
                .stored(running.withStatus(running.status().withPhase("Pending")));
        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void a_pod_may_be_pending_while_its_init_containers_run_again() {
        Pod running = with(Map.of(), ended(0, 1, 2), running(1));
        Observation seen = new Observation(new PhaseMonotone());
        Pod again = with(Map.of(), running(5), ended(255, 1, 4));
        seen.stored(running, again.withStatus(again.status().withPhase("Pending")));
        assertThat(seen.broken).isEmpty();

        seen = new Observation(new PhaseMonotone());
        seen.stored(running, running.withStatus(running.status().withPhase("Pending")));
        assertThat(seen.broken).hasSize(1);

        Pod sidecar = with(Map.of("restartPolicy", "Always"), running(5), ended(255, 1, 4));
        Pod.ContainerStatus started =
                sidecar.status().initContainerStatuses().get(0).withStarted(true);
        sidecar = sidecar.withStatus(sidecar.status().withInitContainerStatuses(List.of(started)));
        seen = new Observation(new PhaseMonotone());
        seen.stored(sidecar, sidecar.withStatus(sidecar.status().withPhase("Pending")));
        assertThat(seen.broken).hasSize(1);
    }

    private static ContainerTrace.Started started(String id) {
        return new ContainerTrace.Started("default/web", "uid-web", "app", id);
    }

    private static RequestTrace deleted(String agent) {
        ApiRequest request = new ApiRequest.Delete(Resources.PODS, "default", "web", ApiRequest.DeleteOptions.DEFAULT);
        return new RequestTrace(
                agent, new ApiCall(agent, agent, request), new ApiResponse.One(200, inPhase("Running")), 0);
    }

    @Test
    void a_pod_whose_end_is_confirmed_does_not_run_again() {
        KubernetesVersion before = KubernetesVersion.parse("v1.34");
        Observation seen = new Observation(new GoneStaysGone(before));
        seen.happened(started("a")).happened(deleted("kubectl/v1.34.0")).happened(started("b"));
        assertThat(seen.known).isEmpty();

        seen.happened(deleted("kubelet/v1.34.0")).happened("runtime/one", 0, started("c"));
        assertThat(seen.known)
                .containsExactly("kubernetes#59848: pod/default/web: runs container app in runtime/one again, although"
                        + " its kubelet had confirmed its end");
        assertThat(seen.broken).isEmpty();

        seen = new Observation(new GoneStaysGone(KubernetesVersion.parse("v1.35")));
        seen.happened(deleted("kubelet/v1.35.0")).happened(started("c"));
        assertThat(seen.broken).hasSize(1);
    }

    private static Node node(String... taints) {
        List<Node.Taint> all = Stream.of(taints)
                .map(key -> new Node.Taint(key, null, "NoExecute", null))
                .toList();
        return NodeBuilder.builder()
                .metadata(ObjectMetaBuilder.builder().name("one").uid("uid-one").build())
                .spec(new Node.Spec(null, false, all, Map.of()))
                .build();
    }

    @Test
    void nothing_runs_on_a_node_that_was_fenced() {
        String fenced = "node.kubernetes.io/out-of-service";
        Pod pod = inPhase("Running");
        Pod bound = pod.withSpec(pod.spec().withNodeName("one"));
        Observation down = new Observation(new FencedNodesIdle());
        down.stored(node(), bound)
                .happened("runtime/one", 0, started("a"))
                .happened("runtime/one", 0, new ComponentTrace.Crashed(1))
                .stored(node(fenced))
                .deleted(bound);
        assertThat(down.broken).isEmpty();

        Observation up = new Observation(new FencedNodesIdle());
        up.stored(node(fenced), bound).happened("runtime/one", 0, started("a")).deleted(bound);
        assertThat(up.broken)
                .containsExactly(
                        "pod/default/web: is gone, but its containers [app] run on node one, which is declared out"
                                + " of service");

        down.happened("runtime/one", 0, started("b"));
        assertThat(down.broken).hasSize(1);

        Observation healthy = new Observation(new FencedNodesIdle());
        healthy.stored(node(fenced), node(), bound)
                .happened("runtime/one", 0, started("a"))
                .deleted(bound);
        assertThat(healthy.broken).isEmpty();
    }

    @Test
    void a_container_waits_for_the_success_of_an_init_container() {
        Observation seen = new Observation(new InitContainersFirst());
        seen.stored(with(Map.of(), running(1), null), with(Map.of(), ended(0, 1, 2), running(3)));
        assertThat(seen.broken).isEmpty();

        seen.stored(with(Map.of(), ended(1, 1, 2), running(3)));
        assertThat(seen.broken)
                .containsExactly("pod/default/web: runs container app, although its init container first has not"
                        + " succeeded");
    }

    @Test
    void a_container_does_not_wait_for_the_end_of_a_sidecar() {
        Observation seen = new Observation(new InitContainersFirst());
        seen.stored(with(Map.of("restartPolicy", "Always"), running(1), running(3)));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_container_may_be_restarted_as_it_was_on_a_real_node() {
        long[] starts = {2, 3, 18, 44, 89, 181, 342, 648};
        Observation seen = new Observation(new RestartsBackOff());
        for (int i = 0; i < starts.length; i++) {
            seen.stored(crashed(i, starts[i], i == 0 ? 0 : starts[i - 1]));
        }

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_container_that_is_restarted_without_a_wait_breaks_the_back_off() {
        Observation seen = new Observation(new RestartsBackOff());
        seen.stored(crashed(0, 2, 0), crashed(1, 3, 2), crashed(2, 5, 3), crashed(3, 7, 5), crashed(4, 9, 7));

        assertThat(seen.broken)
                .containsExactly("pod/default/web: started container app again 3s after its last run but one had ended,"
                        + " expected a back-off of 10s");
    }

    @Test
    void a_container_that_waits_for_twice_as_long_breaks_the_back_off() {
        Observation seen = new Observation(new RestartsBackOff());
        seen.stored(crashed(0, 2, 0), crashed(1, 3, 2), crashed(2, 25, 3), crashed(3, 70, 25), crashed(4, 155, 70));

        assertThat(seen.broken)
                .containsExactly("pod/default/web: started container app again 84s after its last run had ended,"
                        + " expected 70s at most");
    }

    @Test
    void a_fault_may_have_made_a_start_fail_which_makes_the_back_off_longer() {
        Observation seen = new Observation(new RestartsBackOff());
        ComponentFault.Crash fault = new ComponentFault.Crash("runtime/one");
        seen.stored(crashed(0, 2, 0), crashed(1, 3, 2), crashed(2, 25, 3));
        seen.at(30 * VirtualTime.SECOND).faultOpened(fault).happened(new FaultTrace.Closed(fault));
        seen.stored(crashed(3, 70, 25), crashed(4, 155, 70));

        assertThat(seen.broken).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"9, 1", "8, 0"})
    void a_container_that_ran_for_long_is_started_again_at_once(long wait, int violations) {
        Observation seen = new Observation(new RestartsBackOff());
        long start = 44;
        long end = start + 602;
        seen.stored(crashed(2, 18, 3), lasting(3, start, end, 18), crashed(4, end + wait, start, end));

        assertThat(seen.broken).hasSize(violations);
    }

    @Test
    void a_container_with_another_image_has_a_back_off_of_its_own() {
        Observation seen = new Observation(new RestartsBackOff());
        seen.stored(crashed(0, 2, 0), crashed(1, 3, 2), crashed(2, 18, 3), crashed(3, 44, 18));
        seen.stored(withImage(crashed(3, 44, 18)), withImage(crashed(4, 46, 44)), withImage(crashed(5, 48, 46)));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void a_kubelet_that_starts_anew_has_forgotten_the_back_off() {
        Observation seen = new Observation(new RestartsBackOff());
        seen.stored(crashed(0, 2, 0), crashed(1, 3, 2), crashed(2, 18, 3), crashed(3, 44, 18));
        seen.happened("kubelet/one", 0, new ComponentTrace.Started(2)).stored(crashed(4, 46, 44));
        seen.happened("kubelet/one", 0, new ComponentTrace.Started(3)).stored(crashed(5, 48, 46));

        assertThat(seen.broken).isEmpty();
    }
}
