package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.PublishedFigures;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How many pods a minute a ReplicaSet makes whose pods the kubelet refuses. Reported are more than a hundred
 * (kubernetes/kubernetes issue 72593) and more than 1,800 (pull request 130411); neither tells the limits of the
 * controller's client, of which the default of 20 requests a second permits 1,200.
 */
class RejectedPodsRateTest {

    private static final int MINUTES = 3;

    @ParameterizedTest
    @CsvSource({"1, one replica", "10, ten replicas"})
    void a_replica_set_goes_on_making_pods_as_fast_as_its_client_permits(int replicas, String words) {
        ClusterSpec cluster = new ClusterSpec(
                2,
                new TreeMap<>(Map.of("cpu", "32", "memory", "64Gi", "pods", "110")),
                KubernetesVersion.V1_32,
                Map.of());
        Scenario scenario = new Scenario(
                "refused",
                cluster,
                List.of(new Command(0, List.of("apply", "-f", "set"))),
                new TreeMap<>(Map.of("set", manifest(replicas))),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster simulated = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        AtomicInteger pods = new AtomicInteger();
        simulated.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod
                    && change.type().equals("store.added")) {
                pods.incrementAndGet();
            }
        });

        simulated.run(RunLimits.until(MINUTES * VirtualTime.MINUTE));

        int perMinute = pods.get() / MINUTES;
        PublishedFigures.documented(
                List.of("| ReplicaSet of %s, whose pods the kubelet refuses | pods a minute | 100, 1,800 | %,d |"
                        .formatted(words, perMinute)));
        assertThat(perMinute).isBetween(100, 1_200);
    }

    private static String manifest(int replicas) {
        return """
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: refused}
                spec:
                  replicas: %d
                  selector: {matchLabels: {app: refused}}
                  template:
                    metadata: {labels: {app: refused}}
                    spec:
                      nodeName: node-1
                      containers:
                      - name: main
                        image: nginx
                        resources: {requests: {cpu: "500"}}
                """.formatted(replicas);
    }
}
