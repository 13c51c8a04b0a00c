package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All groups, versions and resources in one document ({@code apidiscovery.k8s.io}, since v1.26): what clients that know
 * of it ask {@code /api} and {@code /apis} for.
 */
public final class AggregatedDiscovery {

    /** Kind of the document. */
    public static final String KIND = "APIGroupDiscoveryList";

    private final ServedResources resources;

    /** Discovery of what is served at the time of each question. */
    public AggregatedDiscovery(ServedResources resources) {
        this.resources = resources;
    }

    /**
     * The document.
     *
     * @param core whether it is asked of {@code /api}, which reports the core group only, rather than of {@code /apis}
     * @param version of the document: {@code v2} or {@code v2beta1}
     */
    public Map<String, Object> document(boolean core, String version) {
        List<Object> items = new ArrayList<>();
        for (String group : resources.groups()) {
            if (group.isEmpty() == core) {
                items.add(group(group));
            }
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", KIND);
        tree.put("apiVersion", "apidiscovery.k8s.io/" + version);
        tree.put("metadata", new LinkedHashMap<>());
        tree.put("items", items);
        return tree;
    }

    private Map<String, Object> group(String name) {
        Map<String, List<ServedResource>> byVersion = new LinkedHashMap<>();
        for (ServedResource served : resources.all()) {
            if (served.type().group().equals(name)) {
                byVersion
                        .computeIfAbsent(served.type().version(), missing -> new ArrayList<>())
                        .add(served);
            }
        }
        List<Object> versions = new ArrayList<>();
        byVersion.forEach((version, served) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("version", version);
            one.put("resources", resources(served));
            one.put("freshness", "Current");
            versions.add(one);
        });
        Map<String, Object> metadata = new LinkedHashMap<>();
        if (!name.isEmpty()) {
            metadata.put("name", name);
        }
        metadata.put("creationTimestamp", null);
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("metadata", metadata);
        group.put("versions", versions);
        return group;
    }

    private static List<Object> resources(List<ServedResource> served) {
        Map<String, Map<String, Object>> byPlural = new LinkedHashMap<>();
        for (ServedResource one : served) {
            if (one.subresource().isEmpty()) {
                byPlural.put(one.type().plural(), resource(one));
            }
        }
        for (ServedResource one : served) {
            if (!one.subresource().isEmpty()) {
                @SuppressWarnings("unchecked") // made a few lines above
                List<Object> subresources = (List<Object>)
                        byPlural.get(one.type().plural()).computeIfAbsent("subresources", none -> new ArrayList<>());
                subresources.add(subresource(one));
            }
        }
        return new ArrayList<>(byPlural.values());
    }

    private static Map<String, Object> resource(ServedResource served) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("resource", served.type().plural());
        tree.put("responseKind", responseKind(served));
        tree.put("scope", served.type().namespaced() ? "Namespaced" : "Cluster");
        tree.put("singularResource", served.singular());
        tree.put("verbs", served.verbs());
        if (!served.shortNames().isEmpty()) {
            tree.put("shortNames", served.shortNames());
        }
        if (!served.categories().isEmpty()) {
            tree.put("categories", served.categories());
        }
        return tree;
    }

    private static Map<String, Object> subresource(ServedResource served) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("subresource", served.subresource());
        tree.put("responseKind", responseKind(served));
        tree.put("verbs", served.verbs());
        return tree;
    }

    /** Group and version are written only when they differ from those of the resource. */
    private static Map<String, Object> responseKind(ServedResource served) {
        boolean own = served.bodyVersion().equals(served.type().apiVersion());
        Map<String, Object> kind = new LinkedHashMap<>();
        kind.put("group", own ? "" : served.bodyGroup());
        kind.put(
                "version",
                own ? "" : served.bodyVersion().substring(served.bodyVersion().indexOf('/') + 1));
        kind.put("kind", served.bodyKind());
        return kind;
    }
}
