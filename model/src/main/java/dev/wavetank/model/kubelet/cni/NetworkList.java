package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A network: plug-ins that are called one after the other ({@code NetworkConfigList} of libcni).
 *
 * @param name of the network
 * @param version of the specification
 * @param plugins configurations with name and version of the network, in the order of ADD
 */
public record NetworkList(String name, String version, List<PluginConfig> plugins) {

    /** Keeps a copy. */
    public NetworkList {
        plugins = List.copyOf(plugins);
    }

    /**
     * Reads a file of {@code --cni-conf-dir}. A {@code .conflist} has a list of plug-ins; a {@code .conf} or {@code
     * .json} is one plug-in.
     *
     * @throws IllegalArgumentException when it is no network, with the text of libcni
     */
    public static NetworkList parse(String file, String text) {
        PluginConfig read;
        try {
            read = PluginConfig.of(GoJsonReader.parse(text));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    file + ": error parsing configuration list: " + wrong.getMessage(), wrong);
        }
        if (!file.endsWith(".conflist")) {
            if (read.type().isEmpty()) {
                throw new IllegalArgumentException(file + ": error parsing configuration: missing 'type'");
            }
            return of(read.name(), read.version(), List.of(read));
        }
        if (read.name().isEmpty()) {
            throw new IllegalArgumentException(file + ": error parsing configuration list: no name");
        }
        List<PluginConfig> plugins = new ArrayList<>();
        for (Object each : read.list("plugins")) {
            plugins.add(PluginConfig.of(each));
            if (plugins.get(plugins.size() - 1).type().isEmpty()) {
                throw new IllegalArgumentException(file + ": failed to parse plugin config " + (plugins.size() - 1)
                        + ": error parsing configuration: missing 'type'");
            }
        }
        if (plugins.isEmpty()) {
            throw new IllegalArgumentException(file + ": error parsing configuration list: no plugins in list");
        }
        return of(read.name(), read.version(), plugins);
    }

    private static NetworkList of(String name, String version, List<PluginConfig> plugins) {
        List<PluginConfig> complete = plugins.stream()
                .map(one -> one.with("name", name).with("cniVersion", version))
                .toList();
        return new NetworkList(name, version, complete);
    }

    /**
     * The network of a node that has no file: a bridge that is the gateway of its pods, which masquerades what leaves
     * the cluster's addresses, and the ports of the host. The recorded v1.20 node had this file.
     *
     * @param podCidr addresses of the node's pods
     */
    public static NetworkList bridge(String podCidr) {
        Map<String, Object> ipam = new LinkedHashMap<>();
        ipam.put("type", "host-local");
        ipam.put("ranges", List.of(List.of(Collections.singletonMap("subnet", podCidr))));
        ipam.put("routes", List.of(Collections.singletonMap("dst", "0.0.0.0/0")));
        Map<String, Object> bridge = new LinkedHashMap<>();
        bridge.put("type", "bridge");
        bridge.put("bridge", "cni0");
        bridge.put("isGateway", true);
        bridge.put("ipMasq", true);
        bridge.put("hairpinMode", true);
        bridge.put("ipam", ipam);
        Map<String, Object> ports = new LinkedHashMap<>();
        ports.put("type", "portmap");
        ports.put("capabilities", Collections.singletonMap("portMappings", true));
        ports.put("snat", true);
        return of("podnet", "0.4.0", List.of(new PluginConfig(bridge), new PluginConfig(ports)));
    }
}
