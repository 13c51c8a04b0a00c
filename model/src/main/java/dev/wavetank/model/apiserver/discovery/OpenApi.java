package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The OpenAPI documents, as far as clients need them to check and explain fields: types with their fields, and for
 * every path which methods and parameters it takes. Descriptions and required fields are those of
 * {@code descriptions.txt}: of all kinds, and of the types that workloads are made of.
 */
public final class OpenApi {

    private final ServedResources resources;
    private final Supplier<Schema> schema;
    private final ServerMetadata facts;
    private final KubernetesVersion version;

    /**
     * Documents of what is served at the time of each question.
     *
     * @param schema the types of the version; asked for when the first document is made
     */
    public OpenApi(
            ServedResources resources, Supplier<Schema> schema, ServerMetadata facts, KubernetesVersion version) {
        this.resources = resources;
        this.schema = schema;
        this.facts = facts;
        this.version = version;
    }

    /** The paths of the documents. */
    public List<String> paths() {
        return publishesV3() ? List.of("/openapi/v2", "/openapi/v3", "/openapi/v3/") : List.of("/openapi/v2");
    }

    /** Whether there are documents of version 3 (v1.24). */
    private boolean publishesV3() {
        return version.has(Feature.OPENAPI_V3);
    }

    /** {@code /openapi/v2}: everything in one document. */
    public Map<String, Object> v2() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("swagger", "2.0");
        tree.put("info", info());
        tree.put("paths", OpenApiPaths.v2(resources.all(), version));
        tree.put("definitions", new OpenApiTypes(schema.get(), resources, version).definitions("#/definitions/"));
        return tree;
    }

    /** {@code /openapi/v3}: where the document of each group and version is; nothing in releases without them. */
    public Optional<Map<String, Object>> v3Index() {
        if (!publishesV3()) {
            return Optional.empty();
        }
        Map<String, Object> paths = new TreeMap<>();
        for (ServedResource served : resources.all()) {
            String path = path(served);
            Map<String, Object> where = new LinkedHashMap<>();
            where.put("serverRelativeURL", "/openapi/v3/" + path);
            paths.put(path, where);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("paths", paths);
        return Optional.of(tree);
    }

    /**
     * The document of one group and version.
     *
     * @param path what follows {@code /openapi/v3/}, such as {@code apis/apps/v1}
     */
    public Optional<Map<String, Object>> v3(String path) {
        List<ServedResource> served = new ArrayList<>();
        resources.all().stream().filter(one -> path(one).equals(path)).forEach(served::add);
        if (served.isEmpty() || !publishesV3()) {
            return Optional.empty();
        }
        Map<String, Object> components = new LinkedHashMap<>();
        // Types are named by all groups, so that they have the same names in every document.
        Map<String, Object> all =
                new OpenApiTypes(schema.get(), resources, version).definitions("#/components/schemas/");
        components.put("schemas", OpenApiReferences.reachable(all, served));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("openapi", "3.0.0");
        tree.put("info", info());
        tree.put("paths", OpenApiPaths.v3(served, version));
        tree.put("components", components);
        return Optional.of(tree);
    }

    private static String path(ServedResource served) {
        return (served.type().group().isEmpty() ? "api/" : "apis/")
                + served.type().apiVersion();
    }

    private Map<String, Object> info() {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("title", "Kubernetes");
        info.put("version", facts.version().get("gitVersion"));
        return info;
    }
}
