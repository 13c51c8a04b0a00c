package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.NaiveRbac;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;

/**
 * Who may do what, as seen from outside: a random request of a random principal is answered with 403 exactly when an
 * evaluator that only knows the documentation of RBAC says so; 200 questions under each of 50 sets of rules.
 */
class ChainAuthorizationProperties {

    private static final int QUESTIONS = 200;
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final List<String> NAMES = List.of("x", "y");
    private static final List<String> NAMESPACES = List.of("default", "kube-system");
    private static final List<String> PATHS =
            List.of("/healthz", "/healthz/ping", "/version", "/api", "/apis", "/metrics", "/nope", "/api/v1", "/");
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE");
    private static final List<Kind> KINDS = List.of(
            new Kind("", "configmaps", "", true),
            new Kind("", "secrets", "", true),
            new Kind("", "pods", "", true),
            new Kind("", "pods", "log", true),
            new Kind("", "pods", "status", true),
            new Kind("", "pods", "binding", true),
            new Kind("", "pods", "exec", true),
            new Kind("", "nodes", "", false),
            new Kind("", "namespaces", "", false),
            new Kind("apps", "deployments", "", true),
            new Kind("apps", "deployments", "scale", true),
            new Kind("apps", "unknowns", "", true));

    /** A resource, perhaps with a subresource. */
    private record Kind(String group, String plural, String subresource, boolean namespaced) {

        String rule() {
            return subresource.isEmpty() ? plural : plural + "/" + subresource;
        }
    }

    /** What is asked over the wire, and what that is in the words of rules. */
    private record Question(HttpRequest request, List<Attributes> needed) {}

    private RandomStream random;
    private List<User> users;

    @Property(tries = 50, shrinking = ShrinkingMode.OFF)
    void the_whole_server_forbids_what_no_rule_permits_and_nothing_else(@ForAll long seed) {
        random = RandomStream.of(seed, "chain");
        users = principals();
        List<KubernetesObject> rules = rules();
        Wire wire = new Wire(config(), rules);
        int allowed = 0;
        for (int i = 0; i < QUESTIONS; i++) {
            Question question = question();
            boolean permitted = question.needed().stream().allMatch(needed -> NaiveRbac.allows(needed, rules));
            HttpResponse response = wire.send(question.request());
            assertThat(response.code() == 403)
                    .as(() -> "seed " + seed + ": " + question.request().method() + " "
                            + question.request().path() + "?"
                            + question.request().query() + " "
                            + question.request().headers() + " needs " + question.needed() + " under " + rules
                            + ", answered " + response.code() + " " + response.body())
                    .isEqualTo(!permitted);
            allowed += permitted ? 1 : 0;
        }
        boolean some = allowed > QUESTIONS / 20;
        // Both answers are common, or the comparison says nothing.
        Statistics.label("more than one of twenty permitted")
                .collect(some)
                .coverage(coverage -> coverage.check(true).percentage(share -> share > 30));
    }

    private ApiServerConfig config() {
        Map<String, User> tokens = new LinkedHashMap<>();
        users.forEach(user -> tokens.put("token-" + tokens.size(), user));
        return ApiServerConfig.DEFAULT.withTokens(tokens).withAuthorization(AuthorizationConfig.of("RBAC"));
    }

    private List<User> principals() {
        List<User> all = new ArrayList<>();
        for (String name : List.of("alice", "bob", "carol")) {
            all.add(new User(name, random.nextInt(2) == 0 ? List.of() : List.of(pick(List.of("devs", "ops")))));
        }
        all.add(User.serviceAccount("default", "robot", ""));
        all.add(User.serviceAccount("kube-system", "robot", ""));
        return all;
    }

