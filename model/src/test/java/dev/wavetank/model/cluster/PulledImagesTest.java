package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node has pulled is in its status, where the scheduler reads it. */
class PulledImagesTest {

    private static final String IMAGES = "jsonpath={.items[*].status.images}";

    private static List<String> printed(KubernetesVersion version, long seed) {
        List<Command> timeline = new ArrayList<>();
        for (String command : List.of(
                "0 run first --image=big",
                "60 get node -o " + IMAGES,
                "61 run second --image=big",
                "62 run plain --image=unknown",
                "100 get pods -o jsonpath={.items[*].spec.nodeName}",
                "101 get node -o " + IMAGES)) {
            String[] words = command.split(" ", 2);
            timeline.add(
                    new Command(Long.parseLong(words[0]) * VirtualTime.SECOND, Arrays.asList(words[1].split(" "))));
        }
        ClusterSpec spec = new ClusterSpec(
                4,
                ClusterSpec.ofNodes(1).nodeCapacity(),
                version,
                new TreeMap<>(Map.of("registry.image-sizes", "big=900Mi")));
        Cluster cluster = Cluster.of(
                new Scenario("images", spec, timeline, new TreeMap<>(), FaultPlan.NONE, VirtualTime.HOUR),
                seed,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(102 * VirtualTime.SECOND));
        return cluster.commandResults().stream().map(one -> one.stdout()).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_pod_goes_to_the_node_that_has_pulled_its_large_image(long seed) {
        List<String> printed = printed(KubernetesVersion.parse("v1.32"), seed);

        assertThat(printed.get(1)).isEqualTo("[{\"names\":[\"big:latest\"],\"sizeBytes\":943718400}]");
        String[] nodes = printed.get(4).split(" ");
        assertThat(nodes[2]).as("node of the second pod").isEqualTo(nodes[0]);
        assertThat(printed.get(5)).as("images without a size are left out").isEqualTo(printed.get(1));
    }
}
