package dev.wavetank.model.apiserver.invariants;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * A role or a binding that an administrator stores or deletes.
 *
 * @param pause before it, in nanoseconds
 * @param stores whether it is stored; otherwise it is deleted
 * @param object the role or binding
 */
record RoleChange(long pause, boolean stores, KubernetesObject object) {

    private static final String GROUP = "rbac.authorization.k8s.io";

    static Arbitrary<RoleChange> any() {
        return Combinators.combine(
                        Storms.millis(1, 300),
                        Arbitraries.of(true, true, false),
                        Arbitraries.oneOf(roles(), roles(), bindings()))
                .as(RoleChange::new);
    }

    private static Arbitrary<KubernetesObject> roles() {
        Arbitrary<Map<String, Object>> rules = Combinators.combine(
                        some("get", "create", "update", "patch", "delete", "*"),
                        some("configmaps", "configmaps", "secrets", "*"),
                        some("", "", "apps", "*"),
                        Arbitraries.of(List.of(), List.of(), List.of("a"), List.of("b")))
                .as((verbs, resources, groups, names) -> {
                    Map<String, Object> rule = fields("verbs", verbs, "resources", resources);
                    rule.put("apiGroups", groups);
                    if (!names.isEmpty()) {
                        rule.put("resourceNames", names);
                    }
                    return rule;
                });
        return Combinators.combine(
                        Arbitraries.of("Role", "ClusterRole"),
                        Arbitraries.of("r1", "r2"),
                        rules.list().ofMinSize(1).ofMaxSize(2))
                .as((kind, name, list) -> object(kind, name, fields("rules", list)));
    }

    private static Arbitrary<KubernetesObject> bindings() {
        Arbitrary<Map<String, Object>> subjects = Arbitraries.of(
                subject("User", "alice"),
                subject("User", "bob"),
                subject("Group", "devs"),
                subject("Group", "system:authenticated"));
        return Combinators.combine(
                        Arbitraries.of("RoleBinding", "ClusterRoleBinding"),
                        Arbitraries.of("b1", "b2"),
                        Arbitraries.of("Role", "ClusterRole"),
                        Arbitraries.of("r1", "r2"),
                        subjects)
                .as((kind, name, roleKind, role, subject) -> {
                    String held = kind.equals("ClusterRoleBinding") ? "ClusterRole" : roleKind;
                    Map<String, Object> reference = fields("apiGroup", GROUP, "kind", held);
                    reference.put("name", role);
                    return object(kind, name, fields("roleRef", reference, "subjects", List.of(subject)));
                });
    }

    private static Arbitrary<List<String>> some(String... values) {
        return Arbitraries.of(values).list().ofMinSize(1).ofMaxSize(3);
    }

    private static Map<String, Object> subject(String kind, String name) {
        Map<String, Object> subject = fields("apiGroup", GROUP, "kind", kind);
        subject.put("name", name);
        return subject;
    }

    private static KubernetesObject object(String kind, String name, Map<String, Object> fields) {
        String namespace = kind.startsWith("Cluster") ? null : "default";
        return new GenericObject(GROUP + "/v1", kind, ObjectMeta.named(namespace, name), fields);
    }

    private static Map<String, Object> fields(String name, Object value, String other, Object second) {
        Map<String, Object> fields = fields(name, value);
        fields.put(other, second);
        return fields;
    }

    private static Map<String, Object> fields(String name, Object value) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(name, value);
        return fields;
    }

    @Override
    public String toString() {
        GenericObject generic = (GenericObject) object;
        return "after " + VirtualTime.span(pause) + (stores ? " store " : " delete ") + generic.kind() + " "
                + generic.metadata().name() + " " + generic.other();
    }
}
