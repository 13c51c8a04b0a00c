package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniError;
import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.HardwareAddress;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import java.util.List;
import java.util.Map;

/**
 * A plug-in in the manner of Calico's: no bridge, but a route of the node to each container. The container has an
 * address of its own, without a subnet, and sends everything to 169.254.1.1, for which the other end of its pair of
 * devices answers (cni-plugin/pkg/dataplane/linux/dataplane_linux.go, projectcalico/calico v3.26). Addresses come from
 * the plug-in that the configuration names, as with {@code "ipam": {"type": "host-local"}} there.
 */
public final class CalicoPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "calico";

    /** Name of the file that its installer puts into {@code --cni-conf-dir}. */
    public static final String FILE = "10-calico.conflist";

    /** The contents of that file, with the node's own range for its pods. */
    public static final String CONFIGURATION = "{\"name\":\"k8s-pod-network\",\"cniVersion\":\"0.3.1\",\"plugins\":["
            + "{\"type\":\"calico\",\"datastore_type\":\"kubernetes\",\"ipam\":{\"type\":\"host-local\","
            + "\"ranges\":[[{\"subnet\":\"${POD_CIDR}\"}]]}},"
            + "{\"type\":\"portmap\",\"snat\":true,\"capabilities\":{\"portMappings\":true}}]}";

    /** For what every container takes its gateway to be. */
    public static final String GATEWAY = "169.254.1.1";

    private static final long MTU = 1500;

    /** The same for every pair: nothing else is on that link. */
    private static final String HOST_MAC = "ee:ee:ee:ee:ee:ee";

    private final Map<String, CniPlugin> ipams;

    /**
     * A plug-in without state of its own.
     *
     * @param ipams the plug-ins for addresses, by name
     */
    public CalicoPlugin(Map<String, CniPlugin> ipams) {
        this.ipams = ipams;
    }

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        return switch (request.command()) {
            case ADD -> add(request, node);
            case DEL -> {
                CniResult released = ipam(request, node);
                if (released instanceof CniResult.Done) {
                    node.detach(request.containerId(), request.ifName());
                }
                yield released;
            }
            case CHECK -> {
                CniResult held = ipam(request, node);
                yield held instanceof CniResult.Done && node.attachment(request.containerId(), request.ifName()) == null
                        ? CniError.of(request, CniError.INTERNAL, request.ifName() + " is missing")
                        : held;
            }
        };
    }

    private CniResult ipam(CniRequest request, NodeNetwork node) {
        String type = request.config().object("ipam").type();
        CniPlugin plugin = ipams.get(type);
        return plugin == null || node.disk().lacksBinary(type)
                ? CniError.of(
                        request,
                        CniError.INTERNAL,
                        "failed to find plugin \"" + type + "\" in path [" + CniRequest.PATH + "]")
                : plugin.execute(request, node);
    }

    private CniResult add(CniRequest request, NodeNetwork node) {
        CniResult addresses = ipam(request, node);
        if (!(addresses instanceof CniResult.Success given)) {
            return addresses;
        }
        if (given.ips().isEmpty()) {
            return CniError.of(request, CniError.INTERNAL, "IPAM plugin returned missing IP config");
        }
        PluginConfig config = request.config();
        int index = node.nextIndex();
        String ip = given.ips().get(0).ip();
        String host = "cali" + HardwareAddress.digits(request.containerId() + index);
        CniResult.Success result = new CniResult.Success(
                config.version(),
                List.of(
                        new CniResult.Interface(host, HOST_MAC, ""),
                        new CniResult.Interface(request.ifName(), HardwareAddress.ofAddress(ip), request.netns())),
                List.of(new CniResult.IpConfig(ip + "/32", "", 1)),
                List.of(new CniResult.Route(GATEWAY + "/32", ""), new CniResult.Route("0.0.0.0/0", GATEWAY)));
        node.attach(new Attachment(
                request.containerId(),
                request.netns(),
                request.ifName(),
                host,
                "",
                index,
                result,
                null,
                false,
                config.number("mtu", MTU) == 0 ? MTU : config.number("mtu", MTU)));
        return result;
    }
}
