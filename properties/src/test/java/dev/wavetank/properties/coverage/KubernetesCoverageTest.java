package dev.wavetank.properties.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodContainerStatusBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.coverage.Count;
import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.coverage.CoverageRecorder;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every condition is reached by the smallest story that tells it. */
class KubernetesCoverageTest {

    private static final ObjectKey WEB = new ObjectKey("default", "web");

    private final Trace trace = new Trace();
    private final CoverageRecorder recorder = KubernetesCoverage.recorder();
    private long now;

    KubernetesCoverageTest() {
        trace.addSink(recorder);
    }

    @Test
    void a_quota_in_the_middle_of_a_batch() {
        answered(create(pod("Pending")), forbidden());
        happened(new BatchTrace(Resources.REPLICA_SETS, WEB, 1, 2, 2, 1));

        assertThat(reached()).containsExactly("quota refused a pod", "quota refused in the middle of a batch");
    }

    @Test
    void a_batch_that_fails_for_another_reason_or_altogether_is_not_a_quota_in_its_middle() {
        happened(new BatchTrace(Resources.REPLICA_SETS, WEB, 1, 2, 2, 1));
        answered(create(pod("Pending")), forbidden());
        happened(new BatchTrace(Resources.REPLICA_SETS, WEB, 2, 1, 1, 1));

        assertThat(reached()).containsExactly("quota refused a pod");
    }

    @Test
    void conflicts_by_what_was_written() {
        answered(update("status"), Status.modified(Resources.PODS, "web"));
        assertThat(reached()).containsExactly("status write met a conflict");

        answered(update(""), Status.modified(Resources.PODS, "web"));
        assertThat(reached()).contains("write of desired state met a conflict");
    }

    @Test
    void what_is_gone_or_there_already() {
        answered(update(""), Status.notFound(Resources.PODS, "web"));
        answered(create(pod("Pending")), Status.alreadyExists(Resources.PODS, "web"));

        assertThat(reached())
                .containsExactly("object existed before it was created", "object was gone before it was written");
    }

    @Test
    void a_write_whose_client_was_told_that_it_failed() {
        stored(WatchEvent.Type.ADDED, null, pod("Pending"));
        answered(create(pod("Pending")), Status.internal("etcdserver: request timed out"));

        assertThat(reached())
                .containsExactly("API server failed a request", "write stored, but its client told that it failed");
    }

    @Test
    void a_write_that_failed_and_was_not_stored() {
        stored(WatchEvent.Type.ADDED, null, pod("Pending"));
        now += VirtualTime.SECOND;
        trace.record(
                now,
                "kube-apiserver",
                new RequestTrace(
                        "admin",
                        new ApiCall("kubectl", "kubectl-create", create(pod("Pending"))),
                        new ApiResponse.Failed(Status.internal("etcdserver: request timed out")),
                        now));

        assertThat(reached()).containsExactly("API server failed a request");
    }

    @Test
    void a_crash_soon_after_a_write() {
        answered(update("status"), null);
        now += 9 * VirtualTime.MILLISECOND;
        trace.record(now, "kubectl", new ComponentTrace.Crashed(1));
        trace.record(now, "kubectl", new ComponentTrace.Started(2));

        assertThat(reached())
                .containsExactly("component came back after a crash", "component crashed right after its own write");
    }

    @Test
    void a_node_with_pods() {
        crash("node-1");
        assertThat(reached()).isEmpty();

        stored(WatchEvent.Type.MODIFIED, pod("Pending"), pod("Running"));
        crash("node-2");
        assertThat(reached()).containsExactly("two faults at once");
        crash("node-1");
        assertThat(reached()).containsExactly("node went down with pods on it", "two faults at once");
    }

    @Test
    void one_fault_after_the_other_is_not_two_at_once() {
        crash("node-2");
        happened(new FaultTrace.Closed(new ModelFault.NodeCrash("node-2")));
        crash("node-2");

        assertThat(reached()).isEmpty();
    }

