package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.PublishedFigures;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cri.NodeLatencies;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Many pods at once on one node, with the old and the new limit of a kubelet's client. Two sources: 40 pods with a
 * ConfigMap, a Secret, an emptyDir and a token each, on the recorded v1.20 node of two cores; and 100 pods with one
 * volume and a token each, or one pod with 100 volumes, on a node with docker, as published in 2019 by kubernetes/perf-tests
 * (testing/experimental/storage/pod-startup/test-result/volume_podstartup_time_results.yaml).
 *
 * <p>Two numbers are fitted, each on one row: how many processors an operation of the runtime keeps busy, on the last
 * start of the 40 pods with 50 requests a second; and how much slower the published node is, on the ninetieth of its
 * pods with an emptyDir and 100 requests a second. Everything else is predicted.
 */
class StartLatencyGoldenTest {

    /** Fitted: the control plane ran on the same two cores. */
    private static final double BUSY = 1.1;

    /** Fitted: times of the published node, whose runtime is docker, by those of the recorded one. */
    private static final double SLOWER = 3.3;

    private static final RateLimit FEW = new RateLimit(5, 10);
    private static final RateLimit MANY = new RateLimit(50, 100);
    private static final RateLimit MOST = new RateLimit(100, 100);

    private final List<Row> table = new ArrayList<>();

    /** One of the kinds of volumes of the published table, each by a name. */
    private static String volume(String kind, String name) {
        return switch (kind) {
            case "configMap" -> "{\"name\": \"m%1$s\", \"configMap\": {\"name\": \"m%1$s\"}}".formatted(name);
            case "secret" -> "{\"name\": \"s%1$s\", \"secret\": {\"secretName\": \"s%1$s\"}}".formatted(name);
            case "downwardAPI" -> "{\"name\": \"d%1$s\", \"downwardAPI\": {\"items\": []}}".formatted(name);
            case "token" -> "{\"name\": \"t\", \"secret\": {\"secretName\": \"token\"}}";
            default -> "{\"name\": \"e%1$s\", \"emptyDir\": {}}".formatted(name);
        };
    }

    /** Pods with a volume of each of some kinds and a token; {@code copies} of each kind for every pod. */
    private static NodeRecording crowd(int pods, int copies, List<String> kinds) {
        List<NodeRecording.Line> lines = new ArrayList<>();
        lines.add(object("Secret", "token"));
        for (int i = 0; i < pods * copies; i++) {
            lines.add(object("ConfigMap", "m" + i));
            lines.add(object("Secret", "s" + i));
        }
        for (int pod = 0; pod < pods; pod++) {
            List<String> volumes = new ArrayList<>();
            List<String> mounts = new ArrayList<>();
            for (String kind : kinds) {
                for (int copy = 0; copy < copies; copy++) {
                    volumes.add(volume(kind, String.valueOf(pod * copies + copy)));
                }
            }
            volumes.add(volume("token", ""));
            volumes.forEach(volume -> mounts.add(
                    "{\"mountPath\": \"/" + mounts.size() + "\", " + volume.substring(1, volume.indexOf(',')) + "}"));
            lines.add(new NodeRecording.Line(
                    "create", 1, "p" + pod, """
                    {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p%d", "namespace": "default"},
                     "spec": {"containers": [{"name": "app", "image": "app:1", "volumeMounts": [%s]}],
                              "volumes": [%s]}}
                    """.formatted(pod, String.join(", ", mounts), String.join(", ", volumes))));
        }
        lines.add(new NodeRecording.Line("end", 180, "", ""));
        return new NodeRecording("crowd", lines);
    }

    private static NodeRecording.Line object(String kind, String name) {
        return new NodeRecording.Line("create", 0, name, """
                {"apiVersion": "v1", "kind": "%s", "metadata": {"name": "%s", "namespace": "default"}, "data": {}}
                """.formatted(kind, name));
    }

    private static final class Run {
        private final List<Double> started;
        private final List<Double> running;
        private final long patches;

