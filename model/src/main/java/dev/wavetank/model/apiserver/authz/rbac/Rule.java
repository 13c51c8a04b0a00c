package dev.wavetank.model.apiserver.authz.rbac;

import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Attributes.Path;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import dev.wavetank.model.gotext.GoText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a role permits; {@code *} stands for all. A rule is about resources or about other paths.
 *
 * @param apiGroups API groups, the empty string for core
 * @param resources plural names; with a subresource as in {@code pods/binding}, or {@code *}{@code /scale} for that
 *     subresource of all. As in Kubernetes there is no {@code pods/*}
 * @param verbs verbs
 * @param resourceNames names of single objects; none for all
 * @param nonResourceUrls paths such as {@code /healthz}; a {@code *} at the end stands for anything
 */
public record Rule(
        List<String> apiGroups,
        List<String> resources,
        List<String> verbs,
        List<String> resourceNames,
        List<String> nonResourceUrls) {

    private static final String ALL = "*";

    /** A rule about resources. */
    public Rule(List<String> apiGroups, List<String> resources, List<String> verbs, List<String> resourceNames) {
        this(apiGroups, resources, verbs, resourceNames, Collections.emptyList());
    }

    /** A rule about paths that are no resources. */
    public static Rule ofPaths(List<String> verbs, List<String> paths) {
        return new Rule(List.of(), List.of(), verbs, List.of(), paths);
    }

    /** Whether it permits that. */
    public boolean permits(Attributes attributes) {
        if (!contains(verbs, attributes.verb())) {
            return false;
        }
        if (attributes.target() instanceof Resource resource) {
            return contains(apiGroups, resource.group())
                    && permitsResource(resource)
                    && (resourceNames.isEmpty() || resourceNames.contains(resource.name()));
        }
        return permitsPath(((Path) attributes.target()).path());
    }

    private boolean permitsResource(Resource asked) {
        for (String resource : resources) {
            if (resource.equals(ALL) || isPath(resource, asked)) {
                return true;
            }
        }
        return false;
    }

    /** Compares without building the path that is asked for: this is done for every rule of every request. */
    private static boolean isPath(String resource, Resource asked) {
        String plural = asked.plural();
        String subresource = asked.subresource();
        if (subresource.isEmpty()) {
            return resource.equals(plural);
        }
        int end = resource.length() - subresource.length() - 1;
        if (end < 1 || resource.charAt(end) != '/' || !resource.endsWith(subresource)) {
            return false;
        }
        return end == 1 && resource.charAt(0) == '*' || end == plural.length() && resource.startsWith(plural);
    }

    private boolean permitsPath(String path) {
        for (String url : nonResourceUrls) {
            if (coversUrl(url, path)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a path of a rule stands for another path, or for all that another stands for. */
    static boolean coversUrl(String url, String path) {
        return url.equals(ALL) || url.equals(path) || url.endsWith(ALL) && path.startsWith(withoutStars(url));
    }

    private static String withoutStars(String url) {
        int end = url.length();
        while (end > 0 && url.charAt(end - 1) == '*') {
            end--;
        }
        return url.substring(0, end);
    }

    private static boolean contains(List<String> names, String name) {
        for (String each : names) {
            if (each.equals(ALL) || each.equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** How the API server writes a rule in an error text: only what it has, in Go's syntax. */
    public String compact() {
        List<String> parts = new ArrayList<>(5);
        add(parts, "APIGroups", apiGroups);
        add(parts, "Resources", resources);
        add(parts, "NonResourceURLs", nonResourceUrls);
        add(parts, "ResourceNames", resourceNames);
        add(parts, "Verbs", verbs);
        return "{" + String.join(", ", parts) + "}";
    }

    private static void add(List<String> parts, String name, List<String> values) {
        if (!values.isEmpty()) {
            parts.add(name + ":" + GoText.quoted(values));
        }
    }
}
