package dev.wavetank.cli.inspect;

import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * What a node does with packets to Services.
 *
 * @param rules by destination; empty before kube-proxy has written any
 * @param ipvs whether they are those of IPVS, and not of iptables
 */
public record ServiceView(Map<Destination, Rule> rules, boolean ipvs) {

    private static final int WIDTH = 29;

    /** The rules that are in iptables. */
    Map<Destination, Rule> inIptables() {
        return ipvs ? Collections.emptyMap() : rules;
    }

    /** The virtual servers as {@code ipvsadm -Ln} prints them. */
    List<String> virtualServers() {
        List<String> lines = new ArrayList<>();
        lines.add("Prot LocalAddress:Port Scheduler Flags");
        lines.add("  -> RemoteAddress:Port           Forward Weight ActiveConn InActConn");
        rules.forEach((destination, rule) -> {
            lines.add("TCP  " + destination + " rr"
                    + (rule.affinity() > 0 ? " persistent " + rule.affinity() / VirtualTime.SECOND : ""));
            for (Destination backend : rule.backends()) {
                String text = backend.toString();
                lines.add("  -> " + text + " ".repeat(Math.max(1, WIDTH - text.length()))
                        + "Masq    1      0          0");
            }
        });
        return lines;
    }
}
