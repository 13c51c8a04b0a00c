package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.controller.resourcequota.ResourceQuotaController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Quotas and limit ranges in the whole simulated cluster. */
class NamespaceLimitsTest {

    private static final String QUOTA = """
            apiVersion: v1
            kind: ResourceQuota
            metadata: {name: q, namespace: default}
            spec: {hard: {pods: "10"}}
            """;
    private static final String LIMITS = """
            apiVersion: v1
            kind: LimitRange
            metadata: {name: lr, namespace: default}
            spec:
              limits:
              - {type: Container, default: {cpu: 500m}, defaultRequest: {cpu: 100m}}
            """;

    private final Map<String, Pod> pods = new TreeMap<>();
    private final List<String> deleted = new ArrayList<>();
    private final List<String> used = new ArrayList<>();
    private final List<String> quotaWrites = new ArrayList<>();
    private int most;

    private Cluster cluster(String... lines) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("quota", QUOTA);
        files.put("more", QUOTA.replace("10", "12"));
        files.put("limits", LIMITS);
        List<Command> timeline = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            timeline.add(new Command(i * 20 * VirtualTime.SECOND, List.of(lines[i].split(" "))));
        }
        Scenario scenario =
                new Scenario("limits", ClusterSpec.DEFAULT, timeline, files, FaultPlan.NONE, VirtualTime.MINUTE * 60);
        Cluster cluster = Cluster.of(scenario, 1, ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(this::observe);
        return cluster;
    }

    private void observe(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED) {
                pods.remove(pod.metadata().name());
                deleted.add(pod.metadata().name());
            } else {
                pods.put(pod.metadata().name(), pod);
                // A pod that has come to its last phase uses nothing of the quota any more.
                most = Math.max(most, (int) pods.values().stream()
                        .filter(present -> !present.isFinished())
                        .count());
            }
        } else if (entry.record() instanceof StoreTrace change && change.object() instanceof ResourceQuota quota) {
            used.add(quota.status().used().get("pods"));
        } else if (entry.record() instanceof RequestTrace request
                && request.call().userAgent().equals(ResourceQuotaController.NAME)) {
            quotaWrites.add(request.resource() + " " + request.response().code());
        }
    }

    private static void runUntil(Cluster cluster, int seconds) {
        cluster.run(RunLimits.until(seconds * VirtualTime.SECOND));
    }

    @Test
    void a_deleted_pod_makes_room_for_another() {
        Cluster cluster = cluster("apply -f quota", "create deployment web --image=nginx --replicas=12");
        runUntil(cluster, 60);
        assertThat(pods).hasSize(10);
        assertThat(used).last().isEqualTo("10");

        String victim = pods.keySet().iterator().next();
        Cluster other =
                again("apply -f quota", "create deployment web --image=nginx --replicas=12", "delete pod " + victim);
        // The ReplicaSet controller sees the deletion first, is refused once more, and backs off for up to 1000 s.
        runUntil(other, 2500);
        assertThat(deleted).containsExactly(victim);
        assertThat(used).contains("9");
        assertThat(used).last().isEqualTo("10");
        assertThat(pods).hasSize(10).doesNotContainKey(victim);
        assertThat(most).isEqualTo(10);
    }

    @Test
    void raising_a_quota_wakes_nobody_but_its_own_controller() {
        Cluster cluster =
                cluster("apply -f quota", "create deployment web --image=nginx --replicas=12", "apply -f more");
        runUntil(cluster, 41);
        assertThat(quotaWrites).last().isEqualTo("resourcequotas/status 200");
        assertThat(pods).hasSize(10);
    }

    @Test
    void pods_of_a_replica_set_get_the_defaults_of_a_limit_range() {
        Cluster cluster = cluster("apply -f limits", "create deployment web --image=nginx --replicas=3");
        runUntil(cluster, 60);
        assertThat(pods.values()).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.spec().containers().get(0).resources().requests()).containsEntry("cpu", "100m");
            assertThat(pod.spec().containers().get(0).resources().limits()).containsEntry("cpu", "500m");
            assertThat(pod.metadata().annotations())
                    .containsEntry(
                            "kubernetes.io/limit-ranger",
                            "LimitRanger plugin set: cpu request for container nginx; cpu limit for container nginx");
        });
    }

    /** The same cluster from the beginning, with more commands: the same names are made again. */
    private Cluster again(String... lines) {
        pods.clear();
        used.clear();
        quotaWrites.clear();
        return cluster(lines);
    }
}
