package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.BridgePlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import java.util.Optional;

/** The network of the pods of one node: the runtime's calls to its plug-in. */
final class PodNetwork {

    private final Machine machine;
    private final BridgePlugin bridge;

    PodNetwork(Machine machine) {
        this.machine = machine;
        this.bridge = new BridgePlugin(machine.disk().addresses());
    }

    /** Gives a sandbox its address; the error when that fails. */
    Optional<String> connect(Sandbox sandbox) {
        if (machine.troubles().hits(Trouble.NO_NETWORK)) {
            return Optional.of(failed(sandbox, "failed to create bridge \"cni0\": operation not permitted"));
        }
        CniResult result = bridge.execute(request(CniRequest.Command.ADD, sandbox));
        if (result instanceof CniResult.Success success) {
            sandbox.connected(success.podIp());
            return Optional.empty();
        }
        return Optional.of(failed(sandbox, ((CniResult.Failure) result).msg()));
    }

    private static String failed(Sandbox sandbox, String why) {
        return "failed to setup network for sandbox \"" + sandbox.id() + "\": plugin type=\"bridge\" failed (add): "
                + why;
    }

    void disconnect(Sandbox sandbox) {
        bridge.execute(request(CniRequest.Command.DEL, sandbox));
    }

    private CniRequest request(CniRequest.Command command, Sandbox sandbox) {
        NodeDisk.SandboxRecord identity = sandbox.identity();
        String arguments = "IgnoreUnknown=1;K8S_POD_NAMESPACE=" + identity.pod().namespace() + ";K8S_POD_NAME="
                + identity.pod().name() + ";K8S_POD_INFRA_CONTAINER_ID=" + sandbox.id() + ";K8S_POD_UID="
                + identity.uid();
        return new CniRequest(
                command,
                sandbox.id(),
                "/var/run/netns/cni-" + sandbox.id(),
                "eth0",
                arguments,
                CniRequest.NetworkConfig.bridge(machine.podCidr()));
    }
}
