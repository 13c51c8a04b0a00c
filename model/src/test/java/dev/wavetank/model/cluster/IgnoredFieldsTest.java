package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a pod asks for without effect is said, once for all pods that are alike. */
class IgnoredFieldsTest {

    private static List<String> notes(String spec) {
        return notes("", spec);
    }

    private static List<String> notes(String annotations, String spec) {
        return notes("nodes: 1", "- {at: 0s, kubectl: apply -f web.yaml}", annotations, spec);
    }

    private static List<String> notes(String nodes, String commands, String annotations, String spec) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("pods.yaml", """
                        cluster: {%s}
                        timeline:
                        %s
                        files:
                          web.yaml: |
                            apiVersion: apps/v1
                            kind: Deployment
                            metadata: {name: web}
                            spec:
                              replicas: 2
                              selector: {matchLabels: {app: web}}
                              template:
                                metadata: {labels: {app: web}, annotations: {%s}}
                                spec: %s
                        """.formatted(nodes, commands, annotations, spec)),
                1,
                ClusterParts.DEFAULT);
        List<String> notes = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof NotSimulatedTrace note) {
                notes.add(note.what());
            }
        });
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));
        return notes;
    }

    @Test
    void fields_without_effect_are_named_once() {
        assertThat(notes("{shareProcessNamespace: true, securityContext: {fsGroup: 1}, containers: [{name: c, image: i,"
                        + " tty: true, securityContext: {privileged: true, capabilities: {add: [NET_ADMIN]}}}]}"))
                .containsExactly("fields of pods, which have no effect: containers.securityContext.capabilities,"
                        + " containers.securityContext.privileged, containers.tty, securityContext.fsGroup,"
                        + " shareProcessNamespace");
    }

    @Test
    void volumes_that_a_hollow_node_does_not_look_for_are_named() {
        assertThat(notes(
                        "nodes: 1, settings: {kubelet.hollow: \"true\"}",
                        "- {at: 0s, kubectl: apply -f web.yaml}",
                        "",
                        "{volumes: [{name: e, emptyDir: {}}, {name: s, secret: {secretName: none}}],"
                                + " containers: [{name: c, image: i, volumeMounts: [{name: s, mountPath: /s}]}]}"))
                .containsExactly(
                        "volumes of hollow nodes (kubelet.hollow), which are taken to be there: s",
                        "volumes of hollow nodes (kubelet.hollow), which are taken to be there: s");
    }

    @Test
    void fields_that_an_update_would_add_and_the_server_drops_are_named() {
        assertThat(notes("nodes: 1", """
                        - {at: 0s, kubectl: apply -f web.yaml}
                        - {at: 5s, kubectl: "patch deployment web -p '{\\"spec\\":{\\"template\\":{\\"spec\\":{\\"volumes\\":[{\\"name\\":\\"v\\",\\"projected\\":{\\"sources\\":[{\\"clusterTrustBundle\\":{\\"name\\":\\"b\\",\\"path\\":\\"p\\"}}]}}]}}}}'"}""", "", "{containers: [{name: c, image: i}]}"))
                .contains("features that are off by default in v1.36, so that the API server drops fields of pods:"
                        + " volumes.projected.sources.clusterTrustBundle");
    }

    @Test
    void propagation_of_mounts_is_named() {
        assertThat(notes(
                        "{volumes: [{name: v, emptyDir: {}}], containers: [{name: c, image: i, volumeMounts: [{name: v,"
                                + " mountPath: /v, mountPropagation: HostToContainer}]}]}"))
                .containsExactly("fields of pods, which have no effect: containers.volumeMounts.mountPropagation");
    }

    @Test
    void an_annotation_about_no_container_is_named() {
        assertThat(notes("behavior.wavetank.dev/zz: exit 1", "{containers: [{name: c, image: i}]}"))
                .containsExactly("the annotation behavior.wavetank.dev/zz: the pod has no container zz");
    }

    @Test
    void an_annotation_about_a_probe_that_there_is_not_is_named() {
        String probe = "readinessProbe: {httpGet: {port: 80}}";

        assertThat(notes("behavior.wavetank.dev/c: readiness fails", "{containers: [{name: c, image: i}]}"))
                .containsExactly("the annotation behavior.wavetank.dev/c where it lets readiness fail: container c has"
                        + " no such probe");
        assertThat(notes("behavior.wavetank.dev/c: probes fail", "{containers: [{name: c, image: i}]}"))
                .containsExactly(
                        "the annotation behavior.wavetank.dev/c where it lets probes fail: container c has no such probe");
        assertThat(notes(
                        "behavior.wavetank.dev/c: readiness fails from 1s; probes fail",
                        "{containers: [{name: c, image: i, " + probe + "}]}"))
                .isEmpty();
    }

    @Test
    void memory_that_containers_use_together_is_named() {
        assertThat(notes(
                        "behavior.wavetank.dev/c: leaks 1Mi of memory every 1s",
                        "{resources: {limits: {memory: 1Gi}}, containers: [{name: c, image: i}, {name: d, image: i}]}"))
                .containsExactly(
                        "that containers together reach the memory limit of their pod: each of them is held to it alone");
    }

    @Test
    void probes_of_other_hosts_and_with_TLS_are_named() {
        assertThat(notes("{containers: [{name: c, image: i, readinessProbe: {tcpSocket: {host: 192.0.2.1, port: 80}},"
                        + " livenessProbe: {httpGet: {scheme: HTTPS, port: 80}}}]}"))
                .hasSize(2)
                .allMatch(note -> note.startsWith("a handler of container c, which is taken to succeed: "));
    }

    @Test
    void what_is_off_or_works_is_not_named() {
        assertThat(notes("{hostPID: false, hostNetwork: true, securityContext: {runAsNonRoot: false}, containers:"
                        + " [{name: c, image: i, tty: false, securityContext: {privileged: false}}]}"))
                .isEmpty();
    }
}
