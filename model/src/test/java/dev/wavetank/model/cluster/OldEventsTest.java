package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events that old kubelets record, or in other words. */
class OldEventsTest {

    /** The Events of a minute in which a pod with a volume of its own starts on a real node. */
    private static List<String> events(String version, String image, String fault) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read("old.yaml", """
                        cluster:
                          profile: %s
                          nodes: 1
                          settings: {kubelet.hollow: "false", registry.absent-images: nope}
                        timeline:
                        - {at: 5s, kubectl: apply -f pod.yaml}
                        faults: [%s]
                        files:
                          pod.yaml: |
                            {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {volumes: [{name: v, emptyDir: {}}],
                              containers: [{name: c, image: %s, volumeMounts: [{name: v, mountPath: /v}]}]}}
                        """.formatted(version, fault, image)), 1, ClusterParts.DEFAULT);
        List<String> events = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof StoreTrace stored && stored.object() instanceof ApiEvent event) {
                events.add(event.type() + " " + event.reason() + " " + event.message());
            }
        });
        cluster.run(RunLimits.until(VirtualTime.MINUTE));
        return events;
    }

    @ParameterizedTest
    @CsvSource({"v1.8, true", "v1.10, true", "v1.11, false", "v1.36, false"})
    void mounts_have_events_before_v1_11(String version, boolean have) {
        String mounted = "Normal SuccessfulMountVolume MountVolume.SetUp succeeded for volume \"v\" ";

        assertThat(events(version, "nginx", "").contains(mounted)).isEqualTo(have);
    }

    @ParameterizedTest
    @CsvSource({"v1.8, true", "v1.9, false", "v1.36, false"})
    void a_sync_that_fails_has_an_event_that_does_not_say_why_in_v1_8(String version, boolean has) {
        String failed = "Warning FailedSync Error syncing pod";

        assertThat(events(version, "nope", "").contains(failed)).isEqualTo(has);
        assertThat(events(version, "nginx", "")).doesNotContain(failed);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1.8  | Failed create pod sandbox.",
                "v1.9  | Failed create pod sandbox.",
                "v1.10 | Failed create pod sandbox: rpc error: code = Unknown desc = ",
                "v1.17 | Failed create pod sandbox: rpc error: code = Unknown desc = ",
                "v1.18 | Failed to create pod sandbox: rpc error: code = Unknown desc = "
            })
    void a_sandbox_that_cannot_be_made_is_told_in_the_words_of_the_version(String version, String text) {
        assertThat(events(version, "nginx", "{kind: sandboxFailure, node: node-1, at: 1s, for: 50s}"))
                .anyMatch(event -> event.startsWith("Warning FailedCreatePodSandBox " + text));
    }
}
