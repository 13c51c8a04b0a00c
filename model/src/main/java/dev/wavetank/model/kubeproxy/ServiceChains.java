package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Kind;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The rules of a node as {@code iptables-save} prints those that kube-proxy v1.20 writes in its mode iptables: names
 * of chains are hashes of what they are for (pkg/proxy/iptables/proxier.go, {@code portProtoHash}). All ports count
 * as TCP.
 */
public final class ServiceChains {

    private static final String BASE_32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int NAME = 16;
    private static final String PROTOCOL = "tcp";
    private static final String LOCALS = "-m addrtype --src-type LOCAL -j ";
    private static final String MASQUERADE = "KUBE-MARK-MASQ";

    /** The kernel keeps probabilities in units of 1/2^31. */
    private static final double UNITS = 1L << 31;

    private final String pods;
    private final List<String> lines = new ArrayList<>();

    private ServiceChains(String pods) {
        this.pods = pods;
    }

    /**
     * The lines of the table nat and, for Services without endpoints, of the table filter, in the order of the rules.
     *
     * @param pods addresses of the node's own pods, what comes from elsewhere is masqueraded
     */
    public static List<String> lines(Map<Destination, Rule> rules, String pods) {
        ServiceChains chains = new ServiceChains(pods);
        rules.forEach(chains::add);
        return List.copyOf(new LinkedHashSet<>(chains.lines));
    }

    /** What every kube-proxy writes into the table nat besides; the last belongs behind the rules of all Services. */
    public static List<String> nat() {
        return List.of(
                "-A PREROUTING -m comment --comment \"kubernetes service portals\" -j KUBE-SERVICES",
                "-A OUTPUT -m comment --comment \"kubernetes service portals\" -j KUBE-SERVICES",
                "-A POSTROUTING -m comment --comment \"kubernetes postrouting rules\" -j KUBE-POSTROUTING",
                "-A KUBE-MARK-DROP -j MARK --set-xmark 0x8000/0x8000",
                "-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000",
                "-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN",
                "-A KUBE-POSTROUTING -j MARK --set-xmark 0x4000/0x0",
                "-A KUBE-POSTROUTING -m comment --comment \"kubernetes service traffic requiring SNAT\" -j MASQUERADE"
                        + " --random-fully",
                "-A KUBE-SERVICES -m comment --comment \"kubernetes service nodeports; NOTE: this must be the last rule"
                        + " in this chain\" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS");
    }

    /** What every kube-proxy writes into the table filter besides. */
    public static List<String> filter() {
        String portals =
                "-m conntrack --ctstate NEW -m comment --comment \"kubernetes service portals\" -j KUBE-SERVICES";
        String external = "-m conntrack --ctstate NEW -m comment --comment \"kubernetes externally-visible service"
                + " portals\" -j KUBE-EXTERNAL-SERVICES";
        String conntrack = " -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT";
        return List.of(
                "-A INPUT " + external,
                "-A FORWARD -m comment --comment \"kubernetes forwarding rules\" -j KUBE-FORWARD",
                "-A FORWARD " + portals,
                "-A FORWARD " + external,
                "-A OUTPUT " + portals,
                "-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP",
                "-A KUBE-FORWARD -m comment --comment \"kubernetes forwarding rules\" -m mark --mark 0x4000/0x4000 -j"
                        + " ACCEPT",
                "-A KUBE-FORWARD -m comment --comment \"kubernetes forwarding conntrack pod source rule\"" + conntrack,
                "-A KUBE-FORWARD -m comment --comment \"kubernetes forwarding conntrack pod destination rule\""
                        + conntrack);
    }

    /** Whether a line is one of the table filter. */
    public static boolean isFilter(String line) {
        return line.startsWith("-A KUBE-SERVICES ") && (line.endsWith(" -j DROP") || line.contains(" -j REJECT "));
    }

    /** The chain of the backends of a Service's port. */
    public static String ofService(Rule rule) {
        return "KUBE-SVC-" + hash(rule.label() + PROTOCOL);
    }

    /** The chain that rewrites the destination of packets for one backend. */
    public static String ofBackend(Rule rule, Destination backend) {
        return "KUBE-SEP-" + hash(rule.label() + PROTOCOL + backend);
    }

