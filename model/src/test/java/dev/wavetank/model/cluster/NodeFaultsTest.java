package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.NodeFault;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each trouble of a node does to a pod, and that the pod is well when it is over. */
class NodeFaultsTest {

    private static final long SECOND = VirtualTime.SECOND;

    /** Its statuses by time; the last is that of the end. */
    private final Map<Long, Pod> statuses = new LinkedHashMap<>();

    private final List<String> events = new ArrayList<>();
    private final List<String> missed = new ArrayList<>();
    private String settings = "";
    /** More containers, besides {@code app}. */
    private String others = "";

    private long goneAt = -1;
    private long now;

    private void run(String fault, String container, String more) {
        run(fault, container, "", more);
    }

    private void run(String fault, String container, String spec, String more) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("fault.yaml", """
                        cluster: {nodes: 1, settings: {%s}}
                        timeline:
                        - {at: 0s, kubectl: create configmap settings --from-literal=a=b}
                        - {at: 5s, kubectl: apply -f pod.yaml}
                        %s
                        files:
                          pod.yaml: |
                            apiVersion: v1
                            kind: Pod
                            metadata: {name: web}
                            spec:
                              terminationGracePeriodSeconds: 20
                        %s
                              containers:
                              - name: app
                                image: nginx:1
                        %s
                        %s
                        faults:
                        - %s
                        """.formatted(
                                settings, more, spec.indent(6), container.indent(8), others.indent(6), fault)),
                1,
                ClusterParts.DEFAULT);
        cluster.simulation().trace().addSink(entry -> {
            now = cluster.simulation().now();
            if (entry.record() instanceof StoreTrace stored && stored.object() instanceof Pod pod) {
                if (stored.type().contains("delete")) {
                    goneAt = now;
                } else {
                    statuses.put(now, pod);
                }
            } else if (entry.record() instanceof StoreTrace stored && stored.object() instanceof ApiEvent event) {
                events.add(event.reason() + " " + event.message());
            } else if (entry.record() instanceof FaultTrace.Missed) {
                missed.add("missed");
            }
        });
        cluster.run(RunLimits.until(600 * SECOND));
        assertThat(missed).isEmpty();
    }

    private boolean isReadyAt(long time) {
        Pod last = null;
        for (Map.Entry<Long, Pod> status : statuses.entrySet()) {
            last = status.getKey() <= time ? status.getValue() : last;
        }
        return last != null && last.isReady();
    }

    private Pod last() {
        return new ArrayList<>(statuses.values()).get(statuses.size() - 1);
    }

    private void isHealed() {
        assertThat(isReadyAt(600 * SECOND))
                .as("ready at the end: " + last().status() + events)
                .isTrue();
    }

    @Test
    void a_pod_whose_sandbox_cannot_be_stopped_says_so_with_every_retry() {
        run(
                "{kind: pluginLoss, node: node-1, at: 20s, for: 60s}",
                "",
                "",
                "- {at: 30s, kubectl: delete pod web --wait=false}");

        assertThat(events)
                .anyMatch(text -> text.matches("FailedKillPod error killing pod: failed to \"KillPodSandbox\" for"
                        + " \"[0-9a-f-]+\" with KillPodSandboxError: \"rpc error: code = Unknown desc = failed to destroy"
                        + " network for sandbox \\\\\".*"));
        assertThat(goneAt).isBetween(80 * SECOND, 97 * SECOND);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "runtimeOutage | FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = Unknown desc ="
                        + " rpc error: code = Unavailable",
                "sandboxFailure | FailedCreatePodSandBox Failed to create pod sandbox: rpc error: code = Unknown desc ="
                        + " failed to setup network for sandbox",
                "diskFull | Failed Failed to pull image \"nginx:1\": failed to pull"
                        + " and unpack image \"docker.io/library/nginx:1\": failed to extract layer",
                "mountFailure | FailedMount MountVolume.SetUp failed for volume \"v\" : mount failed: exit status 32",
            })
    void a_pod_that_comes_during_the_trouble_waits_for_its_end(String kind, String event) {
        run(
                "{kind: " + kind + ", node: node-1, at: 4s, for: 100s}",
                "volumeMounts: [{name: v, mountPath: /v}]",
                "volumes: [{name: v, configMap: {name: settings}}]",
                "");

        assertThat(events).as("Events").anyMatch(text -> text.startsWith(event));
        assertThat(isReadyAt(104 * SECOND)).as("during the trouble").isFalse();
        isHealed();
    }

    @Test
    void a_disk_is_attached_when_the_storage_answers_again() {
        run(
                "{kind: attachStuck, node: node-1, at: 4s, for: 200s}",
                "volumeMounts: [{name: v, mountPath: /v}]",
                "volumes: [{name: v, gcePersistentDisk: {pdName: d}}]",
                "");

        assertThat(isReadyAt(204 * SECOND)).isFalse();
        isHealed();
    }

    @ParameterizedTest
    @EnumSource(value = NodeFault.Answer.class, mode = EnumSource.Mode.EXCLUDE, names = "SLOW")
    void pulls_fail_as_the_registry_answers(NodeFault.Answer answer) {
        run("{kind: registryFailure, answer: " + answer.label() + ", node: node-1, at: 4s, for: 100s}", "", "");

        String part = switch (answer) {
            case NOT_FOUND -> "nginx:1: not found";
            case UNAUTHORIZED -> "failed with status code [manifests 1]: 401 Unauthorized";
            case TOO_MANY_REQUESTS -> "failed with status code [manifests 1]: 429 Too Many Requests";
            case CUT -> "unexpected EOF";
            case CORRUPT -> "failed precondition";
            case SLOW -> throw new AssertionError("a slow pull succeeds");
        };
        assertThat(events).anyMatch(text -> text.startsWith("Failed Failed to pull image") && text.endsWith(part));
        assertThat(events).contains("BackOff Back-off pulling image \"nginx:1\"");
        assertThat(isReadyAt(104 * SECOND)).isFalse();
        isHealed();
    }

    @Test
    void a_slow_registry_only_delays() {
        settings = "registry.pull-time: 4s";
        run("{kind: registryFailure, answer: slow, node: node-1, at: 4s, for: 20s}", "", "");

        assertThat(events).noneMatch(text -> text.startsWith("Failed"));
        assertThat(isReadyAt(40 * SECOND)).isFalse();
        assertThat(isReadyAt(60 * SECOND)).isTrue();
    }

    @Test
    void a_container_that_the_kernel_kills_for_memory_says_so() {
        run("{kind: oomKill, podPrefix: web, at: 30s, for: 0s}", "", "");

        assertThat(last().status().containerStatuses().get(0).lastState().terminated())
                .satisfies(ended -> {
                    assertThat(ended.reason()).isEqualTo("OOMKilled");
                    assertThat(ended.exitCode()).isEqualTo(137);
                });
        isHealed();
    }

    @Test
    void what_runs_stays_ready_while_the_runtime_is_out() {
        run("{kind: runtimeOutage, node: node-1, at: 60s, for: 20s}", "readinessProbe: {tcpSocket: {port: 80}}", """
                - {at: 62s, kubectl: label pod web a=b}
                - {at: 70s, kubectl: delete pod web --wait=false}
                """);

        assertThat(isReadyAt(69 * SECOND)).isTrue();
        assertThat(goneAt).as("gone").isBetween(80 * SECOND, 140 * SECOND);
    }

    @Test
    void a_container_that_hangs_on_stop_is_killed_after_its_grace() {
        run(
                "{kind: stopHang, node: node-1, at: 60s, for: 60s}",
                "",
                "- {at: 70s, kubectl: delete pod web --wait=false}");

        assertThat(goneAt).as("gone").isBetween(90 * SECOND, 110 * SECOND);
    }

    @Test
    void a_hook_that_hangs_keeps_its_container_from_running() {
        run(
                "{kind: hookHang, node: node-1, at: 4s, for: 60s}",
                "lifecycle: {postStart: {exec: {command: [touch, a]}}}",
                "");

        assertThat(isReadyAt(64 * SECOND)).isFalse();
        isHealed();
    }

    @Test
    void a_hook_that_hangs_takes_the_grace_of_its_pod() {
        run(
                "{kind: hookHang, node: node-1, at: 60s, for: 60s}",
                "lifecycle: {preStop: {exec: {command: [touch, a]}}}",
                "- {at: 70s, kubectl: delete pod web --wait=false}");

        assertThat(goneAt).as("gone").isBetween(90 * SECOND, 110 * SECOND);
        assertThat(events).anyMatch(text -> text.startsWith("FailedPreStopHook"));
    }

    @Test
    void a_pod_whose_sandbox_ends_is_made_anew() {
        run("{kind: sandboxExit, podPrefix: web, at: 60s}", "", "");

        assertThat(events)
                .contains("SandboxChanged Pod sandbox changed, it will be killed and re-created.")
                .contains("Killing Stopping container app");
        assertThat(last().status().containerStatuses().get(0).restartCount()).isEqualTo(1);
        isHealed();
    }

    @Test
    void a_container_that_has_succeeded_does_not_run_again_when_the_sandbox_ends() {
        others = "- {name: once, image: 'busybox:1', command: [sh, -c, 'exit 0']}";
        run("{kind: sandboxExit, podPrefix: web, at: 60s}", "command: [sleep, 1h]", "restartPolicy: OnFailure", "");

        assertThat(restarts("once")).isZero();
        assertThat(restarts("app")).isEqualTo(1);
    }

    @Test
    void no_container_starts_in_a_sandbox_that_has_ended_while_its_image_came() {
        settings = "registry.pull-time: 20s";
        run("{kind: sandboxExit, podPrefix: web, at: 10s}", "", "");

        assertThat(events)
                .anyMatch(text ->
                        text.startsWith("Failed Error: failed to get sandbox container task: no running task found"));
        assertThat(restarts("app")).isZero();
        isHealed();
    }

    /** Whoever stops a container waits for its end, and no longer. */
    @Test
    void a_process_that_ends_by_itself_while_it_is_stopped_has_ended_so() {
        run(
                "{kind: oomKill, podPrefix: other, at: 500s}",
                "command: [sh, -c, \"trap '' TERM; sleep 30\"]",
                "restartPolicy: Never",
                "- {at: 25s, kubectl: delete pod web --wait=false}\n"
                        + "- {at: 400s, kubectl: run other --image=nginx}");

        Pod last = statuses.values().stream()
                .filter(pod -> pod.metadata().name().equals("web"))
                .reduce((first, second) -> second)
                .orElseThrow();
        assertThat(last.status().containerStatuses().get(0).state().terminated().exitCode())
                .isZero();
        assertThat(goneAt).isLessThan(42 * SECOND);
    }

    private int restarts(String container) {
        return last().status().containerStatuses().stream()
                .filter(status -> status.name().equals(container))
                .findFirst()
                .orElseThrow()
                .restartCount();
    }

    @Test
    void a_container_is_not_made_on_a_full_disk() {
        run(
                "{kind: diskFull, node: node-1, at: 60s, for: 60s}",
                "",
                "- {at: 61s, kubectl: delete pod web --wait=false}\n- {at: 85s, kubectl: apply -f pod.yaml}");

        assertThat(events)
                .anyMatch(text -> text.startsWith("Failed Error: failed to create containerd container: mkdir")
                        && text.endsWith("no space left on device: unknown"));
        assertThat(isReadyAt(120 * SECOND)).isFalse();
        isHealed();
    }
}
