package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.gotext.GoJsonReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A network: plug-ins that are called one after the other ({@code NetworkConfigList} of libcni).
 *
 * @param name of the network
 * @param version of the specification
 * @param plugins configurations with name and version of the network, in the order of ADD
 * @param disableCheck whether CHECK calls no plug-in
 */
public record NetworkList(String name, String version, List<PluginConfig> plugins, boolean disableCheck) {

    private static final String LIST = "error parsing configuration list: ";
    private static final String ONE = "error parsing configuration: ";

    /** Keeps a copy. */
    public NetworkList {
        plugins = List.copyOf(plugins);
    }

    /** One whose plug-ins are asked by CHECK. */
    public NetworkList(String name, String version, List<PluginConfig> plugins) {
        this(name, version, plugins, false);
    }

    /**
     * Reads a file of {@code --cni-conf-dir}. A {@code .conflist} has a list of plug-ins; a {@code .conf} or {@code
     * .json} is one plug-in (libcni/conf.go, v1.1; {@code cniVersions} since v1.2).
     *
     * @throws IllegalArgumentException when it is no network, with the text of libcni
     */
    public static NetworkList parse(String file, String text) {
        boolean isList = file.endsWith(".conflist");
        try {
            PluginConfig read = PluginConfig.of(GoJsonReader.parse(text));
            return isList ? list(read) : of(plugin(read).name(), read.version(), List.of(read));
        } catch (IllegalArgumentException wrong) {
            String why = String.valueOf(wrong.getMessage());
            boolean isTold = why.startsWith("error parsing ") || why.startsWith("failed to parse ");
            throw new IllegalArgumentException(file + ": " + (isTold ? "" : isList ? LIST : ONE) + why, wrong);
        }
    }

    private static PluginConfig plugin(PluginConfig read) {
        String misfit = read.misfit(List.of(), List.of(), List.of("cniVersion", "name", "type"));
        if (!misfit.isEmpty()) {
            throw new IllegalArgumentException(ONE + "json: cannot unmarshal " + misfit);
        }
        if (read.type().isEmpty()) {
            throw new IllegalArgumentException(ONE + "missing 'type'");
        }
        return read;
    }

    private static NetworkList list(PluginConfig read) {
        if (!read.tree().containsKey("name")) {
            throw new IllegalArgumentException(LIST + "no name");
        }
        refuseUnlessText(read, "name");
        refuseUnlessText(read, "cniVersion");
        Object given = read.tree().get("plugins");
        if (given != null && !(given instanceof List<?>)) {
            throw new IllegalArgumentException(LIST + "invalid 'plugins' type " + goType(given));
        }
        List<PluginConfig> plugins = new ArrayList<>();
        for (Object each : read.list("plugins")) {
            try {
                plugins.add(plugin(PluginConfig.of(each)));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(
                        "failed to parse plugin config " + plugins.size() + ": " + wrong.getMessage(), wrong);
            }
        }
        if (plugins.isEmpty()) {
            throw new IllegalArgumentException(LIST + "no plugins in list");
        }
        NetworkList made = of(read.name(), negotiated(read), plugins);
        return new NetworkList(made.name(), made.version(), made.plugins(), isTrue(read, "disableCheck"));
    }

    private static void refuseUnlessText(PluginConfig read, String field) {
        Object value = read.tree().get(field);
        if (value != null && !(value instanceof String)) {
            throw new IllegalArgumentException(LIST + "invalid " + field + " type " + goType(value));
        }
    }

    /** The newest of the versions that the file offers and the plug-ins know; else the one that it names. */
    private static String negotiated(PluginConfig read) {
        Set<String> offered = new TreeSet<>();
        for (Object each : read.list("cniVersions")) {
            if (!(each instanceof String)) {
                throw new IllegalArgumentException(
                        LIST + "invalid type for cniVersions index " + offered.size() + ": " + goType(each));
            }
            offered.add((String) each);
        }
        if (offered.isEmpty()) {
            return read.version();
        }
        if (read.tree().containsKey("cniVersion")) {
            offered.add(read.version());
        }
        List<String> known = CniError.versions();
        return known.stream()
                .filter(offered::contains)
                .reduce((older, newer) -> newer)
                .orElseGet(read::version);
    }

    private static boolean isTrue(PluginConfig read, String field) {
        Object value = read.tree().get(field);
        if (value == null || value instanceof Boolean) {
            return Boolean.TRUE.equals(value);
        }
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException(LIST + "invalid type " + goType(value) + " for " + field);
        }
        String lower = text.toLowerCase(Locale.ROOT);
        if (!lower.equals("true") && !lower.equals("false")) {
            throw new IllegalArgumentException(LIST + "invalid value \"" + lower + "\" for " + field);
        }
        return lower.equals("true");
    }

    private static String goType(@Nullable Object value) {
        if (value instanceof String) {
            return "string";
        } else if (value instanceof Boolean) {
            return "bool";
        } else if (value instanceof Number) {
            return "float64";
        }
        return value instanceof List<?> ? "[]interface {}" : value == null ? "<nil>" : "map[string]interface {}";
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
