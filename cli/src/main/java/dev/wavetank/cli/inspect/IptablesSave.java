package dev.wavetank.cli.inspect;

import dev.wavetank.model.kubelet.cni.NatRules;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubeproxy.ServiceChains;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables filter and nat as {@code iptables-save} v1.8 prints them: the chains of the kernel, the other chains by
 * name, then the rules chain by chain. The rules are those of plug-ins and of kube-proxy; what the kubelet writes for
 * itself is not among them.
 */
final class IptablesSave {

    private static final Pattern CHAIN = Pattern.compile("-A (\\S+) ");
    private static final Pattern TARGET = Pattern.compile(" -j ((?:KUBE|CNI)-\\S+)");

    private IptablesSave() {}

    /**
     * The text of a node.
     *
     * @param rules for Services; empty before kube-proxy has written any
     * @param pods addresses of the pods of the node
     */
    static List<String> lines(NodeNetwork network, Map<Destination, Rule> rules, String pods) {
        List<String> nat = new ArrayList<>();
        List<String> filter = new ArrayList<>();
        if (!rules.isEmpty()) {
            List<String> common = ServiceChains.nat();
            nat.addAll(common.subList(0, common.size() - 1));
            filter.addAll(ServiceChains.filter());
            ServiceChains.lines(rules, pods).forEach(line -> (ServiceChains.isFilter(line) ? filter : nat).add(line));
            nat.add(common.get(common.size() - 1));
        }
        NatRules.lines(network).stream().filter(line -> line.startsWith("-A ")).forEach(nat::add);
        List<String> lines = new ArrayList<>();
        if (!filter.isEmpty()) {
            lines.addAll(table("filter", List.of("INPUT", "FORWARD", "OUTPUT"), filter));
        }
        lines.addAll(table("nat", List.of("PREROUTING", "INPUT", "OUTPUT", "POSTROUTING"), nat));
        return lines;
    }

    private static List<String> table(String name, List<String> builtIn, List<String> rules) {
        Map<String, List<String>> own = new TreeMap<>();
        Map<String, List<String>> chains = new LinkedHashMap<>();
        builtIn.forEach(chain -> chains.put(chain, new ArrayList<>()));
        for (String rule : new LinkedHashSet<>(rules)) {
            Matcher matcher = CHAIN.matcher(rule);
            if (!matcher.lookingAt()) {
                throw new IllegalStateException("no rule: " + rule);
            }
            List<String> known = chains.get(matcher.group(1));
            (known == null ? own.computeIfAbsent(matcher.group(1), chain -> new ArrayList<>()) : known).add(rule);
            Matcher target = TARGET.matcher(rule);
            if (target.find()) {
                own.computeIfAbsent(target.group(1), chain -> new ArrayList<>());
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("*" + name);
        builtIn.forEach(chain -> lines.add(":" + chain + " ACCEPT [0:0]"));
        own.keySet().forEach(chain -> lines.add(":" + chain + " - [0:0]"));
        chains.values().forEach(lines::addAll);
        own.values().forEach(lines::addAll);
        lines.add("COMMIT");
        return lines;
    }
}
