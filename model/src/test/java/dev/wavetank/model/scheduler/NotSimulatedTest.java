package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NotSimulatedTest {

    private static final String CLUSTER = """
            cluster: {nodes: 2, profile: %s, settings: {%s}}
            timeline:
            - {at: 1s, kubectl: create -f pod.yaml}
            files:
            """;

    private static final String PLAIN = """
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec: {%s containers: [{name: c, image: nginx%s}]}
            """;

    private Pod last;

    private Set<String> reports(String scenario) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("reports", scenario), 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(10 * VirtualTime.SECOND));
        Set<String> reports = new LinkedHashSet<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof NotSimulatedTrace report) {
                reports.add(report.what());
            } else if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                last = pod;
            }
        }
        return reports;
    }

    private static String configured(String version, String fields) {
        return CLUSTER.formatted(version, "kube-scheduler.config: config.yaml") + PLAIN.formatted("", "") + """
                  config.yaml: |
                    apiVersion: kubescheduler.config.k8s.io/v1
                    kind: KubeSchedulerConfiguration
                """
                + fields.indent(4);
    }

    @Test
    void nothing_is_reported_where_all_is_simulated() {
        assertThat(reports(CLUSTER.formatted("v1.34", "") + PLAIN.formatted("", "")))
                .isEmpty();
        assertThat(reports(configured("v1.32", """
                leaderElection: {leaderElect: true, leaseDuration: 15s, resourceName: mine}
                clientConnection: {qps: 10, burst: 20}
                profiles:
                - pluginConfig: [{name: VolumeBinding, args: {bindTimeoutSeconds: 20}}]
                """))).isEmpty();
    }

    @Test
    void fields_that_change_nothing_are_reported() {
        assertThat(reports(configured("v1.32", """
                leaderElection: {leaseDuration: 30s}
                enableProfiling: false
                parallelism: 4
                extenders: [{urlPrefix: "http://a/b", enableHTTPS: true, ignorable: true}]
                """)))
                .containsExactly("fields of the scheduler's configuration that change nothing: parallelism,"
                        + " leaderElection.leaseDuration, enableProfiling, extenders[0].enableHTTPS");
    }

    @Test
    void a_plug_in_that_a_file_enables_and_the_model_lacks_is_reported() {
        assertThat(reports(configured("v1.32", """
                profiles: [{plugins: {multiPoint: {enabled: [{name: DynamicResources}]}}}]
                """)))
                .containsExactly("the plug-in DynamicResources of the scheduler: pods are placed as without it");
    }

    @Test
    void a_pod_waits_for_a_claim_that_is_not_there() {
        String claim = "resourceClaims: [{name: gpu, %s: gpu}],";
        for (String name : List.of("resourceClaimName", "resourceClaimTemplateName")) {
            reports(CLUSTER.formatted("v1.34", "") + PLAIN.formatted(claim.formatted(name), ""));
            assertThat(last.nodeName()).isNull();
            // No attempt, so no condition: kubernetes#130668.
            assertThat(last.condition("PodScheduled")).isEmpty();
        }
        reports(CLUSTER.formatted("v1.33", "") + PLAIN.formatted(claim.formatted("resourceClaimName"), ""));
        assertThat(last.spec().other()).doesNotContainKey("resourceClaims");
        assertThat(last.nodeName()).isNotNull();
    }

    @Test
    void what_a_pod_asks_for_in_vain_is_reported() {
        String placed = "nodeName: node-1, resourceClaims: [{name: gpu, resourceClaimName: gpu}],";
        assertThat(reports(CLUSTER.formatted("v1.34", "") + PLAIN.formatted(placed, "")))
                .containsExactly("fields of pods, which have no effect: resourceClaims");
    }

    @Test
    void fields_that_the_server_drops_are_reported() {
        String spread = "topologySpreadConstraints: [{maxSkew: 1, topologyKey: z, whenUnsatisfiable: DoNotSchedule,"
                + " minDomains: 2}], schedulingGates: [{name: a/b}],";
        assertThat(reports(CLUSTER.formatted("v1.26", "") + PLAIN.formatted(spread, "")))
                .containsExactly("features that are off by default in v1.26, so that the API server drops fields of"
                        + " pods: schedulingGates, topologySpreadConstraints.minDomains");
        String affinity = "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"
                + " [{topologyKey: z, labelSelector: {}, namespaceSelector: {}}]}},";
        assertThat(reports(CLUSTER.formatted("v1.21", "") + PLAIN.formatted(affinity, "")))
                .containsExactly("features that are off by default in v1.21, so that the API server drops fields of"
                        + " pods: affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                        + ".namespaceSelector");
        assertThat(reports(CLUSTER.formatted("v1.27", "") + PLAIN.formatted(spread, "")))
                .isEmpty();
    }

    @Test
    void requests_of_a_pod_as_a_whole_count_where_they_exist_and_are_dropped_before() {
        String pod = PLAIN.formatted("resources: {requests: {cpu: 64}},", "");
        reports(CLUSTER.formatted("v1.34", "") + pod);
        assertThat(last.condition("PodScheduled").orElseThrow().message())
                .startsWith("0/2 nodes are available: 2 Insufficient cpu.");
        reports(CLUSTER.formatted("v1.32", "") + pod);
        assertThat(last.spec().other()).doesNotContainKey("resources");
        assertThat(last.nodeName()).isNotNull();
    }

    @Test
    void a_policy_can_ask_all_predicates_for_their_reasons() {
        String policy = """
                  policy.json: |
                    {"kind": "Policy", "apiVersion": "v1", "alwaysCheckAllPredicates": %s,
                     "predicates": [{"name": "PodFitsResources"}, {"name": "MatchNodeSelector"}]}
                """;
        String pod = PLAIN.formatted("nodeSelector: {disk: ssd},", ", resources: {requests: {cpu: 64}}");
        String scenario = CLUSTER.formatted("v1.20", "kube-scheduler.policy-config-file: policy.json") + pod;
        reports(scenario + policy.formatted(true));
        assertThat(last.condition("PodScheduled").orElseThrow().message())
                .isEqualTo("0/2 nodes are available: 2 Insufficient cpu, 2 node(s) didn't match Pod's node affinity.");
        reports(scenario + policy.formatted(false));
        assertThat(last.condition("PodScheduled").orElseThrow().message())
                .isEqualTo("0/2 nodes are available: 2 node(s) didn't match Pod's node affinity.");
    }
}
