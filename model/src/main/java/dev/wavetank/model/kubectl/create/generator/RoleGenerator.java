package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rules of {@code create role} and {@code create clusterrole} (kubectl/pkg/cmd/create, create_role.go and
 * create_clusterrole.go, v1.32).
 */
public final class RoleGenerator {

    private static final String API_VERSION = "rbac.authorization.k8s.io/v1";
    private static final String EVERYTHING = "*";
    private static final List<String> VERBS = List.of(
            "*",
            "get",
            "delete",
            "list",
            "create",
            "update",
            "patch",
            "watch",
            "proxy",
            "deletecollection",
            "use",
            "bind",
            "escalate",
            "impersonate");
    private static final List<String> PATH_VERBS =
            List.of("*", "get", "post", "put", "delete", "patch", "head", "options");

    private final Session session;
    private final Invocation line;
    private final List<String> verbs;
    private final List<Wanted> resources = new ArrayList<>();

    /**
     * A resource as the user wrote it, {@code RESOURCE[.GROUP][/SUBRESOURCE]}.
     *
     * @param known what the server has under this name; plural and group as written when it has nothing
     */
    private record Wanted(String resource, String group, String subresource, ResourceType known, boolean isServed) {

        String path() {
            return subresource.isEmpty() ? known.plural() : known.plural() + "/" + subresource;
        }
    }

    public RoleGenerator(Session session) {
        this.session = session;
        this.line = session.line();
        List<String> given = line.list(Flag.VERB).stream().distinct().toList();
        this.verbs = given.contains(EVERYTHING) ? List.of(EVERYTHING) : given;
        for (String text : line.list(Flag.RESOURCE)) {
            Wanted wanted = wanted(text);
            if (text.equals(EVERYTHING)) {
                resources.clear();
                resources.add(wanted);
                break;
            }
            resources.add(wanted);
        }
    }

    private Wanted wanted(String text) {
        String[] sections = text.split("/", 2);
        String[] parts = sections[0].split("\\.", 2);
        String group = parts.length == 2 ? parts[1] : "";
        String subresource = sections.length == 2 ? sections[1] : "";
        try {
            ResourceType known = session.resources().types(sections[0]).get(0);
            return new Wanted(parts[0], group, subresource, known, true);
        } catch (UsageException unknown) {
            ResourceType asWritten = new ResourceType(group, "", "", parts[0], false);
            return new Wanted(parts[0], group, subresource, asWritten, false);
        }
    }

    /** A Role. */
    public Map<String, Object> role() {
        Map<String, Object> role = Trees.namespaced(session, API_VERSION, "Role");
        requireVerbs();
        warnOfVerbs();
        if (resources.isEmpty()) {
            throw new UsageException("at least one resource must be specified");
        }
        resources.forEach(this::check);
        role.put("rules", rules());
        return role;
    }

    /** A ClusterRole, with rules of its own or those of others. */
    public Map<String, Object> clusterRole() {
        Map<String, Object> role = Trees.clusterWide(session, API_VERSION, "ClusterRole");
        List<String> paths = line.list(Flag.NON_RESOURCE_URL);
        Map<String, Object> aggregated = aggregated();
        if (!aggregated.isEmpty()) {
            if (!paths.isEmpty() || !verbs.isEmpty() || !resources.isEmpty() || !names().isEmpty()) {
                throw new UsageException("aggregation rule must be specified without nonResourceURLs, verbs, resources"
                        + " or resourceNames");
            }
            role.put("aggregationRule", Trees.of("clusterRoleSelectors", List.of(Trees.of("matchLabels", aggregated))));
            return role;
        }
        requireVerbs();
        if (resources.isEmpty() && paths.isEmpty()) {
            throw new UsageException("one of resource or nonResourceURL must be specified");
        }
        if (!resources.isEmpty()) {
            warnOfVerbs();
            resources.forEach(this::check);
        }
        paths.forEach(this::checkPath);
        List<Object> rules = rules();
        if (!paths.isEmpty()) {
            rules.add(Trees.of("nonResourceURLs", paths.stream().distinct().toList(), "verbs", verbs));
        }
        role.put("rules", rules);
        return role;
    }

