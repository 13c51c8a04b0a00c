package dev.wavetank.model.apiserver.printers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the table of nodes shows. */
final class NodeCells {

    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";

    private NodeCells() {}

    static Object status(Fields node, Instant now) {
        List<String> words = new ArrayList<>();
        for (Fields condition : node.list("status.conditions")) {
            if (condition.text("type").equals("Ready")) {
                words.add(condition.text("status").equals("True") ? "Ready" : "NotReady");
            }
        }
        if (words.isEmpty()) {
            words.add("Unknown");
        }
        if (node.flag("spec.unschedulable")) {
            words.add("SchedulingDisabled");
        }
        return String.join(",", words);
    }

    static Object roles(Fields node, Instant now) {
        Set<String> roles = new TreeSet<>();
        node.map("metadata.labels").forEach((key, value) -> {
            String label = (String) key;
            if (label.startsWith(ROLE_PREFIX) && label.length() > ROLE_PREFIX.length()) {
                roles.add(label.substring(ROLE_PREFIX.length()));
            } else if (label.equals(ROLE) && !"".equals(value)) {
                roles.add(String.valueOf(value));
            }
        });
        return roles.isEmpty() ? SelectorText.NONE : String.join(",", roles);
    }

    static Object address(Fields node, String type) {
        for (Fields address : node.list("status.addresses")) {
            if (address.text("type").equals(type)) {
                return address.text("address");
            }
        }
        return SelectorText.NONE;
    }
}
