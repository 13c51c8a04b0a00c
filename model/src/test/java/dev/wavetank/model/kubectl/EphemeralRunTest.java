package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ephemeral containers run once, beside what the pod has, and count for nothing. */
class EphemeralRunTest {

    private static List<String> outputs(String profile, String command, String... later) {
        return TypedCommands.outputs("""
                - {at: 1s, kubectl: run p --image=nginx}
                - {at: 10s, kubectl: [debug, p, --image=busybox, --target=p, -c, debugger, --, sh, -c, "%s"]}
                %scluster: {nodes: 1, profile: %s}
                """.formatted(command, String.join("\n", later) + "\n", profile))
                .subList(2, 2 + later.length);
    }

    private static final String STATUS = "jsonpath={.status.phase} {.status.containerStatuses[0].ready}"
            + " {.status.ephemeralContainerStatuses[0].name} {.status.ephemeralContainerStatuses[0].state}";

    @ParameterizedTest
    @ValueSource(strings = {"v1.23", "v1.36"})
    void one_runs_and_is_seen(String profile) {
        List<String> outputs = outputs(
                profile,
                "echo hi; sleep 20; exit 3",
                "- {at: 15s, kubectl: [get, pod, p, -o, '" + STATUS + "']}",
                "- {at: 16s, kubectl: exec p -c debugger -- hostname}",
                "- {at: 17s, kubectl: logs p -c debugger}",
                "- {at: 18s, kubectl: logs p}",
                "- {at: 60s, kubectl: [get, pod, p, -o, '" + STATUS + "']}",
                "- {at: 61s, kubectl: get pods --no-headers}",
                "- {at: 62s, kubectl: get events --no-headers}",
                "- {at: 63s, kubectl: describe pod p}");

        assertThat(outputs.get(0))
                .startsWith("0 Running true debugger {\"running\":{\"startedAt\":\"2026-01-01T00:00:1");
        assertThat(outputs.get(1)).isEqualTo("0 p\n");
        assertThat(outputs.get(2)).isEqualTo("0 hi\n");
        assertThat(outputs.get(3)).contains("Defaulted container \"p\" out of: p, debugger (ephem)");
        assertThat(outputs.get(4))
                .startsWith("0 Running true debugger {\"terminated\":{")
                .contains("\"exitCode\":3", "\"reason\":\"Error\"");
        assertThat(outputs.get(5)).matches("0 p +1/1 +Running +0 +60s\n");
        assertThat(outputs.get(6)).containsPattern("Started +pod/p +(Container started|Started container debugger)");
        assertThat(outputs.get(7)).contains("Ephemeral Containers:\n  debugger:\n", "Exit Code:    3");
    }

    @Test
    void its_image_is_pulled_as_any_other() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: run p --image=nginx}
                - {at: 10s, kubectl: [patch, pod, p, --subresource, ephemeralcontainers, -p, '{"spec":
                    {"ephemeralContainers": [{"name": "debugger", "image": "gone:1"}]}}']}
                - {at: 30s, kubectl: [get, pod, p, -o,
                    'jsonpath={.status.ephemeralContainerStatuses[0].state.waiting.reason}']}
                - {at: 31s, kubectl: get pods --no-headers}
                cluster: {nodes: 1, settings: {registry.absent-images: "gone:1"}}
                """);

        assertThat(outputs.get(2)).matches("0 (ErrImagePull|ImagePullBackOff)");
        assertThat(outputs.get(3)).matches("0 p +1/1 +Running +0 +30s\n");
    }

    @Test
    void one_that_runs_ends_with_its_pod() {
        List<String> outputs = outputs(
                "v1.36",
                "sleep 3600",
                "- {at: 20s, kubectl: delete pod p --grace-period=2}",
                "- {at: 40s, kubectl: get events --no-headers}",
                "- {at: 41s, kubectl: get pods}");

        assertThat(outputs.get(1)).contains("Stopping container debugger");
        assertThat(outputs.get(2)).contains("No resources found");
    }

    @Test
    void debug_adds_one() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: run p --image=nginx}
                - {at: 10s, kubectl: debug p --image=busybox --target=p -- sleep 3600}
                - {at: 12s, kubectl: debug pod/p --image=busybox -c second -it}
                - {at: 20s, kubectl: [get, pod, p, -o,
                    "jsonpath={.status.ephemeralContainerStatuses[*].state.running}"]}
                - {at: 21s, kubectl: debug p}
                - {at: 22s, kubectl: debug p --image=busybox -t}
                - {at: 23s, kubectl: debug none --image=busybox}
                - {at: 24s, kubectl: debug node/node-1 --image=busybox}
                - {at: 25s, kubectl: debug p --image=busybox --target=none -c third}
                - {at: 26s, kubectl: debug p --image=busybox --copy-to=q}
                cluster: {nodes: 1}
                """);

        assertThat(outputs.get(1))
                .matches("0 Targeting container \"p\"\\. If you don't see processes from this"
                        + " container it may be because the container runtime doesn't support this feature\\.\n"
                        + "Defaulting debug container name to debugger-\\w{5}\\.\n");
        assertThat(outputs.get(2)).isEqualTo("0 ");
        assertThat(outputs.get(3).split("startedAt")).hasSize(3);
        assertThat(outputs.get(4)).isEqualTo("1 error: you must specify --image when not using --copy-to.\n");
        assertThat(outputs.get(5)).isEqualTo("1 error: -i/--stdin is required for containers with -t/--tty=true\n");
        assertThat(outputs.get(6)).isEqualTo("1 Error from server (NotFound): pods \"none\" not found\n");
        assertThat(outputs.get(7)).contains("kubectl debug node/node-1 is not simulated");
        assertThat(outputs.get(8)).contains("spec.ephemeralContainers[2].targetContainerName: Not found: \"none\"");
        assertThat(outputs.get(9)).contains("--copy-to").contains("not simulated");
    }

    @Test
    void debug_says_that_a_server_has_no_such_containers() {
        assertThat(TypedCommands.outputs("""
                - {at: 1s, kubectl: run p --image=nginx}
                - {at: 10s, kubectl: debug p --image=busybox -c d}
                cluster: {nodes: 1, profile: v1.22}
                """).get(1))
                .isEqualTo(
                        "1 error: ephemeral containers are disabled for this cluster (error from server: \"the server"
                                + " could not find the requested resource\")\n");
    }
}
