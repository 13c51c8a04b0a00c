package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The discovery documents: which versions, groups and resources are served. */
public final class Discovery {

    /** The address of the first API server; further ones have the addresses behind it. */
    public static final String FIRST_SERVER = "10.255.255.1";

    /** The port at which API servers listen ({@code --secure-port}). */
    public static final int SECURE_PORT = 6443;

    /** The address that the simulated server reports to clients. */
    public static final String SERVER_ADDRESS = FIRST_SERVER + ":" + SECURE_PORT;

    private final ServedResources resources;

    /** Discovery of what is served at the time of each question. */
    public Discovery(ServedResources resources) {
        this.resources = resources;
    }

    /** {@code /api}. */
    public Map<String, Object> versions() {
        Map<String, Object> address = new LinkedHashMap<>();
        address.put("clientCIDR", "0.0.0.0/0");
        address.put("serverAddress", SERVER_ADDRESS);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "APIVersions");
        tree.put("versions", new ArrayList<>(versionsOf("")));
        tree.put("serverAddressByClientCIDRs", List.of(address));
        return tree;
    }

    /** {@code /apis}. */
    public Map<String, Object> groups() {
        Map<String, Object> tree = document("APIGroupList");
        List<Object> groups = new ArrayList<>();
        resources.groups().stream().filter(name -> !name.isEmpty()).forEach(name -> groups.add(group(name)));
        tree.put("groups", groups);
        return tree;
    }

    /** {@code /apis/<group>}; nothing when no version of the group is served. */
    public Optional<Map<String, Object>> groupDocument(String name) {
        if (name.isEmpty() || !resources.hasGroup(name)) {
            return Optional.empty();
        }
        Map<String, Object> tree = document("APIGroup");
        tree.putAll(group(name));
        return Optional.of(tree);
    }

    private Map<String, Object> group(String name) {
        List<Object> versions = new ArrayList<>();
        for (String version : versionsOf(name)) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("groupVersion", ResourceTable.apiVersion(name, version));
            one.put("version", version);
            versions.add(one);
        }
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("name", name);
        group.put("versions", versions);
        group.put("preferredVersion", versions.get(0));
        return group;
    }

    /** The versions of a group, the preferred one first. */
    private Set<String> versionsOf(String group) {
        Set<String> versions = new LinkedHashSet<>();
        for (ServedResource served : resources.all()) {
            if (served.type().group().equals(group)) {
                versions.add(served.type().version());
            }
        }
        return versions;
    }

    /** {@code /api/v1} and {@code /apis/<group>/<version>}; nothing when that version is not served. */
    public Optional<Map<String, Object>> resources(String apiVersion) {
        List<Object> list = new ArrayList<>();
        for (ServedResource served : resources.all()) {
            if (served.type().apiVersion().equals(apiVersion)) {
                list.add(resource(served));
            }
        }
        if (list.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "APIResourceList");
        if (apiVersion.indexOf('/') >= 0) {
            // The oldest group keeps the form that it had before documents had a version.
            tree.put("apiVersion", "v1");
        }
        tree.put("groupVersion", apiVersion);
        tree.put("resources", list);
        return Optional.of(tree);
    }

    private static Map<String, Object> resource(ServedResource served) {
        Map<String, Object> resource = new LinkedHashMap<>();
        resource.put("name", served.name());
        resource.put("singularName", served.singular());
        resource.put("namespaced", served.type().namespaced());
        if (!served.bodyVersion().equals(served.type().apiVersion())) {
            if (!served.bodyGroup().isEmpty()) {
                resource.put("group", served.bodyGroup());
            }
            resource.put("version", version(served.bodyVersion()));
        }
        resource.put("kind", served.bodyKind());
        resource.put("verbs", served.verbs());
        if (!served.shortNames().isEmpty()) {
            resource.put("shortNames", served.shortNames());
        }
        if (!served.categories().isEmpty()) {
            resource.put("categories", served.categories());
        }
        if (served.isStored()) {
            resource.put(
                    "storageVersionHash",
                    StorageVersionHash.of(served.storageVersion(), served.type().kind()));
        }
        return resource;
    }

    /** The document of {@code /}, and of every path behind which there is nothing: all paths, sorted. */
    public Map<String, Object> paths(ServerMetadata facts, List<String> openApi) {
        Set<String> paths = new TreeSet<>(List.of("/api", "/apis", "/apis/", "/version"));
        for (ServedResource served : resources.all()) {
            String group = served.type().group();
            paths.add((group.isEmpty() ? "/api/" : "/apis/") + served.type().apiVersion());
            if (!group.isEmpty()) {
                paths.add("/apis/" + group);
            }
        }
        for (String endpoint : List.of("healthz", "livez", "readyz")) {
            paths.add("/" + endpoint);
            facts.checks(endpoint).forEach(check -> paths.add("/" + endpoint + "/" + check));
        }
        paths.addAll(openApi);
        paths.addAll(facts.emptyPaths());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("paths", new ArrayList<>(paths));
        return tree;
    }

    private static Map<String, Object> document(String kind) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kind);
        tree.put("apiVersion", "v1");
        return tree;
    }

    private static String version(String apiVersion) {
        return apiVersion.substring(apiVersion.indexOf('/') + 1);
    }
}
