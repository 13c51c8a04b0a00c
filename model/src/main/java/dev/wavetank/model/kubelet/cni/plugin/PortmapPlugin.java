package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.PortMapping;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The portmap plug-in: leads ports of the node to a container, by the value of its capability {@code portMappings}
 * (plugins/meta/portmap, v1.1). It needs the result of a plug-in before it.
 */
public final class PortmapPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "portmap";

    /** A plug-in without state of its own. */
    public PortmapPlugin() {}

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        if (request.command() == CniRequest.Command.DEL) {
            node.unmap(request.containerId());
            return new CniResult.Done();
        }
        CniResult.Success previous = request.previous();
        if (previous == null) {
            return CniError.of(request, CniError.INTERNAL, "must be called as chained plugin");
        }
        List<PortMapping> wanted = mappings(request.config());
        if (request.command() == CniRequest.Command.CHECK) {
            return wanted.isEmpty() || node.ports(request.containerId()).equals(wanted)
                    ? new CniResult.Done()
                    : CniError.of(
                            request,
                            CniError.INTERNAL,
                            "ports of container " + request.containerId() + " are not mapped");
        }
        for (PortMapping one : wanted) {
            if (one.hostPort() <= 0 || one.hostPort() > 0xFFFF || one.containerPort() <= 0) {
                return CniError.of(request, CniError.INTERNAL, "Invalid host port number: " + one.hostPort());
            }
        }
        if (!wanted.isEmpty() && !previous.ips().isEmpty()) {
            node.map(request.containerId(), wanted);
        }
        return previous;
    }

    private static List<PortMapping> mappings(PluginConfig config) {
        List<PortMapping> mappings = new ArrayList<>(0);
        for (Object each : config.object("runtimeConfig").list("portMappings")) {
            PluginConfig one = PluginConfig.of(each).withLowerCase();
            mappings.add(new PortMapping(
                    (int) one.number("hostport", 0),
                    (int) one.number("containerport", 0),
                    one.text("protocol", "tcp"),
                    one.text("hostip", "")));
        }
        return mappings;
    }
}
