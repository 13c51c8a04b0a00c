package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Results of probes in a row ({@code doProbe}, pkg/kubelet/prober/worker.go v1.32). */
class ProbeThresholdsTest {

    /** The results of the readiness probe, and when the pod became ready between them. */
    private static List<String> results(String behavior) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("thresholds.yaml", """
                        cluster: {nodes: 1}
                        timeline:
                        - {at: 1s, kubectl: apply -f web.yaml}
                        files:
                          web.yaml: |
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: web, annotations: {behavior.wavetank.dev/c: "%s"}}
                            spec:
                              containers:
                              - name: c
                                image: nginx
                                readinessProbe: {periodSeconds: 2, successThreshold: 3, httpGet: {port: 80}}
                        """.formatted(behavior)), 1, ClusterParts.DEFAULT);
        List<String> results = new ArrayList<>();
        boolean[] isReady = {false};
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof ProbeTrace attempt) {
                results.add(attempt.succeeded() ? "+" : "-");
            } else if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.isReady() != isReady[0]) {
                isReady[0] = pod.isReady();
                results.add(isReady[0] ? "ready" : "unready");
            }
        });
        cluster.run(RunLimits.until(2 * VirtualTime.MINUTE));
        return results;
    }

    @Test
    void three_successes_make_a_container_ready() {
        assertThat(results("")).startsWith("+", "+", "+", "ready");
    }

    @Test
    void after_a_restart_the_successes_before_count() {
        List<String> results = results("exit 1 after 60s");

        assertThat(results.subList(results.indexOf("unready"), results.size())).startsWith("unready", "+", "ready");
    }
}
