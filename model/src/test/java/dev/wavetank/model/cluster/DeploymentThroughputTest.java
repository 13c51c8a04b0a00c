package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.PublishedFigures;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * How fast a controller manager with default limits brings Deployments up. Measured elsewhere, on a real control plane
 * with fake nodes: 600 Deployments of one replica took about two minutes, 5 a second, and 50,000 about three hours, 4.6
 * a second (kubernetes-sigs/kwok issue 1248).
 *
 * <p>Each controller has 20 requests a second after a burst of 30. The Deployment controller is the slowest, because it
 * needs the most for one Deployment: the ReplicaSet, an Event, and the status as often as it changes.
 */
class DeploymentThroughputTest {

    private static final int COUNT = 600;
    private static final int QPS = 20;
    private static final int BURST = 30;

    private final Map<String, Long> requests = new TreeMap<>();
    private final Map<String, Boolean> ready = new TreeMap<>();
    private long lastReady;

    @Test
    void six_hundred_deployments_take_about_two_minutes() {
        ClusterSpec cluster = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "32", "memory", "64Gi", "pods", "110")),
                KubernetesVersion.V1_32,
                Map.of());
        Scenario scenario = new Scenario(
                "600",
                cluster,
                List.of(new Command(0, List.of("apply", "-f", "all"))),
                new TreeMap<>(Map.of("all", manifests())),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        Cluster simulated = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        simulated.simulation().trace().addSink(this::observe);
        simulated.run(RunLimits.until(5 * VirtualTime.MINUTE));

        long byBucket = (requests.get("deployment-controller") - BURST) * VirtualTime.SECOND / QPS;
        System.out.println("600 Deployments ready after " + VirtualTime.format(lastReady)
                + String.format(Locale.ROOT, ", %.1f a second", COUNT * 1e9 / lastReady) + "; requests " + requests
                + ", of which the deployment-controller's take " + VirtualTime.format(byBucket) + " at 20 a second");
        PublishedFigures.documented(List.of(String.format(
                Locale.ROOT,
                "| 600 Deployments of one pod, default limits of the controllers | all ready | about 120 s | %.0f s |",
                lastReady / 1e9)));
        assertThat(ready).hasSize(COUNT).doesNotContainValue(false);
        assertThat(lastReady).isBetween(90 * VirtualTime.SECOND, 150 * VirtualTime.SECOND);
        assertThat(lastReady).isBetween(byBucket * 8 / 10, byBucket * 12 / 10);
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request
                && request.call().userAgent().endsWith("-controller")) {
            requests.merge(request.call().userAgent(), 1L, Long::sum);
        }
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Deployment deployment) {
            boolean isReady = deployment.status() != null
                    && Integer.valueOf(1).equals(deployment.status().readyReplicas());
            if (!Boolean.valueOf(isReady).equals(ready.put(deployment.metadata().name(), isReady)) && isReady) {
                lastReady = entry.time();
            }
        }
    }

    private static String manifests() {
        return IntStream.range(0, COUNT)
                .mapToObj(number -> """
                        apiVersion: apps/v1
                        kind: Deployment
                        metadata: {name: web-N}
                        spec:
                          selector: {matchLabels: {app: web-N}}
                          template:
                            metadata: {labels: {app: web-N}}
                            spec: {containers: [{name: web, image: nginx}]}
                        """.replace("N", Integer.toString(number)))
                .collect(Collectors.joining("---\n"));
    }
}
