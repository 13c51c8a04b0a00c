package dev.wavetank.model.kubelet.cni;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Calls the plug-ins of a network: ADD in the order of the list, each with the result of the one before; DEL in the
 * opposite order, each with the result of the ADD, as long as it is known; CHECK as ADD (libcni/api.go, v1.1). Every
 * container has a loopback device, too, for which runtimes call a network of their own, before the other.
 */
public final class PluginChain {

    private static final NetworkList LOOPBACK = NetworkList.parse(
            "99-loopback.conf", "{\"cniVersion\":\"0.3.1\",\"name\":\"cni-loopback\",\"type\":\"loopback\"}");

    private final Map<String, CniPlugin> binaries;
    private final NodeNetwork node;

    /**
     * A chain on a node.
     *
     * @param binaries what is in {@link CniRequest#PATH}, by name
     */
    public PluginChain(Map<String, CniPlugin> binaries, NodeNetwork node) {
        this.binaries = binaries;
        this.node = node;
    }

    /**
     * What the runtime knows of a container when it calls plug-ins.
     *
     * @param id of the sandbox
     * @param netns path of its network namespace; empty when it is gone
     * @param args {@code CNI_ARGS}
     * @param capabilities values of {@code runtimeConfig} by capability, such as {@code portMappings}
     */
    public record Container(String id, String netns, String args, Map<String, Object> capabilities) {}

    /** Connects a container. What was done before a failure is not undone. */
    public CniResult add(NetworkList network, Container container) {
        CniResult looped = call(CniRequest.Command.ADD, LOOPBACK.plugins().get(0), container, "lo", null);
        if (looped instanceof CniResult.Failure) {
            return looped;
        }
        CniResult.Success result = null;
        for (PluginConfig plugin : network.plugins()) {
            CniResult step = call(CniRequest.Command.ADD, plugin, container, "eth0", result);
            if (!(step instanceof CniResult.Success)) {
                return step;
            }
            result = (CniResult.Success) step;
        }
        if (result == null) {
            throw new IllegalStateException("the network " + network.name() + " has no plug-ins");
        }
        node.disk().keep(container.id(), result);
        return result;
    }

    /** Disconnects a container; ends with the first failure. */
    public CniResult delete(NetworkList network, Container container) {
        return delete(network, container, node.disk().result(container.id()));
    }

    /**
     * Disconnects a container whose network namespace is gone: the plug-ins get neither its path nor the result of ADD,
     * and find what is left by the container's identity. Nobody heeds a failure.
     */
    public void deleteLate(NetworkList network, Container container) {
        delete(network, new Container(container.id(), "", container.args(), container.capabilities()), null);
    }

    private CniResult delete(NetworkList network, Container container, CniResult.@Nullable Success known) {
        CniResult looped = call(CniRequest.Command.DEL, LOOPBACK.plugins().get(0), container, "lo", null);
        if (looped instanceof CniResult.Failure) {
            return looped;
        }
        List<PluginConfig> plugins = network.plugins();
        for (int i = plugins.size() - 1; i >= 0; i--) {
            CniResult step = call(CniRequest.Command.DEL, plugins.get(i), container, "eth0", known);
            if (step instanceof CniResult.Failure) {
                return step;
            }
        }
        node.disk().forget(container.id());
        return looped;
    }

    /** Says whether a container is connected as its ADD left it. */
    public CniResult check(NetworkList network, Container container) {
        if (network.disableCheck()) {
            return new CniResult.Done();
        }
        CniResult.Success known = node.disk().result(container.id());
        for (PluginConfig plugin : network.plugins()) {
            CniResult step = call(CniRequest.Command.CHECK, plugin, container, "eth0", known);
            if (step instanceof CniResult.Failure) {
                return step;
            }
        }
        return new CniResult.Done();
    }

    private CniResult call(
            CniRequest.Command command,
            PluginConfig plugin,
            Container container,
            String ifName,
            CniResult.@Nullable Success previous) {
        CniRequest request = new CniRequest(
                command,
                container.id(),
                container.netns(),
                ifName,
                container.args(),
                capable(plugin, container.capabilities()),
                previous);
        CniResult result = run(request);
        return result instanceof CniResult.Failure failure
                ? new CniResult.Failure(
                        failure.cniVersion(), failure.code(), described(request, failure.msg()), failure.details())
                : result;
    }

    private CniResult run(CniRequest request) {
        String type = request.config().type();
        CniPlugin binary = binaries.get(type);
        if (binary == null || node.disk().lacksBinary(type)) {
            String message = "failed to find plugin \"" + type + "\" in path [" + CniRequest.PATH + "]";
            return CniError.of(request, CniError.INTERNAL, message);
        }
        CniResult checked = CniError.check(request);
        return checked instanceof CniResult.Failure ? checked : binary.execute(request, node);
    }

    private static String described(CniRequest request, String message) {
        String verb = switch (request.command()) {
            case ADD -> "add";
            case DEL -> "delete";
            case CHECK -> "check";
        };
        return "plugin type=\"" + request.config().type() + "\" failed (" + verb + "): " + message;
    }

    /** The configuration with what the plug-in is capable of using ({@code injectRuntimeConfig}). */
    private static PluginConfig capable(PluginConfig plugin, Map<String, Object> values) {
        if (values.isEmpty()) {
            return plugin;
        }
        Map<String, Object> given = new LinkedHashMap<>();
        PluginConfig capabilities = plugin.object("capabilities");
        values.forEach((name, value) -> {
            if (capabilities.isTrue(name)) {
                given.put(name, value);
            }
        });
        return given.isEmpty() ? plugin : plugin.with("runtimeConfig", given);
    }
}
