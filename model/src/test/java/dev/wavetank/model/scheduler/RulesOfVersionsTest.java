package dev.wavetank.model.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The default scheduler of every version looks at everything that a pod can require: none of these fits. */
class RulesOfVersionsTest {

    private static final String SCENARIO = """
            cluster: {nodes: 1, profile: %s, nodeCapacity: {cpu: 4, ephemeral-storage: 10Gi}}
            timeline:
            - {at: 1s, kubectl: label node node-1 zone=a failure-domain.beta.kubernetes.io/zone=a}
            - {at: 1s, kubectl: create -f volumes.yaml}
            - {at: 2s, kubectl: create -f there.yaml}
            - {at: 4s, kubectl: create -f pods.yaml}
            files:
              volumes.yaml: |
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: far, labels: {failure-domain.beta.kubernetes.io/zone: b}}
                spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /a}}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: far}
                spec:
                  accessModes: [ReadWriteOnce]
                  storageClassName: ""
                  volumeName: far
                  resources: {requests: {storage: 1Gi}}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: unbound}
                spec: {accessModes: [ReadWriteOnce], storageClassName: none, resources: {requests: {storage: 1Gi}}}
              there.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: there, labels: {app: there}}
                spec:
                  nodeName: node-1
                  containers: [{name: c, image: nginx, ports: [{containerPort: 80, hostPort: 80}]}]
                  volumes: [{name: d, awsElasticBlockStore: {volumeID: vol-1}}]
            """;

    private static final Map<String, String> PODS = new LinkedHashMap<>();

    static {
        String required = "requiredDuringSchedulingIgnoredDuringExecution: ";
        String volume = "volumes: [{name: v, %s}]";
        String requests = "resources: {limits: {%s}}";
        PODS.put("selector", "nodeSelector: {zone: b}");
        PODS.put(
                "node-affinity",
                "affinity: {nodeAffinity: {" + required
                        + "{nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [b]}]}]}}}");
        PODS.put(
                "pod-affinity",
                "affinity: {podAffinity: {" + required
                        + "[{topologyKey: zone, labelSelector: {matchLabels: {app: nobody}}}]}}");
        PODS.put(
                "anti-affinity",
                "affinity: {podAntiAffinity: {" + required
                        + "[{topologyKey: zone, labelSelector: {matchLabels: {app: there}}}]}}");
        PODS.put("port", "ports: [{containerPort: 80, hostPort: 80}]");
        PODS.put("cpu", requests.formatted("cpu: 5"));
        PODS.put("storage", requests.formatted("ephemeral-storage: 50Gi"));
        PODS.put("extended", requests.formatted("example.com/foo: 1"));
        PODS.put("disk", volume.formatted("awsElasticBlockStore: {volumeID: vol-1}"));
        PODS.put("missing-claim", volume.formatted("persistentVolumeClaim: {claimName: none}"));
        PODS.put("unbound-claim", volume.formatted("persistentVolumeClaim: {claimName: unbound}"));
        PODS.put("far-claim", volume.formatted("persistentVolumeClaim: {claimName: far}"));
    }

    private static String pod(String name, String rule) {
        boolean isOfContainer = rule.startsWith("ports") || rule.startsWith("resources");
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  containers: [{name: c, image: nginx%s}]
                  %s
                """.formatted(name, isOfContainer ? ", " + rule : "", isOfContainer ? "" : rule);
    }

    static List<KubernetesVersion> versions() {
        return KubernetesVersion.all();
    }

    @ParameterizedTest
    @MethodSource("versions")
    void no_pod_goes_where_it_must_not(KubernetesVersion version) {
        StringBuilder scenario = new StringBuilder(SCENARIO.formatted(version)).append("  pods.yaml: |\n");
        PODS.forEach((name, rule) -> scenario.append(pod(name, rule).indent(4)).append("    ---\n"));
        scenario.append(pod("free", "").indent(4));
        Cluster cluster = Cluster.of(ScenarioCodec.read("rules", scenario.toString()), 1, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(8 * VirtualTime.SECOND));
        TreeSet<String> seen = new TreeSet<>();
        TreeSet<String> placed = new TreeSet<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace store && store.object() instanceof Pod pod) {
                seen.add(pod.metadata().name());
                if (pod.nodeName() != null) {
                    placed.add(pod.metadata().name());
                }
            }
        }
        assertThat(seen).containsAll(PODS.keySet());
        assertThat(placed).containsExactly("free", "there");
    }
}
