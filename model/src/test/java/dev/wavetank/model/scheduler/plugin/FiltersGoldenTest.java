package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a real kube-scheduler v1.20.2 said about each node, case by case, and the text of its event. */
class FiltersGoldenTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.V1_20;
    private static final SchedulerRecording RECORDING = new SchedulerRecording("02-filters");

    @Test
    void every_verdict_and_every_text_is_as_recorded() {
        Tally tally = new Tally();
        RECORDING.trees("cases").forEach(one -> compare(one, tally));
        System.out.println("02-filters\n" + tally);
        assertThat(tally.differences()).isEmpty();
        assertThat(tally.compared("feasible nodes")).isEqualTo(83);
    }

    private static void compare(Map<String, Object> one, Tally tally) {
        List<?> recorded = (List<?>) one.get("feasible");
        Map<?, ?> refused = (Map<?, ?>) one.get("refused");
        if (((Number) one.get("create")).intValue() != 201 || recorded.isEmpty() && refused.isEmpty()) {
            return;
        }
        PlainCluster cluster = new PlainCluster(VERSION);
        RECORDING.trees("nodes").forEach(tree -> cluster.addNode(SchedulerRecording.node(tree)));
        ((List<?>) one.get("extraNodes")).forEach(tree -> cluster.addNode(SchedulerRecording.node(tree)));
        RECORDING.trees("existing").forEach(tree -> place(cluster, tree));
        ((List<?>) one.get("existing")).forEach(tree -> place(cluster, tree));
        PlainProfile profile = Profiles.v120(cluster, false);
        PlainProfile.Verdicts verdicts =
                profile.filter(new CycleState(), PodInfo.of(SchedulerRecording.pod(one.get("pod")), VERSION), cluster);
        String id = one.get("case") + " " + one.get("title");
        List<String> feasible = new ArrayList<>();
        verdicts.feasible().forEach(node -> feasible.add(node.name()));
        tally.compare(
                "feasible nodes",
                id,
                feasible.stream().sorted().toList(),
                recorded.stream().map(String::valueOf).sorted().toList());
        refused.forEach((node, tree) -> {
            Map<?, ?> expected = (Map<?, ?>) tree;
            Refusal actual = verdicts.refusals().get(node);
            tally.compare(
                    "refusals by " + expected.get("plugin"),
                    id + " " + node,
                    actual == null
                            ? "none"
                            : actual.plugin()
                                    + " " + name(actual.status().code().name())
                                    + " " + actual.status().reasons(),
                    expected.get("plugin") + " " + name(expected.get("code")) + " " + expected.get("reasons"));
        });
        if (feasible.isEmpty()) {
            tally.compare("texts", id, PlainProfile.message(cluster.nodes().size(), verdicts), one.get("message"));
        }
    }

    private static String name(Object code) {
        return String.valueOf(code).replace("_", "").toUpperCase(Locale.ROOT);
    }

    private static void place(PlainCluster cluster, Object tree) {
        Pod pod = SchedulerRecording.pod(tree);
        if (!pod.isFinished() && cluster.node(pod.nodeName()) != null) {
            cluster.place(pod, pod.nodeName());
        }
    }
}
