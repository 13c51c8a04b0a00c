package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Flannel's plug-in: makes a configuration for the bridge plug-in out of what flannel's agent has written to {@code
 * /run/flannel/subnet.env}, and calls it (plugins/meta/flannel, README and flannel_linux.go, v1.1). DEL gets the same
 * configuration back from {@code /var/lib/cni/flannel}; when it is not there, nothing is left to do.
 */
public final class FlannelPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "flannel";

    private static final String DELEGATE = "delegate";

    private final Map<String, CniPlugin> mains;

    /**
     * A plug-in without state of its own.
     *
     * @param mains the plug-ins that it may call, by name
     */
    public FlannelPlugin(Map<String, CniPlugin> mains) {
        this.mains = mains;
    }

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        if (request.command() == CniRequest.Command.ADD) {
            if (node.disk().subnetEnv().isEmpty()) {
                return CniError.of(
                        request,
                        CniError.INTERNAL,
                        "loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory");
            }
            PluginConfig made = delegate(request.config(), node.disk().subnetEnv());
            node.disk().keepDelegate(request.containerId(), made);
            return call(request, made, node);
        }
        PluginConfig kept = node.disk().delegate(request.containerId());
        if (kept == null) {
            return new CniResult.Done();
        }
        CniResult result = call(request, kept, node);
        if (request.command() == CniRequest.Command.DEL && result instanceof CniResult.Done) {
            node.disk().forgetDelegate(request.containerId());
        }
        return result;
    }

    private CniResult call(CniRequest request, PluginConfig config, NodeNetwork node) {
        CniPlugin main = mains.get(config.type());
        if (main == null || node.disk().lacksBinary(config.type())) {
            return CniError.of(
                    request,
                    CniError.INTERNAL,
                    "failed to delegate " + request.command().name().toLowerCase(Locale.ROOT)
                            + ": failed to find plugin \"" + config.type() + "\" in path [" + CniRequest.PATH + "]");
        }
        return main.execute(request.with(config, request.previous()), node);
    }

    private static PluginConfig delegate(PluginConfig config, Map<String, String> env) {
        Map<String, Object> made = new LinkedHashMap<>(config.object(DELEGATE).tree());
        made.put("name", config.name());
        made.put("cniVersion", config.version());
        made.putIfAbsent("type", "bridge");
        // Whoever does not hide the addresses of pods has the plug-in do it.
        made.putIfAbsent("ipMasq", !"true".equals(env.get("FLANNEL_IPMASQ")));
        made.putIfAbsent("mtu", Long.parseLong(env.getOrDefault("FLANNEL_MTU", "1500")));
        if (made.get("type").equals("bridge")) {
            made.putIfAbsent("isGateway", true);
        }
        Map<String, Object> ipam = new LinkedHashMap<>(config.object("ipam").tree());
        ipam.putIfAbsent("type", "host-local");
        String own = String.valueOf(env.get("FLANNEL_SUBNET"));
        ipam.put(
                "ranges",
                List.of(List.of(Collections.singletonMap(
                        "subnet", Ipv4Range.parse(own).map(Ipv4Range::toString).orElse(own)))));
        String network = env.getOrDefault("FLANNEL_NETWORK", "");
        ipam.put("routes", network.isEmpty() ? List.of() : List.of(Collections.singletonMap("dst", network)));
        made.put("ipam", ipam);
        return new PluginConfig(made);
    }
}
