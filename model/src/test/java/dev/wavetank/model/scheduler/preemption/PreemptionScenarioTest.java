package dev.wavetank.model.scheduler.preemption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A pod of high priority comes to a full cluster, in which an extender guards the first node. */
class PreemptionScenarioTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 2
              profile: %s
              settings: {kube-scheduler.config: config.yaml}
              addOns:
              - {kind: schedulerExtender, host: "guard:8080", refuse: [{nodes: [node-1], reason: guarded}]%s}
            timeline:
            - {at: 1s, kubectl: create -f low.yaml}
            - {at: 20s, kubectl: create -f high.yaml}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/%s
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: true}
                clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}
                extenders: [{urlPrefix: "http://guard:8080/s", preemptVerb: preempt%s}]
              low.yaml: |
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: low-1}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: low-2}
                  spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
              high.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: high}
                spec:
                  priorityClassName: system-cluster-critical
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]
            """;

    private final Map<String, Pod> pods = new LinkedHashMap<>();
    private final List<String> events = new ArrayList<>();

    private void run(String version, String behaviour, String api, String more) {
        Scenario scenario =
                ScenarioCodec.read("preemption", SCENARIO.formatted(version, behaviour, api, more));
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(40 * VirtualTime.SECOND));
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                pods.put(pod.metadata().name(), pod);
            } else if (entry.record() instanceof StoreTrace store && store.object() instanceof ApiEvent event) {
                events.add(event.message());
            }
        }
    }

    private Optional<Pod.Condition> target() {
        return Stream.of("low-1", "low-2")
                .map(pods::get)
                .filter(pod -> pod.metadata().isDeleting())
                .findFirst()
                .flatMap(pod -> pod.condition("DisruptionTarget"));
    }

    @Test
    void the_extender_keeps_its_node_out_of_the_choice() {
        for (String version : List.of("v1.24", "v1.32", "v1.34")) {
            run(version, "", version.equals("v1.24") ? "v1beta3" : "v1", "");
            assertThat(pods.get("high").nodeName()).as(version).isEqualTo("node-2");
            assertThat(Stream.of("low-1", "low-2")
                            .map(pods::get)
                            .filter(pod -> pod.metadata().isDeleting())
                            .map(Pod::nodeName))
                    .as(version)
                    .containsExactly("node-2");
        }
    }

    @Test
    void v1_20_does_not_ask_it() {
        run("v1.20", ", codes: {preempt: 500}", "v1beta1", "");
        assertThat(pods.get("high").nodeName()).isNotNull();
        assertThat(events).contains("Preempted by default/high on node " + pods.get("high").nodeName());
    }

    @Test
    void nobody_is_preempted_when_the_extender_fails_unless_it_may_be_ignored() {
        run("v1.32", ", codes: {preempt: 500}", "v1", "");
        assertThat(pods.get("high").nodeName()).isNull();
        assertThat(events)
                .contains("0/2 nodes are available: 2 Insufficient cpu. failed preempt with extender at URL"
                        + " http://guard:8080/s/preempt, code 500");
        run("v1.32", ", codes: {preempt: 500}", "v1", ", ignorable: true");
        assertThat(pods.get("high").nodeName()).isNotNull();
    }

    @Test
    void victims_say_why_they_go() {
        run("v1.32", "", "v1", "");
        assertThat(target()).hasValueSatisfying(condition -> {
            assertThat(condition.status()).isEqualTo("True");
            assertThat(condition.reason()).isEqualTo("PreemptionByScheduler");
            assertThat(condition.message())
                    .isEqualTo("default-scheduler: preempting to accommodate a higher priority pod");
        });
        run("v1.26", "", "v1", "");
        assertThat(target().orElseThrow().reason()).isEqualTo("PreemptionByKubeScheduler");
        run("v1.24", "", "v1beta3", "");
        assertThat(target()).isEmpty();
    }
}
