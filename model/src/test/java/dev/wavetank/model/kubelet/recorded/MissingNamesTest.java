package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pods of earlier versions that name ports and containers which they do not have. */
class MissingNamesTest {

    private static List<String> events(KubernetesVersion version, String spec, double deletedAt) {
        RecordedNode node = new RecordedNode(3, version, new RateLimit(50, 100));
        NodeRecording.Line create = new NodeRecording.Line("create", 0, "p", """
                {apiVersion: v1, "kind": "Pod", metadata: {name: p, namespace: default}, spec: {
                terminationGracePeriodSeconds: 1, %s}}""".formatted(spec));
        NodeRecording.Line end = deletedAt == 0
                ? new NodeRecording.Line("end", 40, "p", "")
                : new NodeRecording.Line("delete", deletedAt, "p", "-");
        node.replay(new NodeRecording("names", List.of(create, end)), pod -> true);
        return new NodeRecording("names", node.lines)
                .of("event", "p").stream().map(NodeRecording.Line::text).toList();
    }

    @Test
    void the_event_of_a_probe_tells_the_error_alone_before_v1_33() {
        String spec = "containers: [{name: c, image: app:1, readinessProbe: {httpGet: {port: nosuch}}}]";

        assertThat(events(KubernetesVersion.V1_32, spec, 0))
                .anyMatch(text -> text.contains("Readiness probe errored: strconv.Atoi: parsing \"nosuch\": invalid"));
    }

    @Test
    void the_event_of_a_hook_tells_its_container_before_v1_25() {
        String hook = "{httpGet: {path: /x, port: nosuch}}";
        String spec = "containers: [{name: c, image: app:1, lifecycle: {postStart: %s}}]".formatted(hook);
        String error = "Http lifecycle hook (/x) for Container \"c\" in Pod \"p_default(UID)\" failed - error: couldn't"
                + " find port: {1 0 nosuch} in &Container{Name:c,Image:app:1,";

        assertThat(events(KubernetesVersion.V1_20, spec, 0))
                .anyMatch(text -> text.startsWith("Warning FailedPostStartHook spec.containers{c} " + error));
        assertThat(events(KubernetesVersion.V1_20, spec.replace("postStart", "preStop"), 20))
                .anyMatch(text -> text.startsWith("Warning FailedPreStopHook spec.containers{c} " + error));
    }

    @Test
    void the_downward_api_has_init_containers_since_v1_15() {
        String spec = "initContainers: [{name: i, image: app:1}], containers: [{name: c, image: app:1, env: [{name: A,"
                + " valueFrom: {resourceFieldRef: {containerName: i, resource: limits.cpu}}}]}]";

        assertThat(events(KubernetesVersion.V1_14, spec, 0))
                .anyMatch(text -> text.contains("Error: container i not found"));
        assertThat(events(KubernetesVersion.V1_15, spec, 0))
                .anyMatch(text -> text.startsWith("Normal Started spec.containers{c}"));
    }
}