    private Map<String, Object> aggregated() {
        Map<String, Object> labels = new LinkedHashMap<>();
        for (String given : line.each(Flag.AGGREGATION_RULE)) {
            for (String label : given.split(",")) {
                int equals = label.indexOf('=');
                if (equals < 0) {
                    throw new UsageException("invalid argument \"" + given
                            + "\" for \"--aggregation-rule\" flag: malformed pair, expect string=string");
                }
                labels.put(label.substring(0, equals), label.substring(equals + 1));
            }
        }
        return labels;
    }

    private void requireVerbs() {
        if (verbs.isEmpty()) {
            throw new UsageException("at least one verb must be specified");
        }
    }

    private void warnOfVerbs() {
        verbs.stream()
                .filter(verb -> !VERBS.contains(verb))
                .forEach(verb -> session.warn("'" + verb + "' is not a standard resource verb"));
    }

    private void check(Wanted wanted) {
        if (wanted.resource().isEmpty()) {
            throw new UsageException("resource must be specified if apiGroup/subresource specified");
        }
        if (wanted.resource().equals(EVERYTHING)) {
            return;
        }
        boolean known = wanted.isServed();
        String plural = wanted.known().plural();
        String group = wanted.known().group();
        for (String verb : verbs) {
            List<String> possible = possible(verb);
            if (possible.contains(plural + "." + group)) {
                known = true;
            } else if (!possible.isEmpty()) {
                throw new UsageException("can not perform '" + verb + "' on '" + plural + "' in group '" + group + "'");
            }
        }
        if (!known) {
            String where = wanted.group().isEmpty() ? "" : " in group \"" + wanted.group() + "\"";
            throw new UsageException("the server doesn't have a resource type \"" + wanted.resource() + "\"" + where);
        }
    }

    /** The resources, with their groups, on which a special verb means something; empty for all other verbs. */
    private static List<String> possible(String verb) {
        return switch (verb) {
            case "use" -> List.of("podsecuritypolicies.policy", "podsecuritypolicies.extensions");
            case "bind", "escalate" ->
                List.of("roles.rbac.authorization.k8s.io", "clusterroles.rbac.authorization.k8s.io");
            case "impersonate" -> List.of("users.", "serviceaccounts.", "groups.", "userextras.authentication.k8s.io");
            default -> List.of();
        };
    }

    private void checkPath(String path) {
        for (String verb : verbs) {
            if (!PATH_VERBS.contains(verb)) {
                throw new UsageException("invalid verb: '" + verb + "' for nonResourceURL");
            }
        }
        if (path.equals(EVERYTHING)) {
            return;
        }
        if (!path.startsWith("/")) {
            throw new UsageException("nonResourceURL should start with /");
        }
        if (path.substring(0, path.length() - 1).contains(EVERYTHING)) {
            throw new UsageException("nonResourceURL only supports wildcard matches when '*' is at the end");
        }
    }

    /** One rule for each API group. */
    private List<Object> rules() {
        Map<String, List<String>> byGroup = new TreeMap<>();
        for (Wanted wanted : resources) {
            List<String> paths = byGroup.computeIfAbsent(wanted.known().group(), group -> new ArrayList<>());
            if (!paths.contains(wanted.path())) {
                paths.add(wanted.path());
            }
        }
        List<Object> rules = new ArrayList<>();
        byGroup.forEach((group, paths) -> {
            Map<String, Object> rule = Trees.of("apiGroups", List.of(group), "resources", paths, "verbs", verbs);
            if (!names().isEmpty()) {
                rule.put("resourceNames", names());
            }
            rules.add(rule);
        });
        return rules;
    }

    private List<String> names() {
        return line.each(Flag.RESOURCE_NAME).stream().distinct().toList();
    }
}
