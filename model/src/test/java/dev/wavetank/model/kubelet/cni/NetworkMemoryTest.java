package dev.wavetank.model.kubelet.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the network of a pod takes of the memory, with all that plug-ins keep of it. */
class NetworkMemoryTest {

    private static final long MOST = 4096;

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static NodeNetwork node(int number, int pods) {
        NodeNetwork node = new NodeNetwork(new NetworkDisk());
        PluginChain chain = new PluginChain(StandardPlugins.all(), node);
        NetworkList network = NetworkList.bridge("10." + number / 256 + "." + number % 256 + ".0/24");
        for (int pod = 0; pod < pods; pod++) {
            String id = Integer.toHexString(0x10000000 + number * pods + pod) + "00112233";
            chain.add(network, new PluginChain.Container(id, "/netns/" + id, "", Collections.emptyMap()));
        }
        return node;
    }

    /** With few pods on many nodes, each carries much of what the network takes of its node. */
    @ParameterizedTest
    @CsvSource({"5000, 2", "200, 40"})
    void a_pod_takes_less_than_four_kilobytes(int count, int pods) {
        List<NodeNetwork> nodes = new ArrayList<>(count + 1);
        nodes.add(node(count, pods));
        long before = used();
        for (int number = 0; number < count; number++) {
            nodes.add(node(number, pods));
        }
        long each = (used() - before) / (count * pods);
        System.out.println("network of a pod, " + pods + " on each of " + count + " nodes: " + each + " bytes");
        assertThat(each).isBetween(100L, MOST);
        assertThat(nodes).hasSize(count + 1);
    }
}
