package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LONG;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.liveness.PhaseTrace;
import dev.wavetank.sim.trace.TraceSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run ends when nothing would change any more, and not before. */
class EndOfRunTest {

    private static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db}
            spec:
              serviceName: db
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  containers: [{name: db, image: db}]
              volumeClaimTemplates:
              - metadata: {name: data}
                spec:
                  accessModes: [ReadWriteOnce]
                  storageClassName: fast
                  resources: {requests: {storage: 1Gi}}
            """;
    private static final String CLASS = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: fast}
            provisioner: example.com/disk
            """;
    private static final String CRON_JOB = """
            apiVersion: batch/%s
            kind: CronJob
            metadata: {name: tick}
            spec:
              schedule: "0 * * * *"
              jobTemplate:
                spec:
                  template:
                    spec:
                      restartPolicy: Never
                      containers: [{name: tick, image: busybox, command: ["true"]}]
            """;

    /** The renewals of the manager that gave up arrive late, and look like those of a living one. */
    @ParameterizedTest
    @ValueSource(longs = {8, 19, 30})
    void while_the_only_controller_manager_waits_for_its_lease(long seed) throws IOException {
        String web = Files.readString(Path.of("..", "examples", "web.yaml"), StandardCharsets.UTF_8);
        FaultPlan pause = FaultPlan.of(FaultClause.at(
                2 * VirtualTime.SECOND, 30 * VirtualTime.SECOND, new ComponentFault.Pause("kube-apiserver")));
        Scenario scenario = new Scenario(
                "web", ClusterSpec.DEFAULT, apply(0, "web.yaml"), Map.of("web.yaml", web), pause, VirtualTime.HOUR);

        RunResult result = ScenarioRun.of(scenario, seed, ClusterParts.DEFAULT);

        assertThat(result.violations()).isEmpty();
        assertThat(result.stopReason()).isEqualTo(StopReason.QUIESCENT);
    }

    @Test
    void while_a_claim_waits_for_the_next_pass_of_the_binder() {
        List<Command> timeline = List.of(
                apply(0, "set.yaml").get(0),
                apply(2 * VirtualTime.SECOND, "class.yaml").get(0));
        Scenario scenario = new Scenario(
                "db",
                ClusterSpec.DEFAULT,
                timeline,
                Map.of("set.yaml", SET, "class.yaml", CLASS),
                FaultPlan.NONE,
                VirtualTime.HOUR);

        RunResult result = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);

        assertThat(result.outcome()).isEqualTo(Outcome.HELD);
        assertThat(result.stopReason()).isEqualTo(StopReason.QUIESCENT);
        assertThat(result.podsByPhase()).containsExactly(Map.entry("Running", 1));
        assertThat(result.virtualTime()).isGreaterThan(15 * VirtualTime.SECOND);
    }

    @Test
    void a_pod_whose_claim_gets_no_volume_is_unknown_with_the_words_that_a_user_would_see() {
        Scenario scenario = new Scenario(
                "db",
                ClusterSpec.DEFAULT,
                apply(0, "set.yaml"),
                Map.of("set.yaml", SET),
                FaultPlan.NONE,
                VirtualTime.HOUR);

        RunResult result = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);

        assertThat(result.violations()).isEmpty();
        assertThat(result.podsByPhase()).containsExactly(Map.entry("Pending", 1));
        assertThat(result.unknowns())
                .singleElement()
                .asString()
                .contains("pod has unbound immediate PersistentVolumeClaims")
                .contains("storageclass.storage.k8s.io \"fast\" not found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.20", "v1.32"})
    void with_a_cron_job_a_run_lasts_to_its_horizon(String profile) {
        KubernetesVersion version = KubernetesVersion.parse(profile);
        String manifest = CRON_JOB.formatted(profile.equals("v1.20") ? "v1beta1" : "v1");
        Scenario scenario = new Scenario(
                "tick",
                new ClusterSpec(1, ClusterSpec.DEFAULT.nodeCapacity(), version, Map.of()),
                apply(0, "cron.yaml"),
                Map.of("cron.yaml", manifest),
                FaultPlan.NONE,
                4 * VirtualTime.HOUR + VirtualTime.MINUTE);

        RunResult result = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);

        assertThat(result.outcome()).isEqualTo(Outcome.HELD);
        assertThat(result.virtualTime()).isEqualTo(scenario.horizon());
        assertThat(result.podsByPhase()).containsExactly(Map.entry("Succeeded", 3));
    }

    /** A Job of every minute works for 20 s: at any instant something may have changed just now. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void what_holds_at_rest_is_judged_when_nothing_has_changed_for_ten_seconds(long seed) {
        String manifest =
                CRON_JOB.formatted("v1").replace("0 * * * *", "* * * * *").replace("[\"true\"]", "[sh, -c, sleep 20]");
        Scenario scenario = new Scenario(
                "tick",
                new ClusterSpec(1, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.DEFAULT, Map.of()),
                apply(seed * 7 * VirtualTime.SECOND, "cron.yaml"),
                Map.of("cron.yaml", manifest),
                FaultPlan.NONE,
                VirtualTime.HOUR);
        LastChange changes = new LastChange();
        List<Long> pauses = new ArrayList<>();
        TraceSink judged = entry -> {
            if (entry.record() instanceof PhaseTrace.Begun begun && begun.phase() == Phase.KEEP) {
                pauses.add(entry.time() - changes.at());
            }
        };

        RunResult result = ScenarioRun.of(scenario, seed, ClusterParts.DEFAULT, List.of(judged, changes));

        assertThat(result.violations()).isEmpty();
        assertThat(pauses).singleElement().asInstanceOf(LONG).isGreaterThanOrEqualTo(10 * VirtualTime.SECOND);
    }

    @Test
    void a_rollout_that_waits_for_nodes_is_unknown_and_names_the_command_that_failed() {
        FaultPlan pause = FaultPlan.of(FaultClause.at(
                39 * VirtualTime.SECOND, 2 * VirtualTime.MINUTE, new ComponentFault.Pause("kube-apiserver")));
        List<Command> timeline = List.of(
                command(0, "create deployment web --image=nginx --replicas=3"),
                command(20, "cordon node-1"),
                command(31, "scale deployment web --replicas=5"),
                command(40, "uncordon node-1"));
        Scenario scenario = new Scenario(
                "cordoned", ClusterSpec.DEFAULT.withNodes(1), timeline, Map.of(), pause, 2 * VirtualTime.HOUR);

        RunResult result = ScenarioRun.of(scenario, 1, ClusterParts.DEFAULT);

        assertThat(result.violations()).isEmpty();
        assertThat(result.unknowns()).hasSize(2);
        assertThat(result.unknowns().get(0))
                .contains("cannot be placed: 0/1 nodes are available: 1 node(s) were unschedulable");
        assertThat(result.unknowns().get(1)).contains("`kubectl uncordon node-1` failed: ");
    }

    private static Command command(int seconds, String words) {
        return new Command(seconds * VirtualTime.SECOND, List.of(words.split(" ")));
    }

    private static List<Command> apply(long at, String file) {
        return List.of(new Command(at, List.of("apply", "-f", file)));
    }
}
