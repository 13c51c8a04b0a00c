package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples run under roles, too: no component asks for anything that Kubernetes' own roles do not permit. */
class OwnRightsOfExamplesTest {

    private static final String FORBIDDEN = "\"authorization.k8s.io/decision\":\"forbid\"";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lost-answer.yaml", "quota.yaml", "slow-network.yaml", "storm.yaml", "web.yaml"})
    void no_component_is_refused(String example) throws IOException {
        List<String> events = audited(example);
        assertThat(events).hasSizeGreaterThan(50);
        assertThat(events).noneMatch(event -> event.contains(FORBIDDEN));
        assertThat(events)
                .as("watches and writes are there, with the role that permits them")
                .anyMatch(event -> isPermitted("watch", event) && event.contains("\"ResponseStarted\""))
                .anyMatch(event -> isPermitted("create", event));
    }

    /** A run begins with caches that are full; what comes back after a crash has to list. */
    @Test
    void no_component_that_comes_back_is_refused() throws IOException {
        String crashes = InputFile.write(directory, "crashes.yaml", """
                faults:
                - {kind: componentCrash, at: 1s, for: 1s, component: kube-controller-manager}
                - {kind: componentCrash, at: 1s, for: 1s, component: kube-scheduler}
                - {kind: componentCrash, at: 1s, for: 1s, component: kubelet/node-1}
                """);

        List<String> events = audited("web.yaml", "--profile", "v1.32", "--faults", crashes);

        assertThat(events).noneMatch(event -> event.contains(FORBIDDEN));
        assertThat(events)
                .anyMatch(event -> isPermitted("list", event) && event.contains("\"system:kube-controller-manager\""))
                .anyMatch(event -> isPermitted("list", event) && event.contains("\"system:kube-scheduler\""))
                .anyMatch(event -> event.contains("\"verb\":\"list\"") && event.contains("\"system:node:node-1\""));
    }

    private static boolean isPermitted(String verb, String event) {
        return event.contains("\"verb\":\"" + verb + "\"") && event.contains("RBAC: allowed by ClusterRole");
    }

    /** The audit log of an example under roles. */
    private List<String> audited(String example, String... more) throws IOException {
        Path audit = directory.resolve("audit.jsonl");
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                Path.of("..", "examples", example).toString(),
                "--set",
                "kube-apiserver.authorization-mode=Node,RBAC",
                "--audit-log",
                audit.toString()));
        arguments.addAll(List.of(more));
        Invocation.of(arguments.toArray(String[]::new));
        return Files.readAllLines(audit);
    }
}
