package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A pod is deleted while room is made for it, a bit later in each run: whoever comes then gets the room. In Kubernetes
 * v1.19 to v1.21 the room was lost when the pod went during its attempt (issue 102339).
 */
class PhantomPreemptorTest {

    private static final String CLASS =
            "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass," + " metadata: {name: high}, value: 1000}\n";

    private static String pod(String name, String priority) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + "}, spec: {terminationGracePeriodSeconds: 1, "
                + priority + "containers: [{name: c, image: app, resources: {requests: {cpu: 900m}}}]}}\n";
    }

    private static Command at(long nanos, String command) {
        return new Command(nanos, List.of(command.split(" ")));
    }

    /** Whether the pod that comes last runs, when the important one is deleted so long after it came. */
    private static boolean lastRuns(String version, long after) {
        ClusterSpec spec = new ClusterSpec(
                1,
                Map.of("cpu", "1", "memory", "4Gi", "pods", "20"),
                KubernetesVersion.parse(version),
                // The scheduler waits for the answer to the deletion of the other pod.
                Map.of("network.latency", "exactly 50ms"));
        Map<String, String> files = new TreeMap<>();
        files.put("class.yaml", CLASS);
        files.put("low.yaml", pod("low", ""));
        files.put("high.yaml", pod("high", "priorityClassName: high, "));
        files.put("last.yaml", pod("last", ""));
        long come = 10 * VirtualTime.SECOND;
        List<Command> timeline = List.of(
                at(0, "apply -f class.yaml"),
                at(VirtualTime.SECOND, "apply -f low.yaml"),
                at(come, "apply -f high.yaml"),
                at(come + after, "delete pod high --grace-period=0 --force --wait=false"),
                at(20 * VirtualTime.SECOND, "delete pod low high --ignore-not-found --wait=false"),
                at(40 * VirtualTime.SECOND, "apply -f last.yaml"),
                at(80 * VirtualTime.SECOND, "get pod last"));
        Cluster cluster = Cluster.of(
                new Scenario("phantom", spec, timeline, files, FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(81 * VirtualTime.SECOND));
        return cluster.commandResults().get(6).stdout().contains("Running");
    }

    private static LongStream delays() {
        return LongStream.rangeClosed(0, 20).map(step -> step * 25 * VirtualTime.MILLISECOND);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.18", "v1.22", "v1.36"})
    void room_that_was_made_for_a_deleted_pod_is_free(String version) {
        assertThat(delays()).allMatch(after -> lastRuns(version, after));
    }

    @Test
    void from_v1_19_to_v1_21_it_may_be_lost() {
        assertThat(delays()).anyMatch(after -> !lastRuns("v1.20", after));
    }
}
