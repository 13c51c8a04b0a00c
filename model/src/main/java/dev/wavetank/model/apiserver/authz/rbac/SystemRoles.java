package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.rbac.AggregatedRules;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The roles and bindings that every cluster has from the beginning, for its components and for people; the facts are in
 * {@code system-roles.txt}, which describes its own format.
 */
public final class SystemRoles {

    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String FILE = "system-roles.txt";
    private static final String WITH = "with=";
    private static final String AGGREGATION_RULE = "aggregationRule";
    private static final String OF_CONTROLLERS = "system:controller:";

    private final List<KubernetesObject> objects = new ArrayList<>();
    private List<Object> rules = new ArrayList<>();
    /** Fields of the roles that select others, by their names. */
    private final Map<String, Map<String, Object>> aggregating = new LinkedHashMap<>();

    private final KubernetesVersion version;

    private SystemRoles(KubernetesVersion version) {
        this.version = version;
    }

    /** Read once: they are immutable and the same for every run. */
    private static final class Lazy {
        private static final PerVersion<List<KubernetesObject>> OBJECTS = new PerVersion<>(SystemRoles::read);
    }

    /** The objects of the default version, without uid and creation time. */
    public static List<KubernetesObject> objects() {
        return objects(KubernetesVersion.DEFAULT);
    }

    /** The objects of a version, without uid and creation time. */
    public static List<KubernetesObject> objects(KubernetesVersion version) {
        return Lazy.OBJECTS.of(version);
    }

    private static List<KubernetesObject> read(KubernetesVersion version) {
        SystemRoles roles = new SystemRoles(version);
        var stream = Objects.requireNonNull(SystemRoles.class.getResourceAsStream(FILE), FILE);
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().forEach(roles::read);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        roles.aggregateAll();
        return Collections.unmodifiableList(roles.objects);
    }

    /**
     * Roles and bindings of programs outside Kubernetes, in the format of the file.
     *
     * @param text lines of that format
     */
    public static List<KubernetesObject> of(String text, KubernetesVersion version) {
        SystemRoles roles = new SystemRoles(version);
        text.lines().forEach(roles::read);
        // They are nobody's defaults.
        return roles.objects.stream()
                .map(one -> one.withMetadata(ObjectMetaBuilder.builder(one.metadata())
                        .labels(Collections.emptyMap())
                        .annotations(Collections.emptyMap())
                        .build()))
                .toList();
    }

    /** The rules of one of the ClusterRoles. */
    public static List<Rule> rulesOf(String clusterRole) {
        for (KubernetesObject object : objects()) {
            if (object.kind().equals("ClusterRole")
                    && clusterRole.equals(object.metadata().name())) {
                return RbacReader.role(object).rules();
            }
        }
        throw new IllegalArgumentException(FILE + " has no ClusterRole '" + clusterRole + "'");
    }

    /** The resources of RBAC, in the order in which a server should learn of them: roles before bindings. */
    public static List<ResourceType> resources() {
        return List.of(
                new ResourceType(GROUP, "v1", "ClusterRole", "clusterroles", false),
                new ResourceType(GROUP, "v1", "Role", "roles", true),
                new ResourceType(GROUP, "v1", "ClusterRoleBinding", "clusterrolebindings", false),
                new ResourceType(GROUP, "v1", "RoleBinding", "rolebindings", true));
    }

