package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples run under roles, too: no component asks for anything that Kubernetes' own roles do not permit. */
class OwnRightsOfExamplesTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"lost-answer.yaml", "quota.yaml", "slow-network.yaml", "storm.yaml", "web.yaml"})
    void no_component_is_refused(String example) throws IOException {
        Path audit = directory.resolve("audit.jsonl");

        Invocation.of(
                "run",
                Path.of("..", "examples", example).toString(),
                "--set",
                "kube-apiserver.authorization-mode=Node,RBAC",
                "--audit-log",
                audit.toString());

        List<String> events = Files.readAllLines(audit);
        assertThat(events).hasSizeGreaterThan(50);
        assertThat(events).noneMatch(event -> event.contains("\"authorization.k8s.io/decision\":\"forbid\""));
        assertThat(events)
                .as("reads and watches are there, with the role that permits them")
                .anyMatch(event -> event.contains("\"verb\":\"get\"") && event.contains("RBAC: allowed by"))
                .anyMatch(event -> event.contains("\"verb\":\"watch\"")
                        && event.contains("\"ResponseStarted\"")
                        && event.contains("RBAC: allowed by"));
    }
}
