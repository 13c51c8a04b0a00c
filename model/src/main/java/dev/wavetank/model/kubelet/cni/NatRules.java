package dev.wavetank.model.kubelet.cni;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.kubelet.cni.NodeNetwork.Attachment;
import dev.wavetank.model.kubelet.cni.NodeNetwork.PortMapping;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * The rules of plug-ins in the table {@code nat}, in the form of {@code iptables-save}: masquerade by the bridge
 * plug-in (plugins/pkg/ip/ipmasq_linux.go, v1.1) and ports of the node by portmap (plugins/meta/portmap/portmap.go,
 * v1.1).
 */
public final class NatRules {

    private static final int CHAIN_LENGTH = 28;

    private NatRules() {}

    /** Name of the chain of a container: a prefix, and the beginning of a hash ({@code FormatChainName}). */
    public static String chain(String prefix, String network, String containerId) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512")
                    .digest((network + containerId).getBytes(StandardCharsets.UTF_8));
            return (prefix + HexFormat.of().formatHex(hash)).substring(0, CHAIN_LENGTH);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java has SHA-512", impossible);
        }
    }

    /** The lines of the table, without rules of others than plug-ins. */
    public static List<String> lines(NodeNetwork node) {
        TreeSet<String> chains = new TreeSet<>();
        List<String> first = new ArrayList<>();
        List<String> own = new ArrayList<>();
        List<String> ports = new ArrayList<>();
        for (Attachment one : node.attachments()) {
            masquerade(one, chains, first, own);
            ports(node, one, chains, ports, own);
        }
        List<String> lines = new ArrayList<>(List.of("*nat"));
        for (String chain : List.of("PREROUTING", "INPUT", "OUTPUT", "POSTROUTING")) {
            lines.add(":" + chain + " ACCEPT [0:0]");
        }
        if (!ports.isEmpty()) {
            chains.addAll(List.of("CNI-HOSTPORT-DNAT", "CNI-HOSTPORT-MASQ", "CNI-HOSTPORT-SETMARK"));
            lines.addAll(chains.stream().map(NatRules::declared).toList());
            lines.add("-A PREROUTING -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT");
            lines.add("-A OUTPUT -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT");
            lines.add("-A POSTROUTING -m comment --comment \"CNI portfwd requiring masquerade\" -j CNI-HOSTPORT-MASQ");
        } else {
            lines.addAll(chains.stream().map(NatRules::declared).toList());
        }
        lines.addAll(first);
        lines.addAll(own);
        lines.addAll(ports);
        if (!ports.isEmpty()) {
            lines.add("-A CNI-HOSTPORT-MASQ -m mark --mark 0x2000/0x2000 -j MASQUERADE");
            lines.add("-A CNI-HOSTPORT-SETMARK -m comment --comment \"CNI portfwd masquerade mark\" -j MARK --set-xmark"
                    + " 0x2000/0x2000");
        }
        lines.add("COMMIT");
        return lines;
    }

    private static String declared(String chain) {
        return ":" + chain + " - [0:0]";
    }

    private static String comment(String words, String network, String containerId) {
        return "-m comment --comment \"" + words + "name: \\\"" + network + "\\\" id: \\\"" + containerId + "\\\"\"";
    }

    private static String subnet(Attachment one) {
        return Ipv4Range.parse(one.result().ips().get(0).address())
                .map(Ipv4Range::toString)
                .orElse("0.0.0.0/0");
    }

    private static void masquerade(Attachment one, TreeSet<String> chains, List<String> first, List<String> own) {
        String network = one.masquerade();
        if (network != null) {
            String chain = chain("CNI-", network, one.containerId());
            String comment = comment("", network, one.containerId());
            chains.add(chain);
            first.add("-A POSTROUTING -s " + one.result().podIp() + "/32 " + comment + " -j " + chain);
            own.add("-A " + chain + " -d " + subnet(one) + " " + comment + " -j ACCEPT");
            own.add("-A " + chain + " ! -d 224.0.0.0/4 " + comment + " -j MASQUERADE");
        }
    }

    private static void ports(
            NodeNetwork node, Attachment one, TreeSet<String> chains, List<String> ports, List<String> own) {
        NetworkList network = node.disk().network();
        String name = network == null ? "" : network.name();
        String chain = chain("CNI-DN-", name, one.containerId());
        for (PortMapping port : node.ports(one.containerId())) {
            chains.add(chain);
            String match = " -p " + port.protocol() + " -m " + port.protocol() + " --dport " + port.hostPort();
            String to = port.hostIp().isEmpty() ? "" : " -d " + port.hostIp() + "/32";
            own.add("-A " + chain + " -s " + subnet(one) + to + match + " -j CNI-HOSTPORT-SETMARK");
            own.add("-A " + chain + " -s 127.0.0.1/32" + to + match + " -j CNI-HOSTPORT-SETMARK");
            own.add("-A " + chain + to + match + " -j DNAT --to-destination "
                    + one.result().podIp() + ":" + port.containerPort());
            ports.add("-A CNI-HOSTPORT-DNAT -p " + port.protocol() + " "
                    + comment("dnat ", name, one.containerId()) + " -m multiport --dports " + port.hostPort() + " -j "
                    + chain);
        }
    }
}
