package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Containers with restart policies and rules of their own. */
class RestartRulesTest {

    private final Map<String, String> files = new TreeMap<>();
    private final List<Command> timeline = new ArrayList<>();
    private KubernetesVersion version = KubernetesVersion.parse("v1.35");

    private void at(long seconds, String command) {
        timeline.add(new Command(seconds * VirtualTime.SECOND, Arrays.asList(command.split(" "))));
    }

    private static String rule(String action, String operator, String values) {
        return "{action: " + action + ", exitCodes: {operator: " + operator + ", values: [" + values + "]}}";
    }

    private static String exiting(String name, int code, String more) {
        return "{name: " + name + ", image: \"busybox:1\", command: [sh, -c, \"sleep 1; exit " + code + "\"], " + more
                + "}";
    }

    private void pod(String policy, String inits, String apps) {
        files.put(
                "p.yaml",
                "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  restartPolicy: " + policy
                        + "\n  initContainers: [" + inits + "]\n  containers: [" + apps + "]\n");
        at(1, "apply -f p.yaml");
    }

    private Cluster cluster(long end, TraceSink sink) {
        Map<String, String> capacity = ClusterSpec.ofNodes(1).nodeCapacity();
        Cluster cluster = Cluster.of(
                new Scenario(
                        "rules",
                        new ClusterSpec(1, capacity, version, new TreeMap<>()),
                        timeline,
                        files,
                        FaultPlan.NONE,
                        VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(end * VirtualTime.SECOND));
        return cluster;
    }

    /** What the last command printed. */
    private String run() {
        long last = timeline.get(timeline.size() - 1).at() / VirtualTime.SECOND;
        CommandResult result =
                cluster(last + 1, new MemorySink()).commandResults().get(timeline.size() - 1);
        return result.stdout() + result.stderr();
    }

    @ParameterizedTest(name = "pod {0}, container {1} with {2} {3}, exit {4}")
    @CsvSource({
        "Never,     Never,     In,    42,   42, again",
        "Never,     Never,     In,    42,   3,  Failed",
        "Never,     Never,     In,    42,   0,  Succeeded",
        "Never,     Never,     NotIn, 3,    42, again",
        "Never,     Never,     NotIn, 42,   42, Failed",
        "Never,     OnFailure, In,    0,    0,  again",
        "Never,     OnFailure, In,    7,    0,  Succeeded",
        "Never,     OnFailure, In,    7,    3,  again",
        "Always,    Never,     In,    7,    3,  Failed",
        "Always,    Never,     In,    7,    7,  again",
        "OnFailure, Never,     In,    7 8,  8,  again"
    })
    void the_first_rule_that_fits_decides_and_else_the_policy_of_the_container(
            String ofPod, String own, String operator, String values, int code, String outcome) {
        String rules = "[" + rule("Restart", operator, values.replace(" ", ", ")) + "]";
        pod(ofPod, "", exiting("app", code, "restartPolicy: " + own + ", restartPolicyRules: " + rules));
        at(60, "get pod p -o jsonpath={.status.phase}/{.status.containerStatuses[0].restartCount}");

        if (outcome.equals("again")) {
            assertThat(run()).matches("Running/[2-9]");
        } else {
            assertThat(run()).isEqualTo(outcome + "/0");
        }
    }

    @Test
    void a_container_that_a_rule_starts_again_waits_for_its_back_off() {
        String rules = "[" + rule("Restart", "In", "42") + "]";
        pod("Never", "", exiting("app", 42, "restartPolicy: Never, restartPolicyRules: " + rules));
        at(
                100,
                "get pod p -o jsonpath={.status.containerStatuses[0].state.waiting.reason}"
                        + "/{.status.containerStatuses[0].lastState.terminated.exitCode}");

        assertThat(run()).isEqualTo("CrashLoopBackOff/42");
    }

    @Test
    void an_init_container_is_tried_again_by_its_rule_and_fails_the_pod_without_one() {
        String rules = "restartPolicy: Never, restartPolicyRules: [" + rule("Restart", "In", "42") + "]";
        pod("Never", exiting("init", 42, rules), "{name: app, image: \"nginx:1\"}");
        at(60, "get pod p -o jsonpath={.status.phase}/{.status.initContainerStatuses[0].restartCount}");
        assertThat(run()).matches("Pending/[2-9]");

        timeline.remove(0);
        pod("Never", exiting("init", 43, rules), "{name: app, image: \"nginx:1\"}");
        timeline.add(timeline.remove(0));
        assertThat(run()).isEqualTo("Failed/0");
    }

    @Test
    void one_container_goes_on_while_another_is_started_again() {
        String rules = "restartPolicy: Never, restartPolicyRules: [" + rule("Restart", "In", "42") + "]";
        pod("Never", "", exiting("app", 42, rules) + ", " + exiting("done", 0, "restartPolicy: Never"));
        at(
                60,
                "get pod p -o jsonpath={.status.phase}/{.status.containerStatuses[1].restartCount}"
                        + "/{.status.containerStatuses[1].state.terminated.exitCode}");

        assertThat(run()).isEqualTo("Running/0/0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "restartPolicyRules: [%s] | spec.containers[0].restartPolicy: Required value: must specify restartPolicy when"
                        + " restart rules are used",
                "restartPolicy: Never, restartPolicyRules: [{action: Stop, exitCodes: {operator: In, values: [3]}}] |"
                        + " spec.containers[0].restartPolicyRules[0].action: Unsupported value: \"Stop\": supported values:"
                        + " \"Restart\"",
                "restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: Equals, values: [3]}}] |"
                        + " spec.containers[0].restartPolicyRules[0].exitCodes.operator: Unsupported value: \"Equals\":"
                        + " supported values: \"In\", \"NotIn\"",
                "restartPolicy: Never, restartPolicyRules: [{action: Restart}] |"
                        + " spec.containers[0].restartPolicyRules[0].exitCodes: Required value: must be specified"
            })
    void rules_that_are_wrong_are_refused(String fields, String message) {
        pod("Never", "", exiting("app", 1, fields.formatted(rule("Restart", "In", "3"))));

        assertThat(run()).contains(message.strip());
    }

    @Test
    void at_most_twenty_rules_with_255_codes_each_are_permitted() {
        String many = "0" + ", 1".repeat(255);
        pod(
                "Never",
                "",
                exiting(
                        "app",
                        1,
                        "restartPolicy: Never, restartPolicyRules: [" + rule("Restart", "In", many)
                                + (", " + rule("Restart", "In", "1")).repeat(20) + "]"));

        assertThat(run())
                .contains("spec.containers[0].restartPolicyRules: Too many: 21: must have at most 20 items")
                .contains("spec.containers[0].restartPolicyRules[0].exitCodes.values: Too many: 256: must have at most"
                        + " 255 items");
    }

    @Test
    void before_v1_35_rules_are_dropped_and_before_v1_34_they_are_unknown() {
        String rules = "restartPolicyRules: [" + rule("Restart", "In", "42") + "]";
        pod("Never", "", exiting("app", 42, rules));
        at(60, "get pod p -o jsonpath={.status.phase}{.spec.containers[0].restartPolicyRules}");
        version = KubernetesVersion.parse("v1.34");
        assertThat(run()).isEqualTo("Failed");

        timeline.remove(1);
        version = KubernetesVersion.parse("v1.33");
        assertThat(run()).contains("unknown field \"spec.containers[0].restartPolicyRules\"");
    }

    @Test
    void a_stop_signal_is_dropped_because_its_feature_is_off() {
        pod("Never", "", exiting("app", 0, "lifecycle: {stopSignal: SIGUSR1}"));
        at(2, "get pod p -o jsonpath={.metadata.name}{.spec.containers[0].lifecycle}");
        assertThat(run()).isEqualTo("p");

        timeline.remove(1);
        version = KubernetesVersion.parse("v1.32");
        assertThat(run()).contains("unknown field \"spec.containers[0].lifecycle.stopSignal\"");
    }

    /** A pod whose second container asks, every 20 seconds after its start, that all start again. */
    private void restartingAll(String inits, String command) {
        version = KubernetesVersion.parse("v1.36");
        String rules = "restartPolicy: Never, restartPolicyRules: [" + rule("RestartAllContainers", "In", "42") + "]";
        pod(
                "Never",
                inits,
                "{name: app, image: \"app:1\", command: [" + command + "]}, "
                        + exiting("trigger", 42, rules).replace("sleep 1", "sleep 20"));
        files.computeIfPresent("p.yaml", (name, text) -> text + "  terminationGracePeriodSeconds: 2\n");
    }

    /** What the API has shown of the pod, one after the other, without repetitions. */
    private List<String> history(long seconds) {
        MemorySink sink = new MemorySink();
        cluster(seconds, sink);
        List<String> all = new ArrayList<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof StoreTrace change
                    && change.object() instanceof Pod pod
                    && pod.status() != null) {
                String shown = shown(pod.status());
                if (all.isEmpty() || !all.get(all.size() - 1).equals(shown)) {
                    all.add(shown);
                }
            }
        }
        return all;
    }

    private static String shown(Pod.Status status) {
        String restarting = status.conditions().stream()
                .filter(one -> one.type().equals("AllContainersRestarting"))
                .map(one -> one.status() + (one.reason() == null ? "" : "/" + one.reason()))
                .findFirst()
                .orElse("-");
        return status.phase() + " " + restarting + " "
                + Stream.concat(status.initContainerStatuses().stream(), status.containerStatuses().stream())
                        .map(RestartRulesTest::shown)
                        .collect(Collectors.joining(" "));
    }

    private static String shown(Pod.ContainerStatus one) {
        Pod.ContainerState state = one.state();
        String now = state.waiting() != null
                ? state.waiting().reason()
                : state.running() != null
                        ? "running"
                        : state.terminated() == null
                                ? "?"
                                : "exit" + state.terminated().exitCode();
        Pod.Terminated last = one.lastState() == null ? null : one.lastState().terminated();
        return one.name() + ":" + now + ":" + one.restartCount()
                + (last == null ? "" : ":" + last.exitCode() + "/" + last.reason());
    }

    @Test
    void a_rule_starts_all_containers_again_init_containers_first() {
        restartingAll("{name: init, image: \"busybox:1\", command: [sleep, \"1\"]}", "sleep, \"3600\"");
        String removed = ":1:137/RestartingAllContainers";

        assertThat(history(45))
                .containsSubsequence(
                        "Running False init:exit0:0 app:running:0 trigger:running:0",
                        "Running True/RestartAllContainersStarted init:exit0:0 app:running:0 trigger:exit42:0",
                        // Init containers that are to run again keep a pod pending (pull request 126653).
                        "Pending False init:RestartingAllContainers" + removed + " app:RestartingAllContainers"
                                + removed + " trigger:RestartingAllContainers" + removed,
                        "Running False init:exit0" + removed + " app:running" + removed + " trigger:running" + removed)
                .noneMatch(shown -> shown.startsWith("Failed"));
    }

    @Test
    void a_container_that_has_ended_for_good_runs_again_too() {
        restartingAll("", "\"true\"");

        assertThat(history(45))
                .containsSubsequence(
                        "Running False app:exit0:0 trigger:running:0",
                        "Running True/RestartAllContainersStarted app:exit0:0 trigger:exit42:0",
                        "Running False app:exit0:1:137/RestartingAllContainers"
                                + " trigger:running:1:137/RestartingAllContainers");
    }

    @Test
    void all_start_again_without_a_back_off_as_often_as_it_is_asked() {
        restartingAll("", "sleep, \"3600\"");
        at(100, "get pod p -o jsonpath={.status.containerStatuses[*].restartCount}");

        assertThat(run()).isEqualTo("3 3");
    }

    @Test
    void before_v1_36_the_action_for_all_is_refused() {
        restartingAll("", "sleep, \"3600\"");
        version = KubernetesVersion.parse("v1.35");

        assertThat(run())
                .contains("action: Unsupported value: \"RestartAllContainers\": supported values: \"Restart\"");
    }
}
