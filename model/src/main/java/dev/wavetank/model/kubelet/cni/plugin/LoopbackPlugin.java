package dev.wavetank.model.kubelet.cni.plugin;

import dev.wavetank.model.kubelet.cni.CniPlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import java.util.List;

/** The loopback plug-in: sets up {@code lo} in a container, by which its processes reach each other on localhost. */
public final class LoopbackPlugin implements CniPlugin {

    /** Name of its binary. */
    public static final String TYPE = "loopback";

    /** A plug-in without state. */
    public LoopbackPlugin() {}

    @Override
    public CniResult execute(CniRequest request, NodeNetwork node) {
        return request.command() == CniRequest.Command.ADD
                ? new CniResult.Success(
                        request.config().version(),
                        List.of(new CniResult.Interface("lo", "00:00:00:00:00:00", request.netns())),
                        List.of(new CniResult.IpConfig("127.0.0.1/8", "", 0), new CniResult.IpConfig("::1/128", "", 0)),
                        List.of())
                : new CniResult.Done();
    }
}
