package dev.wavetank.model.kubelet.cni;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of a plug-in. */
public sealed interface CniResult {

    /**
     * The container is connected.
     *
     * @param cniVersion version of the specification
     * @param interfaces the devices, in the order in which they were made; none in the result of address management
     * @param ips the addresses
     * @param routes the routes inside the container
     */
    record Success(String cniVersion, List<Interface> interfaces, List<IpConfig> ips, List<Route> routes)
            implements CniResult {

        /** The address of the container, without the length of its prefix; empty when it has none. */
        public String podIp() {
            return ips.isEmpty() ? "" : ips.get(0).ip();
        }

        /** The JSON form of its version. */
        public Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("cniVersion", cniVersion);
            if (cniVersion.startsWith("0.1.") || cniVersion.startsWith("0.2.")) {
                // One address of a family, with its routes inside.
                if (!ips.isEmpty()) {
                    Map<String, Object> ip4 = new LinkedHashMap<>();
                    ip4.put("ip", ips.get(0).address());
                    putUnlessEmpty(ip4, "gateway", ips.get(0).gateway());
                    ip4.put("routes", routes.stream().map(Route::tree).toList());
                    tree.put("ip4", ip4);
                }
            } else {
                if (!interfaces.isEmpty()) {
                    tree.put(
                            "interfaces",
                            interfaces.stream().map(Interface::tree).toList());
                }
                List<Object> addresses = new ArrayList<>();
                ips.forEach(one -> addresses.add(one.tree(cniVersion)));
                tree.put("ips", addresses);
                if (!routes.isEmpty()) {
                    tree.put("routes", routes.stream().map(Route::tree).toList());
                }
            }
            tree.put("dns", new LinkedHashMap<>());
            return tree;
        }
    }

    /** The container is disconnected, or is as it should be. */
    record Done() implements CniResult {}

    /**
     * The operation failed.
     *
     * @param cniVersion version of the specification
     * @param code one of {@link CniError}, or the plug-in's own from 100 on
     * @param msg what went wrong
     * @param details more of it; may be empty
     */
    record Failure(String cniVersion, int code, String msg, String details) implements CniResult {

        /** One without details. */
        public Failure(String cniVersion, int code, String msg) {
            this(cniVersion, code, msg, "");
        }

        /** What runtimes print of it ({@code types.Error}, pkg/types/types.go, v1.1). */
        public String text() {
            return details.isEmpty() ? msg : msg + "; " + details;
        }

        /** The JSON form. */
        public Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("cniVersion", cniVersion);
            tree.put("code", (long) code);
            tree.put("msg", msg);
            putUnlessEmpty(tree, "details", details);
            return tree;
        }
    }

    /**
     * A network device.
     *
     * @param name of the device
     * @param mac its hardware address
     * @param sandbox path of the network namespace, or the empty string for the node's own
     */
    record Interface(String name, String mac, String sandbox) {

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", name);
            putUnlessEmpty(tree, "mac", mac);
            putUnlessEmpty(tree, "sandbox", sandbox);
            return tree;
        }
    }

    /**
     * An address.
     *
     * @param address with the length of its prefix, such as {@code 10.244.1.2/24}
     * @param gateway of the subnet; may be empty
     * @param index of the interface that has it, or -1
     */
    record IpConfig(String address, String gateway, int index) {

        /** The address without the length of its prefix. */
        public String ip() {
            return address.substring(0, address.indexOf('/'));
        }

        Map<String, Object> tree(String version) {
            Map<String, Object> tree = new LinkedHashMap<>();
            // The loopback plug-in leaves it out, as recorded.
            boolean isLoopback = address.startsWith("127.") || address.startsWith("::1/");
            if (version.startsWith("0.") && !isLoopback) {
                tree.put("version", address.indexOf(':') < 0 ? "4" : "6");
            }
            if (index >= 0) {
                tree.put("interface", (long) index);
            }
            tree.put("address", address);
            putUnlessEmpty(tree, "gateway", gateway);
            return tree;
        }
    }

    /**
     * A route.
     *
     * @param dst destination
     * @param gw gateway; empty for that of the address
     */
    record Route(String dst, String gw) {

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("dst", dst);
            putUnlessEmpty(tree, "gw", gw);
            return tree;
        }
    }

    private static void putUnlessEmpty(Map<String, Object> tree, String field, String value) {
        if (!value.isEmpty()) {
            tree.put(field, value);
        }
    }
}
