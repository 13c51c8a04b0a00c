package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods whose images are changed while they run. */
class ChangedContainersTest {

    private static final String OTHER = "127.0.0.1:5000/app:1";

    /** A pod of which one container gets another image after 20 s. */
    private static NodeRecording run(KubernetesVersion version, String annotation, String spec, String changed) {
        RecordedNode node = new RecordedNode(3, version, new RateLimit(50, 100));
        NodeRecording.Line create = new NodeRecording.Line("create", 0, "p", """
                {apiVersion: v1, "kind": "Pod", metadata: {name: p, namespace: default, annotations: {
                behavior.wavetank.dev/c: %s, behavior.wavetank.dev/s: serves}}, spec: {%s}}
                """.formatted(annotation, spec));
        NodeRecording.Line change = new NodeRecording.Line("change", 20, "p", changed);
        NodeRecording.Line end = new NodeRecording.Line("end", 58, "p", "");
        node.replay(new NodeRecording("change", List.of(create, change, end)), pod -> true);
        return new NodeRecording("change", node.lines);
    }

    private static List<String> events(NodeRecording written, double after) {
        return written.of("event", "p").stream()
                .filter(line -> line.at() > after)
                .map(NodeRecording.Line::text)
                .toList();
    }

    private static String last(NodeRecording written) {
        List<NodeRecording.Line> statuses = written.of("status", "p");
        return statuses.get(statuses.size() - 1).text();
    }

    private static final String ONE = "containers: [{name: c, image: app:1}]";
    private static final String CHANGED = "containers c " + OTHER;

    @Test
    void a_container_with_another_image_is_stopped_and_started() {
        NodeRecording written = run(KubernetesVersion.DEFAULT, "serves", ONE, CHANGED);

        assertThat(events(written, 20))
                .containsExactly(
                        "Normal Killing spec.containers{c} Container c definition changed, will be restarted\tx1",
                        "Normal Pulled spec.containers{c} Container image \"" + OTHER
                                + "\" already present on machine\tx1",
                        "Normal Created spec.containers{c} Container created\tx2",
                        "Normal Started spec.containers{c} Container started\tx2");
        assertThat(last(written)).contains("ready=true started=true rc=1 running");
    }

    @Test
    void so_is_one_that_is_never_restarted_otherwise() {
        NodeRecording written = run(KubernetesVersion.DEFAULT, "serves", "restartPolicy: Never, " + ONE, CHANGED);

        assertThat(events(written, 20))
                .anyMatch(text -> text.contains("Container c definition changed, will be restarted"));
        assertThat(last(written)).contains("phase=Running").contains("rc=1 running");
    }

    @Test
    void one_that_has_ended_for_good_is_not_started_again() {
        NodeRecording written = run(
                KubernetesVersion.DEFAULT,
                "exit 0 after 5s",
                "restartPolicy: Never, containers: [{name: c, image: app:1}, {name: s, image: app:1}]",
                CHANGED);

        assertThat(events(written, 20)).isEmpty();
    }

    @Test
    void the_back_off_of_another_image_begins_anew() {
        NodeRecording written = run(KubernetesVersion.DEFAULT, "exit 1 after 100ms", ONE, CHANGED);

        // The second restart was due after 10 s, and the third is after another 20 s.
        assertThat(written.of("event", "p"))
                .filteredOn(line -> line.text().contains(" Started "))
                .anyMatch(line -> line.at() > 20 && line.at() < 23);
    }

    @Test
    void a_sidecar_with_another_image_is_started_again_since_v1_32() {
        String spec = "initContainers: [{name: s, image: app:1, restartPolicy: Always}], " + ONE;
        String changed = "initContainers s " + OTHER;

        assertThat(events(run(KubernetesVersion.V1_32, "serves", spec, changed), 20))
                .anyMatch(text ->
                        text.startsWith("Normal Killing spec.initContainers{s} Init container s definition changed\t"))
                .anyMatch(text -> text.startsWith("Normal Started spec.initContainers{s}"));
        assertThat(events(run(KubernetesVersion.V1_31, "serves", spec, changed), 20))
                .isEmpty();
    }

    @Test
    void an_init_container_that_has_ended_is_not() {
        String spec = "initContainers: [{name: i, image: app:1}], " + ONE;

        NodeRecording written = run(KubernetesVersion.DEFAULT, "serves", spec, "initContainers i " + OTHER);

        assertThat(events(written, 20)).isEmpty();
    }

    @Test
    void the_event_of_early_versions_has_hashes() {
        NodeRecording written = run(KubernetesVersion.V1_13, "serves", ONE, CHANGED);

        assertThat(events(written, 20))
                .anyMatch(text -> text.matches("Normal Killing spec.containers.c. Killing container with id docker://c:"
                        + "Container spec hash changed \\(\\d+ vs \\d+\\)\\.\\. Container will be killed and"
                        + " recreated\\..*"));
    }
}
