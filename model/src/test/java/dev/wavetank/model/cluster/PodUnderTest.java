package dev.wavetank.model.cluster;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One pod on a real node of a version, and what a user reads about it. */
final class PodUnderTest {

    private static final String MESSAGES = "jsonpath={range .items[*]}[{.message}]{end}";

    private final Map<String, String> settings = new TreeMap<>(Map.of("kubelet.hollow", "false"));
    private final String version;
    private final String manifests;

    /** @param manifests what is applied after a second */
    PodUnderTest(String version, String manifests) {
        this.version = version;
        this.manifests = manifests;
    }

    PodUnderTest with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** What a command of kubectl prints so many seconds later. */
    String after(int seconds, String... command) {
        List<Command> timeline = new ArrayList<>();
        timeline.add(new Command(VirtualTime.SECOND, List.of("apply", "-f", "all.yaml")));
        timeline.add(new Command(seconds * VirtualTime.SECOND, List.of(command)));
        Map<String, String> capacity = Map.of("cpu", "4", "memory", "8Gi", "pods", "110");
        ClusterSpec spec = new ClusterSpec(1, capacity, KubernetesVersion.parse(version), settings);
        Cluster cluster = Cluster.of(
                new Scenario("pod", spec, timeline, Map.of("all.yaml", manifests), FaultPlan.NONE, VirtualTime.HOUR),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until((seconds + 5) * VirtualTime.SECOND));
        return cluster.commandResults().get(1).stdout();
    }

    /** The messages of the Events with that reason, each in brackets. */
    String events(int seconds, String reason) {
        return after(seconds, "get", "events", "--field-selector", "reason=" + reason, "-o", MESSAGES);
    }
}
