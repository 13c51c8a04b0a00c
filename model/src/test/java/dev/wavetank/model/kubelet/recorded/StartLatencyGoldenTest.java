package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Forty pods at once on one node, each with a ConfigMap, a Secret and a token. With 5 requests a second the kubelet's
 * limit decides when the API shows them as running: recorded were 16.4 to 34.0 s, median 24.5 s, with 49 status patches;
 * with 50 a second, the two cores of the recorded box decide (5.9 s, at most 6.4 s), which the model does not have.
 */
class StartLatencyGoldenTest {

    private static final int PODS = 40;

    private static List<NodeRecording.Line> forty() {
        List<NodeRecording.Line> lines = new ArrayList<>();
        lines.add(object("Secret", "token"));
        for (int i = 0; i < PODS; i++) {
            lines.add(object("ConfigMap", "m" + i));
            lines.add(object("Secret", "s" + i));
        }
        for (int i = 0; i < PODS; i++) {
            lines.add(new NodeRecording.Line("create", 1, "p" + i, """
                    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p%d", "namespace": "default"},
                     "spec": {"containers": [{"name": "app", "image": "app:1"}], "volumes": [
                      {"name": "m", "configMap": {"name": "m%d"}}, {"name": "s", "secret": {"secretName": "s%d"}},
                      {"name": "e", "emptyDir": {}}, {"name": "t", "secret": {"secretName": "token"}}]}}
                    """.formatted(i, i, i)));
        }
        lines.add(new NodeRecording.Line("end", 120, "", ""));
        return lines;
    }

    private static NodeRecording.Line object(String kind, String name) {
        return new NodeRecording.Line("create", 0, name, """
                {"apiVersion": "v1", "kind": "%s", "metadata": {"name": "%s", "namespace": "default"}, "data": {}}
                """.formatted(kind, name));
    }

    /** When each pod was shown as running, in seconds after its creation, the soonest first. */
    private static List<Double> running(List<NodeRecording.Line> lines) {
        return lines.stream()
                .filter(line -> line.kind().equals("status") && line.text().startsWith("phase=Running"))
                .map(line -> line.at() - 1)
                .sorted()
                .toList();
    }

    private static List<NodeRecording.Line> run(RateLimit limit) {
        RecordedNode node = new RecordedNode(1, KubernetesVersion.V1_20, limit);
        node.replay(new NodeRecording("forty", forty()), pod -> true);
        return node.lines;
    }

    @Test
    void five_requests_a_second_decide() {
        List<NodeRecording.Line> lines = run(new RateLimit(5, 10));

        List<Double> running = running(lines);
        assertThat(running).hasSize(PODS);
        assertThat(running.get(0)).as("first, recorded 16.4 s").isBetween(12.0, 20.0);
        assertThat(running.get(PODS / 2)).as("median, recorded 24.5 s").isBetween(20.0, 29.0);
        assertThat(running.get(PODS - 1)).as("last, recorded 34.0 s").isBetween(28.0, 38.0);
        assertThat(lines.stream().filter(line -> line.kind().equals("status")).count())
                .as("status patches, recorded 49")
                .isBetween(40L, 60L);
    }

    @Test
    void fifty_requests_a_second_do_not() {
        List<Double> running = running(run(new RateLimit(50, 100)));

        System.out.println("PRINT " + running);
        assertThat(running).hasSize(PODS);
        assertThat(running.get(PODS - 1)).isLessThan(6.4);
    }
}
