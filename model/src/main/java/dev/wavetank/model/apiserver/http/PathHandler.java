package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Answers requests that are about no resource: health, version and discovery. */
final class PathHandler {

    private final ServedResources table;
    private final Answers answers;

    PathHandler(ServedResources table, Answers answers) {
        this.table = table;
        this.answers = answers;
    }

    HttpResponse answer(RequestInfo info) {
        String path = info.path().length() > 1 && info.path().endsWith("/")
                ? info.path().substring(0, info.path().length() - 1)
                : info.path();
        List<String> parts = List.of(path.substring(1).split("/"));
        return switch (parts.get(0)) {
            case "" -> answers.tree(200, paths());
            case "healthz", "livez", "readyz" -> Answers.plain(200, "ok");
            case "version" -> answers.tree(200, version());
            case "api" -> underApi(parts);
            case "apis" -> underApis(parts);
            default -> answers.tree(404, paths());
        };
    }

    /** The answer for a path below a group that is not served at all. */
    static HttpResponse noSuchGroup() {
        return Answers.plain(404, "404 page not found\n");
    }

    private HttpResponse underApi(List<String> parts) {
        if (parts.size() == 1) {
            Map<String, Object> versions = new LinkedHashMap<>();
            versions.put("kind", "APIVersions");
            versions.put("versions", List.of("v1"));
            return answers.tree(200, versions);
        }
        return resources(parts.get(1));
    }

    private HttpResponse underApis(List<String> parts) {
        if (parts.size() == 1) {
            Map<String, Object> list = new LinkedHashMap<>();
            list.put("kind", "APIGroupList");
            list.put("apiVersion", "v1");
            List<Object> groups = new ArrayList<>();
            table.groups().stream().filter(group -> !group.isEmpty()).forEach(group -> groups.add(group(group)));
            list.put("groups", groups);
            return answers.tree(200, list);
        }
        if (!table.hasGroup(parts.get(1))) {
            return noSuchGroup();
        }
        if (parts.size() == 2) {
            Map<String, Object> group = new LinkedHashMap<>();
            group.put("kind", "APIGroup");
            group.put("apiVersion", "v1");
            group.putAll(group(parts.get(1)));
            return answers.tree(200, group);
        }
        return resources(parts.get(1) + "/" + parts.get(2));
    }

    private Map<String, Object> group(String name) {
        List<Object> versions = new ArrayList<>();
        versions(name).forEach(version -> versions.add(groupVersion(version)));
        Map<String, Object> group = new LinkedHashMap<>();
        group.put("name", name);
        group.put("versions", versions);
        group.put("preferredVersion", versions.get(0));
        return group;
    }

    private Set<String> versions(String group) {
        Set<String> versions = new LinkedHashSet<>();
        for (ServedResource served : table.all()) {
            if (served.type().group().equals(group)) {
                versions.add(served.type().apiVersion());
            }
        }
        return versions;
    }

    private static Map<String, Object> groupVersion(String apiVersion) {
        Map<String, Object> version = new LinkedHashMap<>();
        version.put("groupVersion", apiVersion);
        version.put("version", apiVersion.substring(apiVersion.indexOf('/') + 1));
        return version;
    }

    private HttpResponse resources(String apiVersion) {
        List<Object> resources = new ArrayList<>();
        for (ServedResource served : table.all()) {
            if (served.type().apiVersion().equals(apiVersion)) {
                resources.add(resource(served));
            }
        }
        if (resources.isEmpty()) {
            return answers.status(Status.noSuchResource());
        }
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("kind", "APIResourceList");
        if (!apiVersion.equals("v1")) {
            list.put("apiVersion", "v1");
        }
        list.put("groupVersion", apiVersion);
        list.put("resources", resources);
        return answers.tree(200, list);
    }

    private static Map<String, Object> resource(ServedResource served) {
        Map<String, Object> resource = new LinkedHashMap<>();
        String plural = served.type().plural();
        resource.put("name", served.subresource().isEmpty() ? plural : plural + "/" + served.subresource());
        resource.put("singularName", "");
        resource.put("namespaced", served.type().namespaced());
        if (!served.bodyVersion().equals(served.type().apiVersion())) {
            if (!served.bodyGroup().isEmpty()) {
                resource.put("group", served.bodyGroup());
            }
            resource.put(
                    "version",
                    served.bodyVersion().substring(served.bodyVersion().indexOf('/') + 1));
        }
        resource.put("kind", served.bodyKind());
        resource.put("verbs", served.verbs());
        if (!served.shortNames().isEmpty()) {
            resource.put("shortNames", served.shortNames());
        }
        return resource;
    }

    private Map<String, Object> paths() {
        Set<String> paths = new LinkedHashSet<>(List.of("/api", "/api/v1", "/apis"));
        for (String group : table.groups()) {
            if (!group.isEmpty()) {
                paths.add("/apis/" + group);
                versions(group).forEach(version -> paths.add("/apis/" + version));
            }
        }
        paths.addAll(List.of("/healthz", "/livez", "/readyz", "/version"));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("paths", new ArrayList<>(paths));
        return tree;
    }

    private static Map<String, Object> version() {
        Map<String, Object> version = new LinkedHashMap<>();
        for (String field : List.of("major", "minor", "gitVersion", "gitCommit", "gitTreeState", "buildDate")) {
            version.put(field, "");
        }
        version.put("gitVersion", "v0.0.0-simulated");
        version.put("platform", "linux/amd64");
        return version;
    }
}
