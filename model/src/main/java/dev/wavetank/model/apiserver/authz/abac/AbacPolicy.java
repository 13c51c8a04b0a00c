package dev.wavetank.model.apiserver.authz.abac;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Attributes.Path;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import dev.wavetank.sim.text.Suggestion;
import java.util.List;
import java.util.Map;

/**
 * One line of an ABAC policy file ({@code abac.authorization.kubernetes.io/v1beta1}, kind Policy); {@code *} stands for
 * all. The empty string matches nothing, except that a policy may name only a user or only a group.
 *
 * @param user who
 * @param group or whose members; both must match when both are given
 * @param readonly whether only get, list and watch are permitted
 * @param apiGroup of the resource
 * @param namespace of the object
 * @param resource plural name; subresources are not distinguished
 * @param nonResourcePath a path, or the begin of one and {@code *}
 */
record AbacPolicy(
        String user,
        String group,
        boolean readonly,
        String apiGroup,
        String namespace,
        String resource,
        String nonResourcePath) {

    private static final String ALL = "*";
    private static final List<String> FIELDS =
            List.of("user", "group", "readonly", "apiGroup", "namespace", "resource", "nonResourcePath");
    private static final List<String> UNVERSIONED_FIELDS =
            List.of("user", "group", "readonly", "resource", "namespace");

    /** The policy of the versioned form; {@code *} as user or group means everybody who is authenticated. */
    static AbacPolicy of(Map<?, ?> spec) {
        refuseOthers(spec, FIELDS);
        boolean everybody =
                text(spec, "user").equals(ALL) || text(spec, "group").equals(ALL);
        return new AbacPolicy(
                everybody ? "" : text(spec, "user"),
                everybody ? User.AUTHENTICATED : text(spec, "group"),
                Boolean.TRUE.equals(spec.get("readonly")),
                text(spec, "apiGroup"),
                text(spec, "namespace"),
                text(spec, "resource"),
                text(spec, "nonResourcePath"));
    }

    /** The policy of the first form, without version: what is left out matches everything. */
    static AbacPolicy ofUnversioned(Map<?, ?> fields) {
        refuseOthers(fields, UNVERSIONED_FIELDS);
        String user = text(fields, "user");
        String group = text(fields, "group");
        boolean everybody = user.equals(ALL) || group.equals(ALL) || user.isEmpty() && group.isEmpty();
        String namespace = text(fields, "namespace");
        String resource = text(fields, "resource");
        return new AbacPolicy(
                everybody ? "" : user,
                everybody ? User.AUTHENTICATED : group,
                Boolean.TRUE.equals(fields.get("readonly")),
                ALL,
                namespace.isEmpty() ? ALL : namespace,
                resource.isEmpty() ? ALL : resource,
                namespace.isEmpty() && resource.isEmpty() ? ALL : "");
    }

    /** The real server takes fields that it does not know, and the policy then says more, or less, than was meant. */
    private static void refuseOthers(Map<?, ?> fields, List<String> known) {
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            String name = String.valueOf(field.getKey());
            if (!known.contains(name)) {
                throw new IllegalArgumentException(name + ": no such field of a policy: "
                        + Suggestion.question(name, known) + "expected one of " + String.join(", ", known));
            }
            boolean fits = name.equals("readonly") ? field.getValue() instanceof Boolean : field.getValue() instanceof String;
            if (!fits) {
                throw new IllegalArgumentException(
                        name + ": expected " + (name.equals("readonly") ? "true or false" : "text"));
            }
        }
    }

    private static String text(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    boolean permits(Attributes attributes) {
        return isFor(attributes.user()) && (!readonly || attributes.isReadOnly()) && covers(attributes.target());
    }

    private boolean isFor(User asker) {
        if (user.isEmpty() && group.isEmpty()) {
            return false;
        }
        return (user.isEmpty() || user.equals(asker.name())) && (group.isEmpty() || asker.isIn(group));
    }

    private boolean covers(Attributes.Target target) {
        if (target instanceof Resource asked) {
            return covers(namespace, asked.namespace())
                    && covers(resource, asked.plural())
                    && covers(apiGroup, asked.group());
        }
        String path = ((Path) target).path();
        return nonResourcePath.equals(path)
                || nonResourcePath.endsWith(ALL) && path.startsWith(nonResourcePath.replaceAll("\\*+$", ""));
    }

    private static boolean covers(String pattern, String value) {
        return pattern.equals(ALL) || pattern.equals(value);
    }
}