    private Question question() {
        int who = random.nextInt(users.size() + 1);
        boolean anonymous = who == users.size();
        User user = anonymous ? User.ANONYMOUS : users.get(who).with(User.AUTHENTICATED);
        Map<String, String> headers = new LinkedHashMap<>();
        if (!anonymous) {
            headers.put("Authorization", "Bearer token-" + who);
        }
        List<Attributes> needed = new ArrayList<>();
        if (random.nextInt(4) == 0) {
            user = impersonated(user, headers, needed);
        }
        return random.nextInt(5) == 0 ? ofPath(user, headers, needed) : ofResource(user, headers, needed);
    }

    /** The user whom another one acts as; for every name and group there has to be a right. */
    private User impersonated(User user, Map<String, String> headers, List<Attributes> needed) {
        if (random.nextInt(2) == 0) {
            String namespace = pick(NAMESPACES);
            headers.put("Impersonate-User", User.serviceAccountName(namespace, "robot"));
            needed.add(impersonation(user, "serviceaccounts", namespace, "robot"));
            return User.serviceAccount(namespace, "robot", "").with(User.AUTHENTICATED);
        }
        String name = pick(List.of("alice", "bob", "nobody"));
        headers.put("Impersonate-User", name);
        needed.add(impersonation(user, "users", "", name));
        List<String> groups = new ArrayList<>();
        if (random.nextInt(2) == 0) {
            groups.add(pick(List.of("devs", "ops")));
            headers.put("Impersonate-Group", groups.get(0));
            needed.add(impersonation(user, "groups", "", groups.get(0)));
        }
        return new User(name, groups).with(User.AUTHENTICATED);
    }

    private static Attributes impersonation(User user, String plural, String namespace, String name) {
        return new Attributes(
                user,
                "impersonate",
                new Attributes.Resource("", "v1", plural, "", namespace, name, Collections.emptyMap()));
    }

    private Question ofPath(User user, Map<String, String> headers, List<Attributes> needed) {
        String path = pick(PATHS);
        needed.add(new Attributes(user, "get", new Attributes.Path(path)));
        return new Question(HttpRequest.of("GET", path, headers, ""), needed);
    }

    private Question ofResource(User user, Map<String, String> headers, List<Attributes> needed) {
        Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        String method = pick(METHODS);
        boolean single = !kind.subresource().isEmpty() || !method.equals("POST") && random.nextInt(2) == 0;
        String namespace = kind.namespaced() && (single || random.nextInt(3) > 0) ? pick(NAMESPACES) : "";
        String name = single ? pick(NAMES) : "";
        boolean watch = !single && method.equals("GET") && random.nextInt(3) == 0;
        StringBuilder path = new StringBuilder(kind.group().isEmpty() ? "/api/v1" : "/apis/" + kind.group() + "/v1");
        path.append(namespace.isEmpty() ? "" : "/namespaces/" + namespace)
                .append('/')
                .append(kind.plural());
        path.append(single ? "/" + name : "").append(kind.subresource().isEmpty() ? "" : "/" + kind.subresource());
        String query = "";
        String asked = name;
        if (watch) {
            query = "?watch=1&timeoutSeconds=1";
        } else if (!single && method.equals("GET") && random.nextInt(3) == 0) {
            asked = pick(NAMES);
            query = "?fieldSelector=metadata.name%3D" + asked;
        }
        // A namespace is looked upon as living in itself.
        String home = kind.plural().equals("namespaces") && single ? name : namespace;
        needed.add(new Attributes(
                user,
                verb(method, single, watch),
                new Attributes.Resource(
                        kind.group(), "v1", kind.plural(), kind.subresource(), home, asked, Collections.emptyMap())));
        return new Question(HttpRequest.of(method, path + query, headers, ""), needed);
    }

