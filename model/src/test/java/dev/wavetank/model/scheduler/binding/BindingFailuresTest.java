package dev.wavetank.model.scheduler.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What happens to a pod while a scheduler decides about it, which a slow extender makes long: as a real scheduler
 * (v1.20.2) behaved, whose requests and texts are told in the report of its recording.
 */
class BindingFailuresTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 1
              profile: v1.20
              settings:
                kube-scheduler.config: config.yaml
                kube-scheduler.leader-elect: "false"
                kube-apiserver.disable-admission-plugins: ServiceAccount
              addOns:
              - {kind: schedulerExtender, host: "slow:80", latency: 2s}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1beta1
                kind: KubeSchedulerConfiguration
                extenders: [{urlPrefix: "http://slow:80/s", filterVerb: filter}]
            """;

    /** What users send, by the second. */
    private final Map<Integer, ApiRequest> sent = new LinkedHashMap<>();

    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private Context context;
    private ApiClient client;

    private static Pod pod(String name, String... finalizers) {
        Pod pod = TestCluster.pod(name, null);
        return pod.withMetadata(ObjectMeta.named("default", name).withFinalizers(List.of(finalizers)));
    }

    private static ApiRequest deletion(String name, Long grace) {
        return new ApiRequest.Delete(Resources.PODS, "default", name, new ApiRequest.DeleteOptions(grace, null, null));
    }

    /** What the scheduler writes: verb, resource, code, and what an Event says or a binding names. */
    private List<String> writes(int seconds) {
        ClusterParts parts = ClusterParts.DEFAULT.withController("user", environment -> {
            context = environment.context();
            client = environment.client("user");
            return () -> sent.forEach(
                    (second, request) -> context.after(second * VirtualTime.SECOND, () -> client.send(request)));
        });
        Cluster cluster = Cluster.of(ScenarioCodec.read("failures", SCENARIO), 1, parts);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
        List<String> writes = new ArrayList<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof RequestTrace request) {
                if (request.response() instanceof ApiResponse.One one && one.object() instanceof Pod pod) {
                    pods.put(pod.uid(), pod);
                }
                if (request.call().userAgent().equals("kube-scheduler")
                        && request.call().request().verb().isMutating()) {
                    writes.add(text(request));
                }
            }
        }
        return writes;
    }

    private static String text(RequestTrace request) {
        String what = request.call().request().verb() + " " + request.resource() + " "
                + request.response().code();
        if (request.call().request() instanceof ApiRequest.Create create) {
            if (create.body() instanceof ApiEvent event) {
                return what + " " + event.message();
            }
            return what + " " + ((Binding) create.body()).target().name();
        }
        return what;
    }

    private Pod.Condition scheduled(String name) {
        return pods.values().stream()
                .filter(pod -> pod.metadata().name().equals(name))
                .reduce((first, second) -> second)
                .flatMap(pod -> pod.condition("PodScheduled"))
                .orElseThrow();
    }

    @Test
    void a_pod_that_is_gone_is_reported_and_not_tried_again() {
        sent.put(10, ApiRequest.Create.of(Resources.PODS, pod("k1")));
        sent.put(11, deletion("k1", 0L));
        assertThat(writes(60))
                .containsExactlyInAnyOrder(
                        "create pods/binding 404 node-1",
                        "create events 201 binding rejected: running Bind plugin \"DefaultBinder\": pods \"k1\""
                                + " not found",
                        "patch pods/status 404");
    }

    @Test
    void a_pod_that_is_going_is_not_bound() {
        sent.put(10, ApiRequest.Create.of(Resources.PODS, pod("k2", "example.com/held")));
        sent.put(11, deletion("k2", null));
        List<String> writes = writes(60);
        assertThat(writes)
                .contains("create pods/binding 409 node-1", "create events 201 skip schedule deleting pod: default/k2");
        assertThat(scheduled("k2").message())
                .isEqualTo("binding rejected: running Bind plugin \"DefaultBinder\": Operation cannot be fulfilled on"
                        + " pods/binding \"k2\": pod k2 is being deleted, cannot be assigned to a host");
        assertThat(scheduled("k2").reason()).isEqualTo("SchedulerError");
    }

    @Test
    void a_pod_that_another_has_bound_meanwhile_is_not_bound_again() {
        sent.put(10, ApiRequest.Create.of(Resources.PODS, pod("k3")));
        sent.put(
                11,
                new ApiRequest.Create(
                        Resources.PODS,
                        "default",
                        "k3",
                        "binding",
                        new Binding(ObjectMeta.named("default", "k3"), new Binding.Target("Node", "node-1"))));
        List<String> writes = writes(14);
        assertThat(writes).noneMatch(write -> write.startsWith("create pods/binding"));
        assertThat(writes)
                .anyMatch(write -> write.matches("create events 201 pod .* is in the cache, so can't be assumed"));
        assertThat(scheduled("k3").reason()).isEqualTo("SchedulerError");
    }

    @Test
    void the_namesake_of_a_pod_that_is_gone_is_bound_in_its_place() {
        sent.put(10, ApiRequest.Create.of(Resources.PODS, pod("k4")));
        sent.put(11, deletion("k4", 0L));
        // Both within the two seconds of the first decision.
        sent.put(12, ApiRequest.Create.of(Resources.PODS, pod("k4")));
        List<String> writes = writes(20);
        assertThat(writes.get(0)).isEqualTo("create pods/binding 201 node-1");
        assertThat(writes)
                .anyMatch(write -> write.matches("create events 201 pod .* is in the cache, so can't be assumed"));
    }
}
