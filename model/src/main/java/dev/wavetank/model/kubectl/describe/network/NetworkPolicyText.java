package dev.wavetank.model.kubectl.describe.network;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.List;

/** Describes a NetworkPolicy (kubectl, pkg/describe/describe.go, describeNetworkPolicy, v1.32). */
public final class NetworkPolicyText {

    private NetworkPolicyText() {}

    /** Writes a NetworkPolicy. */
    public static void write(Subject policy) {
        ObjectFields spec = policy.fields().at("spec");
        List<String> types = spec.texts("policyTypes");
        Page page = policy.head();
        page.line(0, "Created on:", Times.plain(policy.fields().text("metadata.creationTimestamp")));
        policy.labels();
        String selector = Selectors.query(spec.map("podSelector"));
        String all = Page.NONE + " (Allowing the specific traffic to all pods in this namespace)";
        page.line(0, "Spec:").line(1, "PodSelector:     " + (selector.isEmpty() ? all : selector));
        boolean old = !policy.has(Feature.KUBECTL_DESCRIBE_LEASES);
        direction(policy, old || types.contains("Ingress"), "ingress", "From", "from");
        direction(policy, old || types.contains("Egress"), "egress", "To", "to");
        page.line(1, "Policy Types: " + Page.orNone(String.join(", ", types)));
    }

    private static void direction(Subject policy, boolean isOn, String name, String title, String field) {
        Page page = policy.page();
        if (!isOn) {
            page.line(1, "Not affecting " + name + " traffic");
            return;
        }
        page.line(1, "Allowing " + name + " traffic:");
        List<ObjectFields> rules = policy.fields().list("spec." + name);
        if (rules.isEmpty()) {
            page.line(2, Page.NONE + " (Selected pods are isolated for " + name + " connectivity)");
        }
        for (int i = 0; i < rules.size(); i++) {
            ports(policy, rules.get(i).list("ports"));
            List<ObjectFields> peers = rules.get(i).list(field);
            if (peers.isEmpty()) {
                page.line(2, title + ": <any> (traffic not restricted by " + side(policy, field) + ")");
            }
            peers.forEach(peer -> peer(page.line(2, title + ":"), peer));
            if (i < rules.size() - 1) {
                page.line(2, "----------");
            }
        }
    }

    /** Until v1.20 the other end was called the source in both directions. */
    private static String side(Subject policy, String field) {
        boolean modern = policy.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA);
        return modern && field.equals("to") ? "destination" : "source";
    }

    private static void ports(Subject policy, List<ObjectFields> ports) {
        Page page = policy.page();
        if (ports.isEmpty()) {
            page.line(2, "To Port: <any> (traffic allowed to all ports)");
        }
        for (ObjectFields port : ports) {
            String protocol = port.has("protocol") ? port.text("protocol") : "TCP";
            boolean isRange = port.has("endPort") && policy.has(Feature.KUBECTL_DESCRIBE_SLICES);
            String number = port.has("port") ? port.shown("port") : "<nil>";
            page.line(
                    2,
                    isRange
                            ? "To Port Range: " + number + "-" + port.shown("endPort") + "/" + protocol
                            : "To Port: " + number + "/" + protocol);
        }
    }

    private static void peer(Page page, ObjectFields peer) {
        if (peer.has("namespaceSelector")) {
            page.line(3, "NamespaceSelector: " + Selectors.orNone(peer.map("namespaceSelector")));
        }
        if (peer.has("podSelector")) {
            page.line(3, "PodSelector: " + Selectors.orNone(peer.map("podSelector")));
        }
        if (!peer.has("namespaceSelector") && !peer.has("podSelector") && peer.has("ipBlock")) {
            page.line(3, "IPBlock:");
            page.line(4, "CIDR: " + peer.text("ipBlock.cidr"));
            page.line(4, "Except: " + String.join(", ", peer.texts("ipBlock.except")));
        }
    }
}
