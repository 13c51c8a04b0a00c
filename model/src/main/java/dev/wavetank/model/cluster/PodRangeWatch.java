package dev.wavetank.model.cluster;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.Kubelet;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Network;

/**
 * A kubelet whose node gets its range from a controller. It watches its own node, and as soon as that has a range,
 * tells the runtime, and reports at once that the node is ready ({@code updatePodCIDR} and {@code
 * fastStatusUpdateOnce}, pkg/kubelet/kubelet.go v1.20).
 */
final class PodRangeWatch implements Component {

    private final Kubelet kubelet;
    private final NetworkDisk disk;
    private final Informer<Node> nodes;

    /** A kubelet, and the watch when its node does not bring a range. */
    static Component of(
            Kubelet kubelet,
            Context context,
            Network network,
            ApiClient.Credentials user,
            NodeConfig config,
            NetworkDisk disk) {
        return config.podCidr().isEmpty()
                ? new PodRangeWatch(
                        context,
                        new ApiClient(context, network.connect(context), user, RateLimit.NONE),
                        config.name(),
                        kubelet,
                        disk)
                : kubelet;
    }

    private PodRangeWatch(Context context, ApiClient client, String node, Kubelet kubelet, NetworkDisk disk) {
        this.kubelet = kubelet;
        this.disk = disk;
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.named(node), Node.class);
    }

    @Override
    public void start() {
        nodes.addHandler(Informer.Handler.whilePresent(this::seen));
        nodes.start();
        kubelet.start();
    }

    private void seen(Node node) {
        if (node.spec() != null && node.spec().podCIDR() != null) {
            Ipv4Range.parse(node.spec().podCIDR())
                    .filter(range -> disk.range().filter(range::equals).isEmpty())
                    .ifPresent(range -> {
                        disk.assign(range);
                        kubelet.refreshStatus();
                    });
        }
    }
}
