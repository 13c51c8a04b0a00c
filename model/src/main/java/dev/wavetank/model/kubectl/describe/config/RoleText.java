package dev.wavetank.model.kubectl.describe.config;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes roles and their bindings (kubectl, pkg/describe/describe.go, and pkg/util/rbac, v1.32). */
public final class RoleText {

    private RoleText() {}

    /**
     * One line: verbs on one resource, one name or all, or on one address.
     *
     * @param group of the resource
     * @param resource empty for an address
     * @param name empty for all objects
     * @param address such as {@code /healthz}; empty for a resource
     */
    private record Target(String group, String resource, String name, String address) {

        /** The first column. */
        String shown() {
            String[] parts = resource.split("/", 2);
            return parts[0] + (group.isEmpty() ? "" : "." + group) + (parts.length > 1 ? "/" + parts[1] : "");
        }

        /** The text by which the real command sorts rules. */
        String order(List<String> verbs) {
            return "Verbs:" + verbs(verbs) + ",APIGroups:[" + group + "],Resources:[" + resource + "],ResourceNames:["
                    + name + "],NonResourceURLs:[" + address + "],";
        }
    }

    private static String verbs(List<String> verbs) {
        return "[" + String.join(" ", verbs) + "]";
    }

    /** Writes a Role or ClusterRole. */
    public static void role(Subject role) {
        Page page = role.page().line(0, "Name:", role.name());
        role.labels();
        page.line(0, "PolicyRule:");
        page.line(1, "Resources", "Non-Resource URLs", "Resource Names", "Verbs");
        page.line(1, "---------", "-----------------", "--------------", "-----");
        rows(role.fields().list("rules")).forEach(row -> page.line(1, row.toArray(String[]::new)));
    }

    /** Rules as rows of four cells: resource, addresses, names, verbs. */
    public static List<List<String>> rows(List<ObjectFields> rules) {
        return compact(rules).stream()
                .sorted(Comparator.comparing(rule -> rule.getKey().order(rule.getValue())))
                .map(rule -> List.of(
                        rule.getKey().shown(),
                        "[" + rule.getKey().address() + "]",
                        "[" + rule.getKey().name() + "]",
                        verbs(rule.getValue())))
                .toList();
    }

    /** Verbs on the same resource stand on one line; each verb on an address has its own. */
    private static List<Map.Entry<Target, List<String>>> compact(List<ObjectFields> rules) {
        List<Map.Entry<Target, List<String>>> compact = new ArrayList<>();
        Map<Target, List<String>> byResource = new LinkedHashMap<>();
        for (ObjectFields rule : rules) {
            List<String> names = rule.texts("resourceNames").isEmpty() ? List.of("") : rule.texts("resourceNames");
            for (String verb : rule.texts("verbs")) {
                for (String group : rule.texts("apiGroups")) {
                    rule.texts("resources")
                            .forEach(resource -> names.forEach(name -> byResource
                                    .computeIfAbsent(new Target(group, resource, name, ""), target -> new ArrayList<>())
                                    .add(verb)));
                }
                rule.texts("nonResourceURLs")
                        .forEach(address -> compact.add(Map.entry(new Target("", "", "", address), List.of(verb))));
            }
        }
        compact.addAll(byResource.entrySet());
        return compact;
    }

    /** Writes a RoleBinding or ClusterRoleBinding. */
    public static void binding(Subject binding) {
        Page page = binding.page().line(0, "Name:", binding.name());
        binding.labels();
        page.line(0, "Role:");
        page.line(1, "Kind:", binding.fields().text("roleRef.kind"));
        page.line(1, "Name:", binding.fields().text("roleRef.name"));
        page.line(0, "Subjects:");
        page.line(1, "Kind", "Name", "Namespace").line(1, "----", "----", "---------");
        binding.fields()
                .list("subjects")
                .forEach(one -> page.line(1, one.text("kind"), one.text("name"), one.text("namespace")));
    }
}
