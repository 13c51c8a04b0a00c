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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node has pulled is in its status, where the scheduler reads it. */
class PulledImagesTest {

    private static final String IMAGES = "jsonpath={.items[*].status.images}";

    private static Cluster cluster(int nodes, long seed, Map<String, String> settings, String... commands) {
        List<Command> timeline = new ArrayList<>();
        for (String command : commands) {
            String[] words = command.split(" ", 2);
            timeline.add(
                    new Command(Long.parseLong(words[0]) * VirtualTime.SECOND, Arrays.asList(words[1].split(" "))));
        }
        ClusterSpec spec = new ClusterSpec(
                nodes,
                ClusterSpec.ofNodes(1).nodeCapacity(),
                KubernetesVersion.parse("v1.32"),
                new TreeMap<>(settings));
        Cluster cluster = Cluster.of(
                new Scenario("images", spec, timeline, new TreeMap<>(), FaultPlan.NONE, VirtualTime.HOUR),
                seed,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(110 * VirtualTime.SECOND));
        return cluster;
    }

    private static List<String> printed(Cluster cluster) {
        return cluster.commandResults().stream().map(one -> one.stdout()).toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void a_pod_goes_to_the_node_that_has_pulled_its_large_image(long seed) {
        List<String> printed = printed(cluster(
                4,
                seed,
                Map.of("registry.image-sizes", "r.io/big=900Mi"),
                "0 run first --image=r.io/big",
                "60 get node -o " + IMAGES,
                "61 run second --image=r.io/big",
                "62 run plain --image=unknown",
                "100 get pods -o jsonpath={.items[*].spec.nodeName}",
                "101 get node -o " + IMAGES));

        assertThat(printed.get(1))
                .matches(
                        "\\[\\{\"names\":\\[\"r.io/big@sha256:[0-9a-f]{64}\",\"r.io/big:latest\"],\"sizeBytes\":943718400}]");
        String[] nodes = printed.get(4).split(" ");
        assertThat(nodes[2]).as("node of the second pod").isEqualTo(nodes[0]);
        assertThat(printed.get(5)).as("images without a size are left out").isEqualTo(printed.get(1));
    }

    /** {@code normalizedImageName}, pkg/scheduler/framework/plugins/imagelocality: it knows of such missed matches. */
    @Test
    void the_scheduler_misses_an_image_whose_pod_leaves_out_the_registry_that_the_node_names() {
        assertThat(nodesOfTwo("docker.io/library/big")).as("nodes in six runs").allMatch(both -> both);
        assertThat(nodesOfTwo("big")).as("nodes in six runs").contains(false);
    }

    /** Whether two pods of an image went to the same node, in each of six runs. */
    private static List<Boolean> nodesOfTwo(String image) {
        List<Boolean> same = new ArrayList<>();
        for (long seed = 1; seed <= 6; seed++) {
            List<String> printed = printed(cluster(
                    4,
                    seed,
                    Map.of("registry.image-sizes", image + "=900Mi"),
                    "0 run first --image=" + image,
                    "61 run second --image=" + image,
                    "100 get pods -o jsonpath={.items[*].spec.nodeName}"));
            String[] nodes = printed.get(2).split(" ");
            same.add(nodes[0].equals(nodes[1]));
        }
        return same;
    }

    @Test
    void a_second_version_of_an_image_is_pulled_in_the_time_of_what_is_new_in_it() {
        Cluster cluster = cluster(
                1,
                1,
                Map.of(
                        "registry.image-sizes", "app:1=base:400M+10M,app:2=base:400M+20M",
                        "registry.bandwidth", "20M",
                        "registry.latency", "exactly 100ms"),
                "0 run one --image=app:1",
                "60 run two --image=app:2",
                "100 describe pod one",
                "101 describe pod two",
                "102 get node -o " + IMAGES);

        List<String> printed = printed(cluster);
        assertThat(printed.get(2)).contains("Successfully pulled image \"app:1\" in 20.6s");
        assertThat(printed.get(3))
                .contains("Successfully pulled image \"app:2\" in 1.1s")
                .contains("Image size: 420000000 bytes.");
        assertThat(printed.get(4))
                .matches(
                        "\\[\\{\"names\":\\[\"docker.io/library/app@sha256:[0-9a-f]{64}\",\"docker.io/library/app:2\"],"
                                + "\"sizeBytes\":420000000},\\{\"names\":\\[\"docker.io/library/app@sha256:[0-9a-f]{64}\","
                                + "\"docker.io/library/app:1\"],\"sizeBytes\":410000000}]");
        assertThat(cluster.inspect("node-1").imageBytes()).isEqualTo(430_000_000);
    }
}
