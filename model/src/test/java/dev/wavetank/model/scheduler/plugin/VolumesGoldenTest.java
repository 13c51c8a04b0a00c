package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.plugin.volumes.NodeVolumeLimits;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeLimits;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeRestrictions;
import dev.wavetank.model.scheduler.plugin.volumes.VolumeZone;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a real kube-scheduler v1.20.2 said about nodes because of volumes, fed with the objects as they then were. */
class VolumesGoldenTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.V1_20;
    private static final SchedulerRecording RECORDING = new SchedulerRecording("08-volumes");
    private static final String BINDING = "VolumeBinding";

    @Test
    void every_verdict_is_as_recorded() {
        Tally tally = new Tally();
        RECORDING.trees("cases").forEach(one -> compare(one, tally));
        System.out.println("08-volumes\n" + tally);
        assertThat(tally.differences()).isEmpty();
        assertThat(tally.compared("feasible nodes")).isEqualTo(16);
    }

    private static void compare(Map<String, Object> one, Tally tally) {
        Map<?, ?> refused = (Map<?, ?>) one.get("refused");
        Map<?, ?> before = one.get("preFilter") == null ? Map.of() : (Map<?, ?>) one.get("preFilter");
        boolean byBinding = !before.isEmpty()
                || refused.values().stream().anyMatch(each -> BINDING.equals(((Map<?, ?>) each).get("plugin")));
        if (byBinding) {
            return;
        }
        PlainCluster cluster = new PlainCluster(VERSION);
        RECORDING.trees("nodes").forEach(tree -> cluster.addNode(SchedulerRecording.node(tree)));
        ((List<?>) one.get("objects")).forEach(tree -> cluster.add(new ObjectCodec().decode(cast(tree))));
        ((List<?>) one.get("existing")).forEach(tree -> {
            Pod pod = SchedulerRecording.pod(tree);
            cluster.place(pod, pod.nodeName());
        });
        PlainProfile.Verdicts verdicts = profile(cluster)
                .filter(new CycleState(), PodInfo.of(SchedulerRecording.pod(one.get("pod")), VERSION), cluster);
        String id = one.get("case") + " " + one.get("title");
        List<String> feasible = new ArrayList<>();
        verdicts.feasible().forEach(node -> feasible.add(node.name()));
        tally.compare(
                "feasible nodes",
                id,
                feasible.stream().sorted().toList(),
                ((List<?>) one.get("feasible"))
                        .stream().map(String::valueOf).sorted().toList());
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
    }

    private static PlainProfile profile(PlainCluster cluster) {
        List<FilterPlugin> filters =
                new ArrayList<>(Profiles.v120(cluster, false).filters());
        filters.addAll(
                6,
                List.of(
                        new VolumeRestrictions(cluster),
                        new VolumeLimits(VolumeLimits.Cloud.EBS, cluster),
                        new VolumeLimits(VolumeLimits.Cloud.GCE, cluster),
                        new NodeVolumeLimits(cluster),
                        new VolumeLimits(VolumeLimits.Cloud.AZURE, cluster),
                        new VolumeZone(cluster)));
        return new PlainProfile(filters, List.of());
    }

    @SuppressWarnings("unchecked") // a JSON object
    private static Map<String, Object> cast(Object tree) {
        return (Map<String, Object>) tree;
    }

    private static String name(Object code) {
        return String.valueOf(code).replace("_", "").toUpperCase(Locale.ROOT);
    }
}