    private void read(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith(" ")) {
            List<String> rule = List.of(line.strip().split(" "));
            boolean isOptional = rule.get(0).startsWith(WITH);
            if (!isOptional || version.has(Feature.valueOf(rule.get(0).substring(WITH.length())))) {
                rules.add(rule(rule.subList(isOptional ? 1 : 0, rule.size()).toArray(String[]::new)));
            }
            return;
        }
        String[] words = line.split(" ");
        switch (words[0]) {
            case "role" -> role(words);
            case "controller" -> controller(words[1]);
            case "aggregate" -> aggregate(words);
            case "bind" -> bind(List.of(words));
            default -> throw new IllegalStateException(FILE + ": no line begins with '" + words[0] + "'");
        }
    }

    private void role(String[] words) {
        boolean namespaced = words.length > 2 && words[2].equals("in");
        String label = words.length > 2 && !namespaced ? words[2] : null;
        addRole(namespaced ? words[3] : null, words[1], label);
    }

    private Map<String, Object> addRole(String namespace, String name, String label) {
        rules = new ArrayList<>();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rules", rules);
        add(namespace == null ? "ClusterRole" : "Role", namespace, name, label, fields);
        return fields;
    }

    private void controller(String name) {
        String role = OF_CONTROLLERS + name;
        addRole(null, role, null);
        addBinding(null, role, role, List.of("ServiceAccount=kube-system/" + name));
    }

    private void aggregate(String[] words) {
        Map<String, Object> fields = addRole(null, words[1], words.length > 4 ? words[4] : null);
        fields.put(AGGREGATION_RULE, map("clusterRoleSelectors", List.of(map("matchLabels", label(words[3])))));
        aggregating.put(words[1], fields);
    }

    /**
     * Gives the roles that select others the rules of those: a controller has written them long ago. Before there was
     * that controller they had these rules themselves, and the others were not there.
     */
    private void aggregateAll() {
        List<GenericObject> roles = objects.stream()
                .filter(one -> one.kind().equals("ClusterRole"))
                .sorted(Comparator.comparing(one -> one.key().name()))
                .map(GenericObject.class::cast)
                .toList();
        // From view over edit to admin: each has the rules of the one before.
        for (String name : List.of("view", "edit", "admin")) {
            GenericObject role = roles.stream()
                    .filter(one -> name.equals(one.key().name()))
                    .findFirst()
                    .orElseThrow();
            aggregating.get(name).put("rules", AggregatedRules.of(role, roles));
        }
        if (!version.has(Feature.CLUSTER_ROLE_AGGREGATION)) {
            aggregating.values().forEach(fields -> fields.remove(AGGREGATION_RULE));
            objects.removeIf(one -> String.valueOf(one.metadata().name()).startsWith("system:aggregate-to-"));
            objects.replaceAll(one -> aggregating.containsKey(one.key().name())
                    ? one.withMetadata(one.metadata()
                            .withLabels(Collections.singletonMap("kubernetes.io/bootstrapping", "rbac-defaults")))
                    : one);
        }
    }

    private void bind(List<String> words) {
        int to = words.indexOf("to");
        int in = words.indexOf("in");
        int of = words.indexOf("of");
        String role = of > 0 ? words.get(of + 1) : words.get(1);
        addBinding(in > 0 ? words.get(in + 1) : null, words.get(1), role, words.subList(to + 1, words.size()));
    }

    private void addBinding(String namespace, String name, String role, List<String> subjects) {
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("apiGroup", GROUP);
        reference.put("kind", namespace == null ? "ClusterRole" : "Role");
        reference.put("name", role);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("roleRef", reference);
        if (!subjects.isEmpty()) {
            fields.put("subjects", subjects.stream().map(SystemRoles::subject).toList());
        }
        add(namespace == null ? "ClusterRoleBinding" : "RoleBinding", namespace, name, null, fields);
    }

    private static Object subject(String text) {
        String[] parts = text.split("[=/]");
        Map<String, Object> subject = new LinkedHashMap<>();
        if (parts.length == 3) {
            subject.put("kind", parts[0]);
            subject.put("name", parts[2]);
            subject.put("namespace", parts[1]);
        } else {
            subject.put("apiGroup", GROUP);
            subject.put("kind", parts[0]);
            subject.put("name", parts[1]);
        }
        return subject;
    }

    private static Map<String, Object> rule(String[] words) {
        Map<String, Object> rule = new LinkedHashMap<>();
        if (words[0].equals("events")) {
            rule.put("apiGroups", List.of("", "events.k8s.io"));
            rule.put("resources", List.of("events"));
            rule.put("verbs", List.of("create", "patch", "update"));
            return rule;
        }
        if (words[1].equals("path")) {
            rule.put("nonResourceURLs", List.of(words[2].split(",")));
        } else {
            rule.put(
                    "apiGroups",
                    List.of(words[1].split(",")).stream()
                            .map(group -> group.equals("core") ? "" : group)
                            .toList());
            rule.put("resources", List.of(words[2].split(",")));
        }
        if (words.length > 3) {
            rule.put("resourceNames", List.of(words[3].split(",")));
        }
        rule.put("verbs", verbs(words[0]));
        return rule;
    }

    private static List<String> verbs(String text) {
        List<String> verbs = new ArrayList<>();
        for (String verb : text.split(",")) {
            switch (verb) {
                case "read" -> verbs.addAll(List.of("get", "list", "watch"));
                case "write" -> verbs.addAll(List.of("create", "delete", "deletecollection", "patch", "update"));
                default -> verbs.add(verb);
            }
        }
        return verbs;
    }

    private void add(String kind, String namespace, String name, String label, Map<String, Object> fields) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("kubernetes.io/bootstrapping", "rbac-defaults");
        if (label != null) {
            label(label).forEach((key, value) -> labels.put(key, (String) value));
        }
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("rbac.authorization.kubernetes.io/autoupdate", "true");
        objects.add(new GenericObject(
                GROUP + "/v1",
                kind,
                ObjectMetaBuilder.builder()
                        .name(name)
                        .namespace(namespace)
                        .labels(labels)
                        .annotations(annotations)
                        .build(),
                fields));
    }

    private static Map<String, Object> label(String name) {
        return map(GROUP + "/" + name, "true");
    }

    private static Map<String, Object> map(String key, Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(key, value);
        return map;
    }
}