        private Run(NodeRecording what, RateLimit limit, NodeLatencies latencies) {
            RecordedNode node = new RecordedNode(1, KubernetesVersion.V1_20, limit, latencies, 2 / BUSY);
            node.replay(what, pod -> true);
            started = node.started.stream().map(at -> at - 1).sorted().toList();
            running = node.lines.stream()
                    .filter(line -> line.kind().equals("status") && line.text().startsWith("phase=Running"))
                    .map(line -> line.at() - 1)
                    .sorted()
                    .toList();
            patches = node.lines.stream()
                    .filter(line -> line.kind().equals("status"))
                    .count();
        }
    }

    private static double at(List<Double> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }

    private void row(String what, List<Double> simulated, int percent, double real) {
        double found = at(simulated, percent);
        table.add(new Row(
                "| %s | p%d | %.1f s | %.1f s |".formatted(what, percent, real, found), Math.abs(found - real) / real));
    }

    /** A line of the table, with how far from the real time the simulated one is. */
    private record Row(String text, double error) {}

    private void check(double worst, int near) {
        assertThat(table).allMatch(row -> row.error() < worst);
        assertThat(table.stream().filter(row -> row.error() <= 0.15).count())
                .as("rows of %d that are 15 %% off at most", table.size())
                .isGreaterThanOrEqualTo(near);
    }

    @Test
    void forty_pods_start_as_on_the_recorded_node() {
        NodeRecording forty = crowd(40, 1, List.of("configMap", "secret", "emptyDir"));
        Run few = new Run(forty, FEW, RecordedNode.LATENCIES);
        Run many = new Run(forty, MANY, RecordedNode.LATENCIES);
        row("5/10, started", few.started, 50, 8.2);
        row("5/10, started", few.started, 100, 21.4);
        row("5/10, running", few.running, 50, 24.5);
        row("5/10, running", few.running, 100, 33.2);
        row("50/100, started", many.started, 50, 4.8);
        row("50/100, started", many.started, 100, 5.5);
        row("50/100, running", many.running, 50, 5.9);
        row("50/100, running", many.running, 100, 6.4);
        check(0.55, 6);
        assertThat(few.patches).as("status patches, recorded 49").isBetween(40L, 60L);
        assertThat(many.patches).as("status patches, recorded 80").isBetween(76L, 80L);
    }

    private static NodeLatencies slower() {
        NodeLatencies recorded = RecordedNode.LATENCIES;
        return recorded.with()
                .sandbox(times(recorded.sandbox()))
                .network(times(recorded.network()))
                .containerCreate(times(recorded.containerCreate()))
                .containerStart(times(recorded.containerStart()))
                .build();
    }

    private static Distribution times(Distribution latency) {
        Distribution.Uniform uniform = (Distribution.Uniform) latency;
        return new Distribution.Uniform((long) (SLOWER * uniform.low()), (long) (SLOWER * uniform.high()));
    }

    @Test
    void a_hundred_pods_start_as_published() {
        double[][] published = {
            {74.1, 89.1, 93.1, 27.1, 39.2, 41.2},
            {72.7, 86.1, 91.9, 28.9, 43.2, 45.6},
            {62.5, 78.5, 82.1, 30.0, 46.6, 49.0},
            {62.8, 78.8, 82.4, 40.7, 43.2, 45.6},
        };
        List<String> kinds = List.of("configMap", "secret", "downwardAPI", "emptyDir");
        for (int kind = 0; kind < kinds.size(); kind++) {
            NodeRecording hundred = crowd(100, 1, List.of(kinds.get(kind)));
            Run few = new Run(hundred, FEW, slower());
            Run most = new Run(hundred, MOST, slower());
            int[] percents = {50, 90, 99};
            for (int i = 0; i < percents.length; i++) {
                row(kinds.get(kind) + ", 5", few.running, percents[i], published[kind][i]);
                row(kinds.get(kind) + ", 100", most.running, percents[i], published[kind][3 + i]);
            }
        }
        for (String kind : List.of("configMap", "secret")) {
            NodeRecording one = crowd(1, 100, List.of(kind));
            row(
                    "one pod with 100 " + kind + "s, 5",
                    new Run(one, FEW, slower()).running,
                    100,
                    kind.equals("secret") ? 23.8 : 22.2);
            row(
                    "one pod with 100 " + kind + "s, 100",
                    new Run(one, MOST, slower()).running,
                    100,
                    kind.equals("secret") ? 2.7 : 2.2);
        }
        check(0.55, 17);
        PublishedFigures.documented(table.stream().map(Row::text).toList());
    }
}
