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
        Cluster cluster = Cluster.of(ScenarioCodec.read("pods.yaml", """
                        cluster: {nodes: 1}
                        timeline: [{at: 0s, kubectl: apply -f web.yaml}]
                        files:
                          web.yaml: |
                            apiVersion: apps/v1
                            kind: Deployment
                            metadata: {name: web}
                            spec:
                              replicas: 2
                              selector: {matchLabels: {app: web}}
                              template:
                                metadata: {labels: {app: web}}
                                spec: %s
                        """.formatted(spec)), 1, ClusterParts.DEFAULT);
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
    void what_is_off_or_works_is_not_named() {
        assertThat(notes("{hostPID: false, hostNetwork: true, securityContext: {runAsNonRoot: false}, containers:"
                        + " [{name: c, image: i, tty: false, securityContext: {privileged: false}}]}"))
                .isEmpty();
    }
}
