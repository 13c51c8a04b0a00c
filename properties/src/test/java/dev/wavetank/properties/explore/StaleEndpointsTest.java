package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Endpoints that stay wrong because their controller compared a stale cache: kubernetes#125638. */
class StaleEndpointsTest {

    private static final Scenario SCENARIO = ScenarioCodec.read("web", """
            timeline:
            - {at: 0s, kubectl: apply -f web.yaml}
            files:
              web.yaml: |
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {selector: {app: web}, ports: [{port: 80}]}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec: {containers: [{name: web, image: nginx, readinessProbe: {periodSeconds: 1, failureThreshold: 1, httpGet: {path: /, port: 80}}}]}
            faults:
            - {kind: readinessFlap, podPrefix: web, at: 60s, for: 1500ms}
            """);

    @Test
    void they_may_before_v1_31_as_a_known_behaviour() {
        assertThat(known(KubernetesVersion.parse("v1.30")))
                .isNotEmpty()
                .extracting(KnownFinding::behaviour)
                .containsOnly(KnownBehaviour.STALE_ENDPOINTS);
    }

    @Test
    void since_then_they_do_not() {
        assertThat(known(KubernetesVersion.parse("v1.31"))).isEmpty();
    }

    /** What is found, when a pod is unready for a moment and watch caches lag; nothing may be broken. */
    private static List<KnownFinding> known(KubernetesVersion version) {
        ClusterSpec cluster = SCENARIO.cluster();
        Map<String, String> lagging = Map.of("kube-apiserver.watch-cache-lag", "2s");
        Scenario scenario =
                SCENARIO.withCluster(new ClusterSpec(cluster.nodes(), cluster.nodeCapacity(), version, lagging));
        Exploration exploration = new Exploration(scenario, ClusterParts.DEFAULT, null, 1);
        List<KnownFinding> known = new ArrayList<>();
        List<RunResult> broken =
                exploration.run(1, 40, 1, run -> known.addAll(run.result().known()));
        assertThat(broken).isEmpty();
        return known;
    }
}
