package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.kubelet.cni.NetworkDisk;
import dev.wavetank.model.kubelet.cni.NetworkList;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cni.PluginChain;
import dev.wavetank.model.kubelet.cni.PluginConfig;
import dev.wavetank.model.kubelet.cni.plugin.HostLocalPlugin;
import dev.wavetank.model.kubelet.cni.plugin.StandardPlugins;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** The network of the pods of one node: the runtime's calls to its plug-ins. */
final class PodNetwork {

    /** From one stop of a sandbox to the next: on the recorded node the next listing came a second later. */
    private static final long SECOND_STOP = VirtualTime.SECOND;

    private final Machine machine;
    private final NodeNetwork node;
    private final PluginChain chain;

    PodNetwork(Machine machine) {
        this.machine = machine;
        this.node = new NodeNetwork(machine.disk().network());
        this.chain = new PluginChain(machine.plugins(), node);
        NetworkDisk disk = machine.disk().network();
        disk.setStandard(NetworkList::bridge);
        if (disk.range().isEmpty() && !machine.podCidr().isEmpty()) {
            HostLocalPlugin.assign(disk, machine.podCidr());
        }
    }

    NodeNetwork node() {
        return node;
    }

    /** Runs a call of the plug-ins, later when they are slow. */
    void slowly(Context context, Runnable call) {
        if (machine.troubles().hits(Trouble.SLOW_PLUGINS)) {
            context.after(machine.troubles().pluginDelay(), call::run);
        } else {
            call.run();
        }
    }

    /** Gives a sandbox its address; the error when that fails. */
    Optional<String> connect(Sandbox sandbox, SandboxNetwork wanted) {
        if (wanted.ofHost()) {
            sandbox.connected(null);
            return Optional.empty();
        }
        if (sandbox.isTornDown() || !machine.disk().sandboxes().containsKey(sandbox.id())) {
            return Optional.of(failed(sandbox, "context canceled"));
        }
        NetworkList network = node.disk().network();
        if (network == null) {
            return Optional.of(failed(sandbox, NetworkDisk.NOT_INITIALIZED));
        }
        if (machine.troubles().hits(Trouble.NO_NETWORK)) {
            return Optional.of(failed(
                    sandbox,
                    "plugin type=\"bridge\" failed (add): failed to create bridge \"cni0\": operation not permitted"));
        }
        if (machine.troubles().hits(Trouble.NO_PLUGINS)) {
            return Optional.of(failed(sandbox, lost("add", network.plugins().get(0))));
        }
        if (machine.troubles().hits(Trouble.NO_ADDRESSES)) {
            return Optional.of(failed(sandbox, exhausted(network.plugins().get(0))));
        }
        Map<String, Object> capabilities;
        try {
            capabilities = NetworkCapabilities.of(wanted);
        } catch (IllegalArgumentException wrong) {
            return Optional.of(failed(sandbox, String.valueOf(wrong.getMessage())));
        }
        CniResult result = chain.add(network, container(sandbox, capabilities));
        if (machine.troubles().hits(Trouble.PLUGINS_KILLED)) {
            return Optional.of(failed(
                    sandbox,
                    "plugin type=\"" + network.plugins().get(0).type()
                            + "\" failed (add): netplugin failed with no error message: signal: killed"));
        }
        if (result instanceof CniResult.Success success) {
            if (success.podIp().isEmpty()) {
                // Layer 2 alone is a network for the specification, and none for a pod (containerd 1.6,
                // pkg/cri/server/sandbox_run.go, setupPodNetwork).
                return Optional.of(failed(sandbox, "failed to find network info for sandbox \"" + sandbox.id() + "\""));
            }
            sandbox.connected(success.podIp());
            return Optional.empty();
        }
        return Optional.of(failed(sandbox, ((CniResult.Failure) result).text()));
    }

    /** What host-local says of a range without a free address. */
    private String exhausted(PluginConfig plugin) {
        return "plugin type=\"" + plugin.type() + "\" failed (add): "
                + HostLocalPlugin.exhausted(
                        machine.disk().network().range().map(Object::toString).orElse(""));
    }

    private String failed(Sandbox sandbox, String why) {
        return machine.runtime().network(sandbox.id(), sandbox.identity().pod(), why);
    }

    /** Takes the network of a sandbox back, once; the error when that fails. */
    Optional<String> tearDown(Sandbox sandbox, Context context) {
        if (sandbox.isTornDown()) {
            return Optional.empty();
        }
        Optional<String> failure = disconnect(sandbox);
        if (failure.isEmpty()) {
            sandbox.tornDown();
            stopAgain(sandbox, context);
        }
        return failure;
    }

    private Optional<String> disconnect(Sandbox sandbox) {
        NetworkList network = node.disk().network();
        if (sandbox.identity().hostNetwork()) {
            return Optional.empty();
        }
        if (network == null) {
            return Optional.of(
                    "failed to destroy network for sandbox \"" + sandbox.id() + "\": " + NetworkDisk.NOT_INITIALIZED);
        }
        if (machine.troubles().hits(Trouble.NO_TEARDOWN)) {
            return Optional.empty();
        }
        if (machine.troubles().hits(Trouble.NO_PLUGINS)) {
            PluginConfig last = network.plugins().get(network.plugins().size() - 1);
            return Optional.of(
                    "failed to destroy network for sandbox \"" + sandbox.id() + "\": " + lost("delete", last));
        }
        CniResult result = chain.delete(network, container(sandbox, Collections.emptyMap()));
        return result instanceof CniResult.Failure failure
                ? Optional.of("failed to destroy network for sandbox \"" + sandbox.id() + "\": " + failure.text())
                : Optional.empty();
    }

    /**
     * A sandbox is stopped. The kubelet stops it once more, for which the runtime calls DEL again. That happens only
     * where it can change something: the first did not come to the plug-ins, or there are plug-ins of the user, which
     * may want to see every call.
     */
    private void stopAgain(Sandbox sandbox, Context context) {
        if (!sandbox.identity().hostNetwork()
                && (node.disk().result(sandbox.id()) != null || machine.plugins() != StandardPlugins.all())) {
            context.after(SECOND_STOP, () -> disconnectLate(sandbox));
        }
    }

    /** The network namespace is gone, and so is the result of ADD. */
    private void disconnectLate(Sandbox sandbox) {
        NetworkList network = node.disk().network();
        if (network != null
                && !machine.troubles().hits(Trouble.NO_TEARDOWN)
                && !machine.troubles().hits(Trouble.NO_PLUGINS)) {
            chain.deleteLate(network, container(sandbox, Collections.emptyMap()));
        }
    }

    private static String lost(String verb, PluginConfig plugin) {
        return "plugin type=\"" + plugin.type() + "\" failed (" + verb + "): failed to find plugin \"" + plugin.type()
                + "\" in path [" + CniRequest.PATH + "]";
    }

    private static PluginChain.Container container(Sandbox sandbox, Map<String, Object> capabilities) {
        NodeDisk.SandboxRecord identity = sandbox.identity();
        String arguments = "IgnoreUnknown=1;K8S_POD_NAMESPACE=" + identity.pod().namespace() + ";K8S_POD_NAME="
                + identity.pod().name() + ";K8S_POD_INFRA_CONTAINER_ID=" + sandbox.id() + ";K8S_POD_UID="
                + identity.uid();
        return new PluginChain.Container(sandbox.id(), "/var/run/netns/cni-" + sandbox.id(), arguments, capabilities);
    }
}
