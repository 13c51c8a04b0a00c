package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;

/** Kinds that say how others are to be treated: network policies and priorities. */
final class PolicyRules {

    private static final long USER_PRIORITY_MAX = 1_000_000_000;
    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> PREEMPTION_POLICIES = List.of("Never", "PreemptLowerPriority");

    private PolicyRules() {}

    static void networkPolicy(FieldCursor policy) {
        FieldCursor spec = policy.child("spec");
        SelectorRules.check(spec.child("podSelector"));
        for (FieldCursor rule : spec.items("ingress")) {
            traffic(rule, "from");
        }
        for (FieldCursor rule : spec.items("egress")) {
            traffic(rule, "to");
        }
        List<String> types = spec.texts("policyTypes");
        if (types.size() > 2) {
            spec.invalid(
                    "policyTypes",
                    "[]networking.PolicyType{\"" + String.join("\", \"", types) + "\"}",
                    "may not" + " specify more than two policyTypes");
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            spec.errors().oneOf(spec.at("policyTypes[" + i + "]"), types.get(i), List.of("Egress", "Ingress"));
        }
    }

    private static void traffic(FieldCursor rule, String peers) {
        for (FieldCursor port : rule.items("ports")) {
            port.oneOfIfSet("protocol", PROTOCOLS);
            if (port.has("port")) {
                PortRules.numberOrName(port, "port");
            }
        }
        for (FieldCursor peer : rule.items(peers)) {
            List<String> selectors = peer.present(List.of("podSelector", "namespaceSelector"));
            selectors.forEach(selector -> SelectorRules.check(peer.child(selector)));
            if (peer.has("ipBlock")) {
                range(peer.child("ipBlock"));
                if (!selectors.isEmpty()) {
                    peer.errors().forbidden(peer.path(), "may not specify both ipBlock and another peer");
                }
            } else if (selectors.isEmpty()) {
                peer.errors().required(peer.path(), "must specify a " + peers + " type");
            }
        }
    }

    private static void range(FieldCursor block) {
        if (block.require("cidr") && !PortRules.isRange(block.text("cidr"))) {
            block.invalid("cidr", "not a valid CIDR");
        }
        List<String> except = block.texts("except");
        for (int i = 0; i < except.size(); i++) {
            if (!PortRules.isRange(except.get(i))) {
                block.invalid("except[" + i + "]", GoSyntax.of(except.get(i)), "not a valid CIDR");
            }
        }
    }

    static void priorityClass(FieldCursor priority) {
        if (priority.number("value") > USER_PRIORITY_MAX) {
            priority.forbidden("value", "maximum allowed value of a user defined priority is 1000000000");
        }
        priority.oneOfIfSet("preemptionPolicy", PREEMPTION_POLICIES);
    }

    static void priorityClassUpdate(FieldCursor changed, FieldCursor before) {
        if (changed.number("value") != before.number("value")) {
            changed.forbidden("value", "may not be changed in an update.");
        }
        if (!changed.text("preemptionPolicy").equals(before.text("preemptionPolicy"))) {
            changed.invalid("preemptionPolicy", "field is immutable");
        }
    }
}