    @Test
    void the_life_of_a_pod() {
        stored(WatchEvent.Type.MODIFIED, unschedulable(), pod("Pending"));
        stored(WatchEvent.Type.MODIFIED, pod("Running"), restarted("CrashLoopBackOff"));
        stored(WatchEvent.Type.MODIFIED, ready(), pod("Running"));
        stored(WatchEvent.Type.MODIFIED, pod("Pending"), rejected());
        stored(WatchEvent.Type.DELETED, null, pod("Pending"));

        assertThat(reached())
                .containsExactly(
                        "container restarted",
                        "container waited in crash-loop back-off",
                        "pod deleted before it ran",
                        "pod placed after it had found no node",
                        "pod rejected by its kubelet",
                        "ready pod became unready");
    }

    @Test
    void owners_that_come_and_go() {
        stored(WatchEvent.Type.MODIFIED, pod("Running"), owned());
        assertThat(reached()).containsExactly("object adopted by a controller");

        stored(WatchEvent.Type.MODIFIED, owned(), pod("Running"));
        assertThat(reached()).hasSize(2).contains("object released by its controller");
    }

    @Test
    void a_subresource_is_a_part_of_its_object() {
        assertThat(KubernetesCoverage.object("pods/default/web/status")).isEqualTo("pods/default/web");
        assertThat(KubernetesCoverage.object("nodes/status")).isEqualTo("nodes");
        assertThat(KubernetesCoverage.object("pods/default/status-1")).isEqualTo("pods/default/status-1");
    }

    private TreeSet<String> reached() {
        Coverage coverage = recorder.coverage(1);
        return coverage.sometimes().entrySet().stream()
                .filter(condition -> !condition.getValue().equals(Count.NEVER))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void happened(TraceRecord record) {
        trace.record(++now, "by hand", record);
    }

    private void crash(String node) {
        happened(new FaultTrace.Opened(new ModelFault.NodeCrash(node)));
    }

    private void stored(WatchEvent.Type change, KubernetesObject before, KubernetesObject after) {
        happened(new StoreTrace(change, Resources.PODS, after, before, 1));
    }

    /** The answer to a request that was received at the beginning; success when there is no failure. */
    private void answered(ApiRequest request, Status failure) {
        ApiResponse response =
                failure == null ? new ApiResponse.One(200, pod("Running")) : new ApiResponse.Failed(failure);
        happened(new RequestTrace("admin", new ApiCall("kubectl", "kubectl-create", request), response, 0));
    }

    private static Status forbidden() {
        return Status.forbidden(Resources.PODS, "web", "exceeded quota: pods, requested: pods=1");
    }

    private static ApiRequest create(Pod pod) {
        return ApiRequest.Create.of(Resources.PODS, pod);
    }

    private static ApiRequest update(String subresource) {
        return new ApiRequest.Update(Resources.PODS, subresource, pod("Running"));
    }

    private static Pod pod(String phase) {
        return PodBuilder.builder()
                .metadata(metadata(List.of()))
                .spec(PodSpecBuilder.builder().nodeName("node-1").build())
                .status(PodStatusBuilder.builder().phase(phase).build())
                .build();
    }

    private static Pod ready() {
        return pod("Running")
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .conditions(List.of(new Pod.Condition("Ready", "True", null, null, null, null)))
                        .build());
    }

    private static Pod unschedulable() {
        return PodBuilder.builder()
                .metadata(metadata(List.of()))
                .spec(PodSpecBuilder.builder().build())
                .status(PodStatusBuilder.builder()
                        .conditions(
                                List.of(new Pod.Condition("PodScheduled", "False", null, null, "Unschedulable", null)))
                        .build())
                .build();
    }

    private static Pod restarted(String waiting) {
        return pod("Running")
                .withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .containerStatuses(List.of(PodContainerStatusBuilder.builder()
                                .restartCount(1)
                                .state(new Pod.ContainerState(new Pod.Waiting(waiting, null), null, null))
                                .build()))
                        .build());
    }

    private static Pod rejected() {
        return pod("Failed")
                .withStatus(PodStatusBuilder.builder()
                        .phase("Failed")
                        .reason("OutOfcpu")
                        .build());
    }

    private static Pod owned() {
        return pod("Running")
                .withMetadata(metadata(
                        List.of(new OwnerReference("apps/v1", "ReplicaSet", "web", "uid-of-set", true, true))));
    }

    private static ObjectMeta metadata(List<OwnerReference> owners) {
        return ObjectMetaBuilder.builder()
                .namespace("default")
                .name("web")
                .uid("uid")
                .ownerReferences(owners)
                .build();
    }
}
