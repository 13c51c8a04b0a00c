package dev.wavetank.model.kubelet.cni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the network of a pod takes of the memory, with all that plug-ins keep of it. */
class NetworkMemoryTest {

    private static final int NODES = 500;
    private static final int PODS = 40;
    private static final long MOST = 4096;

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static NodeNetwork node(int number) {
        NodeNetwork node = new NodeNetwork(new NetworkDisk());
        PluginChain chain = new PluginChain(StandardPlugins.all(), node);
        NetworkList network = NetworkList.bridge("10." + number / 256 + "." + number % 256 + ".0/24");
        for (int pod = 0; pod < PODS; pod++) {
            String id = Integer.toHexString(0x10000000 + number * PODS + pod) + "00112233";
            chain.add(network, new PluginChain.Container(id, "/netns/" + id, "", Collections.emptyMap()));
        }
        return node;
    }

    @Test
    void a_pod_takes_less_than_four_kilobytes() {
        List<NodeNetwork> nodes = new ArrayList<>(NODES);
        nodes.add(node(NODES));
        long before = used();
        for (int number = 0; number < NODES; number++) {
            nodes.add(node(number));
        }
        long each = (used() - before) / (NODES * PODS);
        System.out.println("network of a pod: " + each + " bytes");
        assertThat(each).isBetween(100L, MOST);
        assertThat(nodes).hasSize(NODES + 1);
    }
}
