package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.http.message.TaggedText;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All groups, versions and resources in one document ({@code apidiscovery.k8s.io}, since v1.26): what clients that know
 * of it ask {@code /api} and {@code /apis} for.
 */
public final class AggregatedDiscovery {

    /** Kind of the document. */
    public static final String KIND = "APIGroupDiscoveryList";

    private final ServedResources resources;
    private final KubernetesVersion kubernetes;

    /** The documents about what is built in, which are the same in every run. */
    private static final class Lazy {
        private static final PerVersion<Map<String, TaggedText>> BUILT_IN = new PerVersion<>(Lazy::texts);

        private static Map<String, TaggedText> texts(KubernetesVersion kubernetes) {
            AggregatedDiscovery builtIn = new AggregatedDiscovery(ResourceTable.of(kubernetes), kubernetes);
            Map<String, TaggedText> texts = new TreeMap<>();
            for (String version : List.of("v2", "v2beta1")) {
                for (boolean core : new boolean[] {true, false}) {
                    texts.put(version + core, builtIn.made(core, version));
                }
            }
            return texts;
        }
    }

    /**
     * Discovery of what is served at the time of each question.
     *
     * @param kubernetes release of the server
     */
    public AggregatedDiscovery(ServedResources resources, KubernetesVersion kubernetes) {
        this.resources = resources;
        this.kubernetes = kubernetes;
    }

    /**
     * The document.
     *
     * @param core whether it is asked of {@code /api}, which reports the core group only, rather than of {@code /apis}
     * @param version of the document: {@code v2} or {@code v2beta1}
     */
    public TaggedText document(boolean core, String version) {
        boolean builtIn = resources.all() == ResourceTable.of(kubernetes).all();
        TaggedText known = builtIn ? Lazy.BUILT_IN.of(kubernetes).get(version + core) : null;
        return known == null ? made(core, version) : known;
    }

    private TaggedText made(boolean core, String version) {
        return TaggedText.of(new ObjectCodec().json(tree(core, version)) + "\n");
    }

    private Map<String, Object> tree(boolean core, String version) {
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
