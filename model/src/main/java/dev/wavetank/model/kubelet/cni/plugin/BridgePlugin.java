package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Bridge;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The bridge plug-in: connects every container to a bridge of the node by a pair of virtual Ethernet devices
 * (plugins/main/bridge, v1.1). It makes the bridge on first use; as a gateway the bridge gets the first address of the
 * subnet. Without address management it works on layer 2 alone.
 *
 * <p>Hardware addresses hold the address of the container ({@code 0a:58} and its four bytes), as those of the plug-in
 * before v0.9; later they are random.
 */
public final class BridgePlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "bridge";

    private static final long MTU = 1500;

    /** Fields of {@code NetConf}, plugins/main/bridge/bridge.go v1.1, by type. */
    private static final List<String> NUMBERS = List.of("mtu", "vlan");

    private static final List<String> FLAGS = List.of(
            "isGateway", "isDefaultGateway", "forceAddress", "ipMasq", "hairpinMode", "promiscMode", "macspoofchk");

    private static final List<String> TEXTS = List.of("bridge");

    /** {@code IFNAMSIZ} without the end of the text: the longest name of a device that the kernel takes. */
    private static final int NAME_MAX = 15;

    private final Map<String, CniPlugin> ipams;

    /**
     * A plug-in without state of its own.
     *
     * @param ipams the plug-ins for addresses, by name
     */
    public BridgePlugin(Map<String, CniPlugin> ipams) {
        this.ipams = ipams;
    }

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        String mistake = request.config().misfit(NUMBERS, FLAGS, TEXTS);
        if (!mistake.isEmpty()) {
            return failure(request, "failed to load netconf: json: cannot unmarshal " + mistake);
        }
        Object vlan = request.config().tree().get("vlan");
        if (vlan != null && request.config().number("vlan", 0) != 0) {
            return CniError.of(request, CniError.UNSUPPORTED_FIELD, "vlan: " + vlan + " is not simulated");
        }
        return switch (request.command()) {
            case ADD -> add(request, node);
            case DEL -> delete(request, node);
            case CHECK -> check(request, node);
        };
    }

    private CniResult add(CniRequest request, NodeNetwork node) {
        PluginConfig config = request.config();
        if (config.isTrue("hairpinMode") && config.isTrue("promiscMode")) {
            return failure(request, "cannot set hairpin mode and promiscuous mode at the same time");
        }
        String name = config.text("bridge", "cni0");
        if (name.length() > NAME_MAX) {
            return failure(
                    request,
                    "failed to create bridge \"" + name + "\": could not add \"" + name
                            + "\": numerical result out of range");
        }
        Bridge bridge = node.bridge(name);
        if (bridge == null) {
            bridge = new Bridge(name, mtu(config, MTU), "", node.nextIndex());
            node.put(bridge);
        }
        CniResult addresses = addresses(request, node);
        if (!(addresses instanceof CniResult.Success given)) {
            return addresses;
        }
        if (!given.ips().isEmpty() && isGateway(config)) {
            String wanted = given.ips().get(0).gateway() + prefix(given.ips().get(0));
            if (!bridge.address().isEmpty() && !bridge.address().equals(wanted) && !config.isTrue("forceAddress")) {
                ipam(request.with(CniRequest.Command.DEL), node);
                return failure(
                        request,
                        "failed to set bridge addr: \"" + name + "\" already has an IP address different from "
                                + wanted);
            }
            bridge = new Bridge(name, bridge.mtu(), wanted, bridge.index());
            node.put(bridge);
        }
        return connected(request, node, bridge, given);
    }

    /** What is not positive is not given to the kernel, which then takes its own. */
    private static long mtu(PluginConfig config, long otherwise) {
        long given = config.number("mtu", otherwise);
        return given > 0 ? given : MTU;
    }

    private static boolean isGateway(PluginConfig config) {
        return config.isTrue("isGateway") || config.isTrue("isDefaultGateway");
    }

    private static String prefix(CniResult.IpConfig address) {
        return address.address().substring(address.address().indexOf('/'));
    }

    private CniResult addresses(CniRequest request, NodeNetwork node) {
        if (request.config().object("ipam").type().isEmpty()) {
            return new CniResult.Success(request.config().version(), List.of(), List.of(), List.of());
        }
        CniResult result = ipam(request, node);
        return result instanceof CniResult.Success success && success.ips().isEmpty()
                ? failure(request, "IPAM plugin returned missing IP config")
                : result;
    }

    private CniResult ipam(CniRequest request, NodeNetwork node) {
        String type = request.config().object("ipam").type();
        CniPlugin plugin = ipams.get(type);
        return plugin == null || node.disk().lacksBinary(type)
                ? failure(request, "failed to find plugin \"" + type + "\" in path [" + CniRequest.PATH + "]")
                : plugin.execute(request, node);
    }

    private static CniResult connected(CniRequest request, NodeNetwork node, Bridge bridge, CniResult.Success given) {
        PluginConfig config = request.config();
        List<CniResult.IpConfig> ips = new ArrayList<>(1);
        List<CniResult.Route> routes = new ArrayList<>(given.routes());
        for (CniResult.IpConfig one : given.ips()) {
            ips.add(new CniResult.IpConfig(one.address(), one.gateway(), 2));
            boolean hasDefault = routes.stream().anyMatch(route -> route.dst().equals("0.0.0.0/0"));
            if (config.isTrue("isDefaultGateway") && !hasDefault) {
                routes.add(new CniResult.Route("0.0.0.0/0", one.gateway()));
            }
        }
        int index = node.nextIndex();
        String host = "veth" + HardwareAddress.digits(request.containerId() + index);
        String inside = given.ips().isEmpty()
                ? HardwareAddress.of(request.containerId() + request.ifName())
                : HardwareAddress.ofAddress(given.ips().get(0).ip());
        CniResult.Success result = new CniResult.Success(
                config.version(),
                List.of(
                        new CniResult.Interface(bridge.name(), HardwareAddress.of(bridge), ""),
                        new CniResult.Interface(host, HardwareAddress.of(host + request.containerId()), ""),
                        new CniResult.Interface(request.ifName(), inside, request.netns())),
                ips,
                routes);
        node.attach(new Attachment(
                request.containerId(),
                request.netns(),
                request.ifName(),
                host,
                bridge.name(),
                index,
                result,
                config.isTrue("ipMasq") && !ips.isEmpty() ? config.name() : null,
                config.isTrue("hairpinMode"),
                mtu(config, bridge.mtu())));
        return result;
    }

    private CniResult delete(CniRequest request, NodeNetwork node) {
        if (!request.config().object("ipam").type().isEmpty()) {
            CniResult released = ipam(request, node);
            if (released instanceof CniResult.Failure) {
                return released;
            }
        }
        node.detach(request.containerId(), request.ifName());
        return new CniResult.Done();
    }

    private CniResult check(CniRequest request, NodeNetwork node) {
        if (!request.config().object("ipam").type().isEmpty()) {
            CniResult held = ipam(request, node);
            if (held instanceof CniResult.Failure) {
                return held;
            }
        }
        if (request.previous() == null) {
            return failure(request, "Required prevResult missing");
        }
        return node.attachment(request.containerId(), request.ifName()) == null
                ? failure(request, "container interface " + request.ifName() + " in " + request.netns() + " is missing")
                : new CniResult.Done();
    }

    private static CniResult.Failure failure(CniRequest request, String message) {
        return CniError.of(request, CniError.INTERNAL, message);
    }
}
