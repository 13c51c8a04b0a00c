package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every score of every decision that a real kube-scheduler v1.20.2 made, fed with the same nodes and pods. */
class ScoresGoldenTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.V1_20;

    /** One row of the recording: raw, normalised, weight, weighted, total. */
    private record Row(List<Long> numbers) {}

    @ParameterizedTest
    @CsvSource({"01-scores-fleet1, 751", "01-scores-fleet1-selectorspread, 751", "01-scores-random, 2636"})
    void every_decision_and_every_score_is_as_recorded(String folder, int scored) {
        Tally tally = replay(folder);
        System.out.println(folder + "\n" + tally);
        assertThat(tally.differences()).isEmpty();
        assertThat(tally.compared("total")).isEqualTo(scored);
    }

    private static Tally replay(String folder) {
        SchedulerRecording recording = new SchedulerRecording(folder);
        PlainCluster cluster = new PlainCluster(VERSION);
        recording.trees("nodes").forEach(tree -> cluster.addNode(SchedulerRecording.node(tree)));
        recording.objects("objects").forEach(cluster::add);
        PlainProfile profile = Profiles.v120(cluster, folder.endsWith("selectorspread"));
        Map<String, Map<String, Row>> rows = rows(recording);
        Map<String, Map<String, Object>> decisions = new LinkedHashMap<>();
        recording.trees("decisions").forEach(each -> decisions.put((String) each.get("pod"), each));
        Tally tally = new Tally();
        for (Map<String, Object> line : recording.trees("pods")) {
            Pod pod = SchedulerRecording.pod(line.get("pod"));
            Map<String, Object> decision = decisions.get(pod.key().toString());
            if (line.get("phase").equals("existing")) {
                cluster.place(pod, pod.nodeName());
            } else if (decision != null) {
                decide(cluster, profile, pod, decision, rows.get(pod.key().toString()), tally);
                cluster.place(pod, (String) decision.get("chosen"));
            }
        }
        return tally;
    }

    private static Map<String, Map<String, Row>> rows(SchedulerRecording recording) {
        Map<String, Map<String, Row>> rows = new LinkedHashMap<>();
        for (Map<String, Object> tree : recording.trees("scores")) {
            List<?> row = (List<?>) tree.get("r");
            List<Long> numbers = new ArrayList<>();
            row.subList(3, 8).forEach(number -> numbers.add(((Number) number).longValue()));
            rows.computeIfAbsent((String) row.get(0), first -> new LinkedHashMap<>())
                    .put(row.get(1) + " " + row.get(2), new Row(numbers));
        }
        return rows;
    }

    private static void decide(
            PlainCluster cluster,
            PlainProfile profile,
            Pod pod,
            Map<String, Object> decision,
            Map<String, Row> rows,
            Tally tally) {
        List<String> order = texts(decision.get("nodeOrder"));
        if (!order.isEmpty()) {
            cluster.order(order);
        }
        String id = pod.key().toString();
        compareState(cluster, (Map<?, ?>) decision.get("stateBefore"), id, tally);
        PodInfo info = PodInfo.of(pod, VERSION);
        CycleState state = new CycleState();
        PlainProfile.Verdicts verdicts = profile.filter(state, info, cluster);
        List<String> feasible = new ArrayList<>(
                verdicts.feasible().stream().map(node -> node.name()).toList());
        List<String> sorted = feasible.stream().sorted().toList();
        tally.compare(
                "feasible nodes",
                id,
                sorted,
                texts(decision.get("feasible")).stream().sorted().toList());
        compareRefusals(verdicts, (Map<?, ?>) decision.get("refused"), id, tally);
        if (rows == null) {
            return;
        }
        Map<String, PlainProfile.Points> points = profile.score(state, info, cluster, verdicts.feasible());
        long[] totals = new long[feasible.size()];
        for (int i = 0; i < totals.length; i++) {
            for (Map.Entry<String, PlainProfile.Points> each : points.entrySet()) {
                String plugin = each.getKey();
                String where = id + " " + feasible.get(i);
                long weight = Profiles.weight(plugin);
                Row row = rows.get(feasible.get(i) + " " + plugin);
                long normalized = each.getValue().normalized()[i];
                tally.compare(plugin + " raw", where, each.getValue().raw()[i], row.numbers.get(0));
                tally.compare(plugin + " normalised", where, normalized, row.numbers.get(1));
                tally.compare(plugin + " weighted", where, normalized * weight, row.numbers.get(3));
                totals[i] += normalized * weight;
            }
        }
        long most = 0;
        for (int i = 0; i < totals.length; i++) {
            Object expected = ((Map<?, ?>) decision.get("totals")).get(feasible.get(i));
            tally.compare("total", id + " " + feasible.get(i), totals[i], ((Number) expected).longValue());
            most = Math.max(most, totals[i]);
        }
        List<String> best = new ArrayList<>();
        for (int i = 0; i < totals.length; i++) {
            if (totals[i] == most) {
                best.add(feasible.get(i));
            }
        }
        tally.compare(
                "best nodes",
                id,
                best.stream().sorted().toList(),
                texts(decision.get("best")).stream().sorted().toList());
        tally.compare("chosen is among the best", id, best.contains(decision.get("chosen")), true);
    }

    private static void compareState(PlainCluster cluster, Map<?, ?> before, String id, Tally tally) {
        for (PlainNode node : cluster.plainNodes()) {
            Map<?, ?> recorded = (Map<?, ?>) before.get(node.name());
            List<Long> expected = new ArrayList<>();
            for (String field : List.of("reqCPU", "reqMem", "nzCPU", "nzMem", "alCPU", "alMem", "alPods")) {
                expected.add(((Number) recorded.get(field)).longValue());
            }
            tally.compare(
                    "requests and room of nodes",
                    id + " " + node.name(),
                    List.of(
                            node.requestedCpu(),
                            node.requestedMemory(),
                            node.scoredCpu(),
                            node.scoredMemory(),
                            node.allocatable().milliCpu(),
                            node.allocatable().memory(),
                            node.allocatablePods()),
                    expected);
        }
    }

    private static void compareRefusals(PlainProfile.Verdicts verdicts, Map<?, ?> refused, String id, Tally tally) {
        refused.forEach((node, tree) -> {
            Map<?, ?> expected = (Map<?, ?>) tree;
            var actual = verdicts.refusals().get(node);
            tally.compare(
                    "refusals",
                    id + " " + node,
                    actual == null
                            ? "none"
                            : actual.plugin() + " " + actual.status().reasons(),
                    expected.get("plugin") + " " + expected.get("reasons"));
        });
    }

    private static List<String> texts(Object list) {
        List<String> texts = new ArrayList<>();
        if (list != null) {
            ((List<?>) list).forEach(each -> texts.add(String.valueOf(each)));
        }
        return texts;
    }
}
