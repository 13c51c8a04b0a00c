package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.kubelet.cni.PluginChain.Container;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The network of one node, whose plugins keep the calls they get.
 *
 * @param disk where its configuration stands
 * @param node what the plugins have made
 * @param calls that the plugins got, the oldest first
 */
record NodeUnderTest(NetworkDisk disk, NodeNetwork node, List<CniRequest> calls) {

    /** From "What happens when I type kubectl run?", with the range of a node put in. */
    static final String DOCUMENTED = """
            {
                "cniVersion": "0.3.1",
                "name": "bridge",
                "type": "bridge",
                "bridge": "cnio0",
                "isGateway": true,
                "ipMasq": true,
                "ipam": {
                    "type": "host-local",
                    "ranges": [
                      [{"subnet": "${POD_CIDR}"}]
                    ],
                    "routes": [{"dst": "0.0.0.0/0"}]
                }
            }
            """;

    static final String ARGUMENTS = "K8S_POD_NAMESPACE=s01;K8S_POD_NAME=term;"
            + "K8S_POD_INFRA_CONTAINER_ID=dea9d4bc;K8S_POD_UID=23c9cce2;IgnoreUnknown=1";

    static NodeUnderTest create() {
        NetworkDisk disk = new NetworkDisk();
        return new NodeUnderTest(disk, new NodeNetwork(disk), new ArrayList<>());
    }

    /** The documented network, with a range. */
    static NetworkList documented() {
        return NetworkList.parse("10-bridge.conf", DOCUMENTED.replace("${POD_CIDR}", "10.200.0.0/24"));
    }

    PluginChain chain() {
        Map<String, CniPlugin> logged = new LinkedHashMap<>();
        StandardPlugins.all()
                .forEach((name, plugin) -> logged.put(name, (request, on) -> {
                    calls.add(request);
                    return plugin.execute(request, on);
                }));
        return new PluginChain(logged, node);
    }

    static Container container(String id) {
        return new Container(id, "/var/run/netns/cni-" + id, ARGUMENTS, Collections.emptyMap());
    }
}
