package dev.wavetank.model.apiserver.authz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.RbacAuthorizer;
import dev.wavetank.model.apiserver.authz.rbac.RbacIndex;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;

/** RBAC decisions are those of an evaluator that scans everything, written for this test alone. */
class RbacProperties {

    private static final List<String> NAMESPACES = List.of("a", "b");
    private static final List<String> GROUPS = List.of("", "apps");
    private static final List<String> RESOURCES = List.of("pods", "pods/log", "pods/exec", "secrets", "deployments");
    private static final List<String> VERBS = List.of("get", "list", "create", "impersonate");
    private static final List<String> NAMES = List.of("", "x", "y");
    private static final List<String> PATHS = List.of("/", "/healthz", "/healthz/ping", "/metrics", "/api/v1");
    private static final List<String> SUBJECTS =
            List.of("alice", "bob", "system:serviceaccount:a:robot", "devs", "ops");

    private RandomStream random;

    @Property(tries = 1000)
    void the_index_decides_like_a_scan_of_all_objects(@ForAll long seed) {
        random = RandomStream.of(seed, "rbac");
        List<KubernetesObject> objects = new ArrayList<>();
        RbacIndex index = new RbacIndex();
        for (int step = 5 + random.nextInt(40); step >= 0; step--) {
            change(objects, index);
        }
        RbacAuthorizer authorizer = new RbacAuthorizer(index);
        for (int i = 0; i < 10; i++) {
            Attributes question = question();
            boolean allowed = authorizer.decide(question).isAllowed();
            // Both answers must be common, or the comparison says nothing.
            Statistics.label("allowed")
                    .collect(allowed)
                    .coverage(coverage -> coverage.check(true).percentage(share -> share > 5 && share < 95));
            assertThat(allowed).as("%s by %s", question, objects).isEqualTo(NaiveRbac.allows(question, objects));
        }
    }

    private void change(List<KubernetesObject> objects, RbacIndex index) {
        if (!objects.isEmpty() && random.nextInt(8) == 0) {
            index.forget(objects.remove(random.nextInt(objects.size())));
            return;
        }
        KubernetesObject made = random.nextInt(2) == 0 ? role() : binding();
        objects.removeIf(
                other -> other.kind().equals(made.kind()) && other.key().equals(made.key()));
        objects.add(made);
        index.observe(made);
    }

    private KubernetesObject role() {
        boolean cluster = random.nextInt(2) == 0;
        Map<String, Object> fields = new LinkedHashMap<>();
        List<Object> rules = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            rules.add(rule());
        }
        fields.put("rules", rules);
        Map<String, String> labels = new LinkedHashMap<>();
        if (cluster && random.nextInt(3) == 0) {
            labels.put("to", pick(List.of("1", "2")));
        }
        if (cluster && random.nextInt(4) == 0) {
            Map<String, Object> selector = Map.of("matchLabels", Map.of("to", pick(List.of("1", "2"))));
            fields.put("aggregationRule", Map.of("clusterRoleSelectors", List.of(selector)));
        }
        return object(cluster ? "ClusterRole" : "Role", cluster ? null : pick(NAMESPACES), labels, fields);
    }

    private Map<String, Object> rule() {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("verbs", some(VERBS, true));
        if (random.nextInt(4) == 0) {
            rule.put("nonResourceURLs", some(List.of("/", "/healthz", "/healthz/*", "/met*", "/api/*"), true));
            return rule;
        }
        rule.put("apiGroups", some(GROUPS, true));
        List<String> resources = new ArrayList<>(RESOURCES);
        resources.addAll(List.of("*/log", "pods/*", "/log", "*/exec"));
        rule.put("resources", some(resources, true));
        if (random.nextInt(3) == 0) {
            rule.put("resourceNames", some(NAMES, false));
        }
        return rule;
    }

    private KubernetesObject binding() {
        boolean cluster = random.nextInt(2) == 0;
        Map<String, Object> fields = new LinkedHashMap<>();
        String kind = cluster || random.nextInt(2) == 0 ? "ClusterRole" : "Role";
        fields.put("roleRef", Map.of("kind", kind, "name", "n" + random.nextInt(4)));
        List<Object> subjects = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (random.nextInt(4)) {
                case 0 -> subjects.add(Map.of("kind", "Group", "name", pick(SUBJECTS)));
                case 1 -> subjects.add(Map.of("kind", "ServiceAccount", "name", "robot"));
                case 2 -> subjects.add(Map.of("kind", "ServiceAccount", "name", "robot", "namespace", "a"));
                default -> subjects.add(Map.of("kind", "User", "name", pick(SUBJECTS)));
            }
        }
        fields.put("subjects", subjects);
        return object(
                cluster ? "ClusterRoleBinding" : "RoleBinding", cluster ? null : pick(NAMESPACES), Map.of(), fields);
    }

    private KubernetesObject object(
            String kind, String namespace, Map<String, String> labels, Map<String, Object> fields) {
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .name("n" + random.nextInt(4))
                .namespace(namespace)
                .labels(labels)
                .build();
        return new GenericObject("rbac.authorization.k8s.io/v1", kind, metadata, fields);
    }

    private Attributes question() {
        User user = new User(pick(SUBJECTS), random.nextInt(2) == 0 ? List.of() : some(SUBJECTS, false));
        if (random.nextInt(5) == 0) {
            return new Attributes(user, pick(VERBS), new Attributes.Path(pick(PATHS)));
        }
        String[] path = pick(RESOURCES).split("/");
        String namespace = pick(List.of("", "a", "b"));
        return new Attributes(
                user,
                pick(VERBS),
                new Attributes.Resource(
                        pick(GROUPS), "v1", path[0], path.length > 1 ? path[1] : "", namespace, pick(NAMES), Map.of()));
    }

    private List<String> some(List<String> all, boolean wildcard) {
        List<String> some = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            some.add(wildcard && random.nextInt(5) == 0 ? "*" : pick(all));
        }
        return some;
    }

    private String pick(List<String> all) {
        return all.get(random.nextInt(all.size()));
    }
}