    private static String verb(String method, boolean single, boolean watch) {
        return switch (method) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> single ? "delete" : "deletecollection";
            default -> watch ? "watch" : single ? "get" : "list";
        };
    }

    private List<KubernetesObject> rules() {
        List<KubernetesObject> rules = new ArrayList<>();
        for (int number = 0; number < 30; number++) {
            boolean cluster = random.nextInt(3) > 0;
            rules.add(role(cluster, "r" + number));
            rules.add(binding("b" + number, number));
        }
        return rules;
    }

    private KubernetesObject role(boolean cluster, String name) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            list.add(rule());
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rules", list);
        Map<String, String> labels = new LinkedHashMap<>();
        if (cluster && random.nextInt(3) == 0) {
            labels.put("to", pick(List.of("1", "2")));
        }
        if (cluster && random.nextInt(4) == 0) {
            Map<String, Object> selector = Map.of("matchLabels", Map.of("to", pick(List.of("1", "2"))));
            fields.put("aggregationRule", Map.of("clusterRoleSelectors", List.of(selector)));
        }
        return object(cluster ? "ClusterRole" : "Role", name, labels, fields);
    }

    private Map<String, Object> rule() {
        Map<String, Object> rule = new LinkedHashMap<>();
        if (random.nextInt(5) == 0) {
            rule.put("verbs", some(List.of("get", "post", "*")));
            List<String> urls = new ArrayList<>(PATHS);
            urls.addAll(List.of("/healthz/*", "/api*", "*"));
            rule.put("nonResourceURLs", some(urls));
            return rule;
        }
        if (random.nextInt(5) == 0) {
            rule.put("verbs", List.of("impersonate"));
            rule.put("apiGroups", some(List.of("", "*")));
            rule.put("resources", some(List.of("users", "groups", "serviceaccounts", "*")));
        } else {
            rule.put(
                    "verbs",
                    some(List.of(
                            "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "*")));
            rule.put("apiGroups", some(List.of("", "", "apps", "*")));
            List<String> resources =
                    new ArrayList<>(KINDS.stream().map(Kind::rule).toList());
            resources.addAll(List.of("*", "*/scale", "*/status", "pods/*"));
            rule.put("resources", some(resources));
        }
        if (random.nextInt(3) == 0) {
            rule.put("resourceNames", some(List.of("x", "y", "alice", "devs", "robot")));
        }
        return rule;
    }

    private KubernetesObject binding(String name, int role) {
        boolean cluster = random.nextInt(2) == 0;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(
                "roleRef",
                Map.of(
                        "apiGroup",
                        GROUP,
                        "kind",
                        cluster || random.nextInt(2) == 0 ? "ClusterRole" : "Role",
                        "name",
                        "r" + role));
        List<Object> subjects = new ArrayList<>();
        for (int i = random.nextInt(2); i >= 0; i--) {
            subjects.add(subject());
        }
        fields.put("subjects", subjects);
        return object(cluster ? "ClusterRoleBinding" : "RoleBinding", name, Map.of(), fields);
    }

    private Map<String, Object> subject() {
        return switch (random.nextInt(4)) {
            case 0 -> Map.of("apiGroup", GROUP, "kind", "User", "name", pick(List.of("alice", "bob", "nobody")));
            case 1 -> Map.of("kind", "ServiceAccount", "name", "robot", "namespace", pick(NAMESPACES));
            case 2 ->
                Map.of(
                        "apiGroup",
                        GROUP,
                        "kind",
                        "Group",
                        "name",
                        pick(List.of(
                                "system:serviceaccounts", "system:serviceaccounts:default", "system:unauthenticated")));
            default ->
                Map.of("apiGroup", GROUP, "kind", "Group", "name", pick(List.of("devs", "ops", User.AUTHENTICATED)));
        };
    }

    private KubernetesObject object(String kind, String name, Map<String, String> labels, Map<String, Object> fields) {
        return new GenericObject(
                GROUP + "/v1",
                kind,
                ObjectMetaBuilder.builder()
                        .name(name)
                        .namespace(kind.startsWith("Cluster") ? null : pick(NAMESPACES))
                        .labels(labels)
                        .build(),
                fields);
    }

    private List<String> some(List<String> all) {
        List<String> some = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            some.add(pick(all));
        }
        return some;
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