    private static String hash(String text) {
        byte[] digest;
        try {
            digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every JDK has SHA-256", impossible);
        }
        StringBuilder name = new StringBuilder(NAME);
        for (int i = 0; i < NAME; i++) {
            int bit = 5 * i;
            int two = (digest[bit / 8] & 0xFF) << 8 | digest[bit / 8 + 1] & 0xFF;
            name.append(BASE_32.charAt(two >> 11 - bit % 8 & 31));
        }
        return name.toString();
    }

    private static String comment(String text) {
        return "-m comment --comment \"" + text + "\" ";
    }

    private void add(Destination destination, Rule rule) {
        if (rule.kind() == Kind.NODE_PORT) {
            addNodePort(destination, rule);
            return;
        }
        String words = rule.label() + (rule.kind() == Kind.CLUSTER_IP ? " cluster IP" : " loadbalancer IP");
        String match = "-d " + destination.address() + "/32 -p tcp ";
        String port = "-m tcp --dport " + destination.port() + " -j ";
        if (rule.backends().isEmpty()) {
            String none = rule.label() + (rule.isLocal() ? " has no local endpoints" : " has no endpoints");
            String end = rule.isLocal() ? "DROP" : "REJECT --reject-with icmp-port-unreachable";
            lines.add("-A KUBE-SERVICES " + match + comment(none) + port + end);
            return;
        }
        lines.add("-A KUBE-SERVICES ! -s " + pods + " " + match + comment(words) + port + MASQUERADE);
        lines.add("-A KUBE-SERVICES " + match + comment(words) + port + ofService(rule));
        addBackends(rule, ofService(rule), "");
    }

    private void addNodePort(Destination destination, Rule rule) {
        if (rule.backends().isEmpty() && !rule.isLocal()) {
            return;
        }
        String match = "-p tcp " + comment(rule.label()) + "-m tcp --dport " + destination.port() + " -j ";
        if (!rule.isLocal()) {
            lines.add("-A KUBE-NODEPORTS " + match + MASQUERADE);
            lines.add("-A KUBE-NODEPORTS " + match + ofService(rule));
            addBackends(rule, ofService(rule), "");
            return;
        }
        String chain = "KUBE-XLB-" + hash(rule.label() + PROTOCOL);
        String start = "-A " + chain + " ";
        String label = rule.label() + " LB IP";
        lines.add("-A KUBE-NODEPORTS -s 127.0.0.0/8 " + match + MASQUERADE);
        lines.add("-A KUBE-NODEPORTS " + match + chain);
        lines.add(start + "-s " + pods + " "
                + comment("Redirect pods trying to reach external loadbalancer VIP to clusterIP") + "-j "
                + ofService(rule));
        lines.add(start + comment("masquerade LOCAL traffic for " + label) + LOCALS + MASQUERADE);
        lines.add(start + comment("route LOCAL traffic for " + label + " to service chain") + LOCALS + ofService(rule));
        if (rule.backends().isEmpty()) {
            lines.add(start + comment(rule.label() + " has no local endpoints") + "-j KUBE-MARK-DROP");
        }
        addBackends(rule, chain, "Balancing rule ");
    }

    private void addBackends(Rule rule, String chain, String numbered) {
        List<Destination> backends = rule.backends();
        for (int i = 0; i < backends.size(); i++) {
            String own = ofBackend(rule, backends.get(i));
            String words = comment(numbered.isEmpty() ? rule.label() : numbered + i + " for " + rule.label());
            if (rule.affinity() > 0) {
                lines.add("-A " + chain + " " + comment(rule.label()) + "-m recent --rcheck --seconds "
                        + rule.affinity() / 1_000_000_000 + " --reap --name " + own
                        + " --mask 255.255.255.255 --rsource -j " + own);
            }
            int left = backends.size() - i;
            String chance = left == 1 ? "" : "-m statistic --mode random --probability " + probability(left) + " ";
            lines.add("-A " + chain + " " + words + chance + "-j " + own);
            String recent =
                    rule.affinity() > 0 ? "-m recent --set --name " + own + " --mask 255.255.255.255 --rsource " : "";
            lines.add("-A " + own + " -s " + backends.get(i).address() + "/32 " + comment(rule.label()) + "-j "
                    + MASQUERADE);
            lines.add("-A " + own + " -p tcp " + comment(rule.label()) + recent + "-m tcp -j DNAT --to-destination "
                    + backends.get(i));
        }
    }

    /** One of so many, as iptables prints it. */
    static String probability(int of) {
        return String.format(Locale.ROOT, "%.11f", StrictMath.rint(UNITS / of) / UNITS);
    }
}
