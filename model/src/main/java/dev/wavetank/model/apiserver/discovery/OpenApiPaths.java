package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of OpenAPI documents that tells paths, their methods and the parameters of these. */
final class OpenApiPaths {

    private static final List<String> OF_COLLECTIONS = List.of("list", "create", "deletecollection");
    private static final List<String> OF_OBJECTS = List.of("get", "update", "patch", "delete");

    private final KubernetesVersion version;
    private final boolean v3;
    private final Map<String, Object> paths = new LinkedHashMap<>();

    private OpenApiPaths(KubernetesVersion version, boolean v3) {
        this.version = version;
        this.v3 = v3;
    }

    static Map<String, Object> v2(List<ServedResource> resources, KubernetesVersion version) {
        OpenApiPaths paths = new OpenApiPaths(version, false);
        resources.forEach(paths::add);
        return paths.paths;
    }

    static Map<String, Object> v3(List<ServedResource> resources, KubernetesVersion version) {
        OpenApiPaths paths = new OpenApiPaths(version, true);
        resources.forEach(paths::add);
        return paths.paths;
    }

    private void add(ServedResource served) {
        String root = (served.type().group().isEmpty() ? "/api/" : "/apis/")
                + served.type().apiVersion() + "/";
        String inNamespace = served.type().namespaced() ? root + "namespaces/{namespace}/" : root;
        String plural = served.type().plural();
        if (!served.subresource().isEmpty()) {
            List<String> all = new ArrayList<>(OF_OBJECTS);
            all.add("create");
            path(inNamespace + plural + "/{name}/" + served.subresource(), served, all);
            return;
        }
        path(inNamespace + plural, served, OF_COLLECTIONS);
        path(inNamespace + plural + "/{name}", served, OF_OBJECTS);
        if (served.type().namespaced()) {
            path(root + plural, served, List.of("list"));
        }
    }

    private void path(String path, ServedResource served, List<String> fitting) {
        Map<String, Object> methods = new LinkedHashMap<>();
        for (String verb : fitting) {
            if (served.verbs().contains(verb)) {
                methods.put(method(verb), operation(verb, served));
            }
        }
        if (!methods.isEmpty()) {
            paths.put(path, methods);
        }
    }

    private static String method(String verb) {
        return switch (verb) {
            case "create" -> "post";
            case "update" -> "put";
            case "patch" -> "patch";
            case "delete", "deletecollection" -> "delete";
            default -> "get";
        };
    }

    private Map<String, Object> operation(String verb, ServedResource served) {
        Map<String, Object> operation = new LinkedHashMap<>();
        List<Object> parameters = new ArrayList<>();
        parameters(verb).forEach(name -> parameters.add(parameter(name)));
        if (!parameters.isEmpty()) {
            operation.put("parameters", parameters);
        }
        Map<String, Object> ok = new LinkedHashMap<>();
        ok.put("description", "OK");
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("200", ok);
        operation.put("responses", responses);
        operation.put("x-kubernetes-action", action(verb));
        operation.put("x-kubernetes-group-version-kind", OpenApiTypes.groupVersionKind(served));
        return operation;
    }

    private List<String> parameters(String verb) {
        List<String> names = new ArrayList<>();
        if (List.of("create", "update", "patch").contains(verb)) {
            names.addAll(List.of("dryRun", "fieldManager"));
            if (version.has(Feature.FIELD_VALIDATION)) {
                names.add("fieldValidation");
            }
            if (verb.equals("patch")) {
                names.add("force");
            }
        } else if (verb.equals("delete") || verb.equals("deletecollection")) {
            names.addAll(List.of("dryRun", "gracePeriodSeconds", "propagationPolicy"));
        } else if (verb.equals("list")) {
            names.addAll(List.of("continue", "fieldSelector", "labelSelector", "limit", "resourceVersion", "watch"));
        }
        return names;
    }

    private Map<String, Object> parameter(String name) {
        String type = switch (name) {
            case "force", "watch" -> "boolean";
            case "limit", "gracePeriodSeconds" -> "integer";
            default -> "string";
        };
        Map<String, Object> parameter = new LinkedHashMap<>();
        parameter.put("name", name);
        parameter.put("in", "query");
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", type);
        schema.put("uniqueItems", true);
        if (v3) {
            parameter.put("schema", schema);
        } else {
            parameter.putAll(schema);
        }
        return parameter;
    }

    private static String action(String verb) {
        return switch (verb) {
            case "create" -> "post";
            case "update" -> "put";
            default -> verb;
        };
    }
}
