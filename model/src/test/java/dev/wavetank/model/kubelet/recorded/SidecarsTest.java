package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Init containers that always restart: they start in order, run beside the others, and end after them. */
class SidecarsTest {

    private static final String ALWAYS = "{name: %s, image: app:1, restartPolicy: Always%s}";

    private static NodeRecording run(String inits, String apps, String rest, double deletedAt) {
        RecordedNode node = new RecordedNode(3, KubernetesVersion.DEFAULT, new RateLimit(50, 100));
        NodeRecording.Line create = new NodeRecording.Line("create", 0, "p", """
                {apiVersion: v1, "kind": "Pod", metadata: {name: p, namespace: default, annotations:
                {behavior.wavetank.dev/app: %s, behavior.wavetank.dev/b: stops after 3s,
                 behavior.wavetank.dev/a: stops after 1s}},
                 spec: {terminationGracePeriodSeconds: 20, restartPolicy: %s, initContainers: [%s],
                 containers: [{name: app, image: app:1%s}]}}
                """.formatted(
                        rest.isEmpty() ? "stops after 2s" : rest, rest.isEmpty() ? "Always" : "Never", inits, apps));
        List<NodeRecording.Line> lines = deletedAt == 0
                ? List.of(create, new NodeRecording.Line("end", 58, "p", ""))
                : List.of(
                        create,
                        new NodeRecording.Line("delete", deletedAt, "p", "-"),
                        new NodeRecording.Line("end", 58, "p", ""));
        node.replay(new NodeRecording("sidecars", lines), pod -> true);
        return new NodeRecording("sidecars", node.lines);
    }

    private static double at(NodeRecording recording, String kind, String part) {
        return recording.of(kind, "p").stream()
                .filter(line -> line.text().contains(part))
                .mapToDouble(NodeRecording.Line::at)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + kind + " with " + part + " in " + recording.lines()));
    }

    @Test
    void a_sidecar_starts_before_what_follows_it() {
        NodeRecording written = run(ALWAYS.formatted("a", "") + ", " + ALWAYS.formatted("b", ""), "", "", 0);

        assertThat(at(written, "event", "Started spec.initContainers{a}"))
                .isLessThan(at(written, "event", "Started spec.initContainers{b}"));
        assertThat(at(written, "event", "Started spec.initContainers{b}"))
                .isLessThan(at(written, "event", "Started spec.containers{app}"));
        assertThat(at(written, "status", "Ready=True ")).isPositive();
    }

    @Test
    void what_follows_waits_for_the_startup_probe_of_a_sidecar() {
        String probe = ", startupProbe: {tcpSocket: {port: 80}, initialDelaySeconds: 10, periodSeconds: 1}";

        NodeRecording written = run(ALWAYS.formatted("a", probe), "", "", 0);

        assertThat(at(written, "event", "Started spec.containers{app}")
                        - at(written, "event", "Started spec.initContainers{a}"))
                .isBetween(9.5, 13.0);
    }

    @Test
    void a_sidecar_that_is_not_ready_makes_the_pod_not_ready() {
        String probe = ", readinessProbe: {exec: {command: [\"false\"]}, periodSeconds: 1}";

        NodeRecording written = run(ALWAYS.formatted("a", probe), "", "", 0);

        assertThat(written.of("status", "p"))
                .extracting(NodeRecording.Line::text)
                .anyMatch(text -> text.startsWith("phase=Running"))
                .noneMatch(text -> text.contains(" Ready=True"));
    }

    @Test
    void sidecars_end_after_the_others_the_last_one_first() {
        NodeRecording written = run(ALWAYS.formatted("a", "") + ", " + ALWAYS.formatted("b", ""), "", "", 20);

        double first = at(written, "event", "Killing spec.containers{app}");
        assertThat(at(written, "event", "Killing spec.initContainers{a}"))
                .as("all Events come at once")
                .isCloseTo(first, org.assertj.core.data.Offset.offset(0.1));
        assertThat(at(written, "gone", "-") - first)
                .as("2 s, then 3 s, then 1 s")
                .isBetween(6.0, 8.5);
    }

    @Test
    void a_pod_whose_containers_have_succeeded_does_not_wait_for_its_sidecars() {
        NodeRecording written = run(ALWAYS.formatted("a", ""), "", "exit 0 after 5s", 0);

        assertThat(at(written, "status", "phase=Succeeded")).isBetween(5.0, 12.0);
        assertThat(at(written, "event", "Killing spec.initContainers{a}")).isBetween(5.0, 12.0);
    }
}
