package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.PluginConfig;

/**
 * The bandwidth plug-in: a token bucket in front of a container, by its own fields or the value of its capability
 * {@code bandwidth} (plugins/meta/bandwidth, v1.1). The model keeps the rate towards the container.
 */
public final class BandwidthPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "bandwidth";

    /** A plug-in without state of its own. */
    public BandwidthPlugin() {}

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        if (request.command() == CniRequest.Command.DEL) {
            node.unlimit(request.containerId());
            return new CniResult.Done();
        }
        CniResult.Success previous = request.previous();
        if (previous == null) {
            return CniError.of(request, CniError.INTERNAL, "must be called as chained plugin");
        }
        PluginConfig given = request.config().object("runtimeConfig").object("bandwidth");
        PluginConfig limits = given.tree().isEmpty() ? request.config() : given;
        long rate = limits.number("ingressRate", 0);
        if (rate > 0 && limits.number("ingressBurst", 0) <= 0) {
            return CniError.of(request, CniError.INTERNAL, "if rate is set, burst must also be set");
        }
        if (request.command() == CniRequest.Command.CHECK) {
            return rate == node.rate(request.containerId())
                    ? new CniResult.Done()
                    : CniError.of(request, CniError.INTERNAL, "Rate doesn't match");
        }
        if (rate > 0) {
            node.limit(request.containerId(), rate);
        }
        return previous;
    }
}
