package dev.wavetank.model.apiserver.http.options;

import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a request is about, as far as path, method and query determine it: the part of a request that authorization
 * sees, whether or not there is such a resource.
 *
 * @param isResource whether it is about a resource; otherwise only verb and path count
 * @param path the path
 * @param verb such as {@code list}; for other paths the method in lower case
 * @param group API group, the empty string for core
 * @param version of the group
 * @param namespace the empty string when there is none
 * @param resource plural name
 * @param subresource the empty string when there is none
 * @param name the empty string for collections
 * @param depth how many segments follow the resource's plural name
 */
public record RequestInfo(
        boolean isResource,
        String path,
        String verb,
        String group,
        String version,
        String namespace,
        String resource,
        String subresource,
        String name,
        int depth) {

    private static final List<String> SPECIAL_VERBS = List.of("proxy", "watch");
    private static final List<String> OF_NAMESPACES = List.of("status", "finalize");

    public static RequestInfo of(HttpRequest request) {
        List<String> parts = new ArrayList<>();
        for (String part : request.path().split("/")) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        boolean legacy = !parts.isEmpty() && parts.get(0).equals("api");
        boolean grouped = !parts.isEmpty() && parts.get(0).equals("apis");
        if (parts.size() < 3 || !legacy && !grouped || grouped && parts.size() < 4) {
            String verb = request.method().toLowerCase(Locale.ROOT);
            return new RequestInfo(false, request.path(), verb, "", "", "", "", "", "", 0);
        }
        String group = grouped ? parts.get(1) : "";
        int versionAt = grouped ? 2 : 1;
        return ofResource(request, group, parts.get(versionAt), parts.subList(versionAt + 1, parts.size()));
    }

    private static RequestInfo ofResource(HttpRequest request, String group, String version, List<String> given) {
        List<String> parts = given;
        String verb = verb(request.method());
        if (SPECIAL_VERBS.contains(parts.get(0)) && parts.size() > 1) {
            verb = parts.get(0);
            parts = parts.subList(1, parts.size());
        }
        String namespace = "";
        if (parts.get(0).equals("namespaces") && parts.size() > 1) {
            namespace = parts.get(1);
            if (parts.size() > 2 && !OF_NAMESPACES.contains(parts.get(2))) {
                parts = parts.subList(2, parts.size());
            }
        }
        String name = parts.size() > 1 ? parts.get(1) : "";
        String subresource = parts.size() > 2 ? parts.get(2) : "";
        Query query = new Query(request.query());
        if (name.isEmpty() && verb.equals("get")) {
            verb = query.isOn("watch") ? "watch" : "list";
            name = selectedName(query.first("fieldSelector"));
        } else if (name.isEmpty() && verb.equals("delete")) {
            verb = "deletecollection";
        }
        return new RequestInfo(
                true,
                request.path(),
                verb,
                group,
                version,
                namespace,
                parts.get(0),
                subresource,
                name,
                parts.size() - 1);
    }

    private static String verb(String method) {
        return switch (method) {
            case "POST" -> "create";
            case "GET", "HEAD" -> "get";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> "delete";
            default -> "";
        };
    }

    /** A list by the name of one object is authorized as a request for it. */
    private static String selectedName(String fieldSelector) {
        for (String requirement : fieldSelector.split(",")) {
            String[] sides = requirement.split("==?", 2);
            if (sides.length == 2 && sides[0].equals("metadata.name") && !sides[1].isEmpty()) {
                return sides[1];
            }
        }
        return "";
    }

    /** Whether the request is about all objects of the resource, in one namespace or in all. */
    public boolean isCollection() {
        return depth == 0;
    }

    /** Resource and subresource, such as {@code pods/binding}. */
    public String qualified() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
