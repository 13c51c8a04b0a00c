package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of pods where the answer depends on the version, or on how an extender is named. */
class VersionedPlacementTest {

    private static final String NEVER = """
            cluster:
              nodes: 1
              profile: %s
            timeline:
            - {at: 1s, kubectl: create -f low.yaml}
            - {at: 20s, kubectl: create -f high.yaml}
            files:
              low.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: low}
                spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]}
              high.yaml: |
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: patient}
                value: 1000
                preemptionPolicy: Never
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: high}
                spec:
                  priorityClassName: patient
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: "3"}}}]
            """;

    private static final String EXTENDER = """
            cluster:
              nodes: 2
              profile: v1.32
              settings: {kube-scheduler.config: config.yaml}
              addOns:
              - {kind: schedulerExtender, host: "%s", refuse: [{nodes: [node-1], reason: guarded}]}
            timeline:
            - {at: 1s, kubectl: create -f pod.yaml}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                leaderElection: {leaderElect: true}
                clientConnection: {kubeconfig: /etc/kubernetes/scheduler.conf}
                extenders: [{urlPrefix: "%s/s", filterVerb: filter}]
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec: {containers: [{name: c, image: nginx}]}
            """;

    private static final String POLICY = """
            cluster: {nodes: 3, profile: v1.8, settings: {kube-scheduler.policy-config-file: policy.json}}
            timeline:
            - {at: 0s, kubectl: label node node-1 rack=a}
            - {at: 0s, kubectl: label node node-2 disk=a}
            - {at: 1s, kubectl: create -f pod.yaml}
            files:
              policy.json: |
                {"kind": "Policy", "apiVersion": "v1", "priorities": [
                  {"name": "Rack", "weight": %d, "argument": {"labelPreference": {"label": "rack", "presence": true}}},
                  {"name": "Disk", "weight": 5, "argument": {"labelPreference": {"label": "disk", "presence": true}}}]}
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec: {containers: [{name: c, image: nginx}]}
            """;

    private static Map<String, Pod> run(String scenario) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("placement", scenario), 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(90 * VirtualTime.SECOND));
        Map<String, Pod> pods = new LinkedHashMap<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                pods.put(pod.metadata().name(), pod);
            }
        }
        return pods;
    }

    @ParameterizedTest
    @CsvSource({"v1.17, true", "v1.18, true", "v1.19, false", "v1.32, false"})
    void a_pod_that_must_not_preempt_does_so_before_v1_19(String version, boolean preempts) {
        Pod high = run(NEVER.formatted(version)).get("high");
        assertThat(high.nodeName() != null && !high.nodeName().isEmpty()).isEqualTo(preempts);
    }

    @ParameterizedTest
    @CsvSource({
        "guard:80, http://guard, node-2",
        "guard, http://guard:80, node-2",
        "guard:443, https://guard, node-2",
        "guard:8080, http://guard:8080, node-2",
        "guard:8080, http://guard, ",
    })
    void an_extender_is_reached_at_the_port_of_the_scheme(String host, String url, String node) {
        String bound = run(EXTENDER.formatted(host, url)).get("p").nodeName();
        assertThat(bound == null || bound.isEmpty() ? null : bound).isEqualTo(node);
    }

    @ParameterizedTest
    @CsvSource({"2, node-2", "9, node-1"})
    void priorities_of_one_kind_have_their_own_weights_at_first(int weight, String node) {
        assertThat(run(POLICY.formatted(weight)).get("p").nodeName()).isEqualTo(node);
    }
}
