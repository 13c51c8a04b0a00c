package dev.wavetank.model.kubelet.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeImagesTest {

    @Test
    void a_node_reports_its_fifty_largest_images_the_largest_first() {
        String images = IntStream.rangeClosed(1, 60)
                .mapToObj(number -> "image-" + number + ": " + number + "Mi")
                .collect(Collectors.joining(", "));
        Cluster cluster = Cluster.of(
                ScenarioCodec.read(
                        "images",
                        "cluster: {nodes: 1, nodeImages: {" + images + "}}\n"
                                + "timeline: [{at: 1s, kubectl: label node node-1 a=b}]"),
                1,
                ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(5 * VirtualTime.SECOND));

        Node node = sink.entries().stream()
                .map(entry -> entry.record() instanceof StoreTrace change && change.object() instanceof Node changed
                        ? changed
                        : null)
                .filter(each -> each != null)
                .findFirst()
                .orElseThrow();
        List<?> reported = (List<?>) node.status().other().get("images");
        assertThat(reported).hasSize(50);
        assertThat(((Map<?, ?>) reported.get(0)).get("names")).isEqualTo(List.of("docker.io/library/image-60:latest"));
        assertThat(((Map<?, ?>) reported.get(49)).get("names")).isEqualTo(List.of("docker.io/library/image-11:latest"));
    }
}
