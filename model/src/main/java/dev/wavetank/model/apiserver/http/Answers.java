package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.ObjectCodec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes objects, lists and statuses as the server sends them. */
final class Answers {

    private final ObjectCodec codec;

    Answers(ObjectCodec codec) {
        this.codec = codec;
    }

    HttpResponse status(Status status) {
        Map<String, String> more = new LinkedHashMap<>();
        if (status.details() != null && status.details().retryAfterSeconds() != null) {
            more.put("Retry-After", status.details().retryAfterSeconds().toString());
        }
        return json(status.code(), tree(status), more);
    }

    HttpResponse object(int code, KubernetesObject object) {
        return tree(code, codec.encode(object));
    }

    HttpResponse tree(int code, Map<String, Object> tree) {
        return json(code, tree, new LinkedHashMap<>());
    }

    /** A list; its items do not repeat kind and version. */
    HttpResponse list(ServedResource served, List<KubernetesObject> items, Map<String, Object> metadata) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", served.type().kind() + "List");
        tree.put("apiVersion", served.type().apiVersion());
        tree.put("metadata", metadata);
        List<Object> encoded = new ArrayList<>(items.size());
        for (KubernetesObject item : items) {
            Map<String, Object> fields = codec.encode(item);
            fields.remove("kind");
            fields.remove("apiVersion");
            encoded.add(fields);
        }
        tree.put("items", encoded);
        return tree(200, tree);
    }

    /** The events of a watch. */
    HttpResponse lines(String lines) {
        return new HttpResponse(200, headers(Negotiation.JSON), lines);
    }

    static HttpResponse plain(int code, String text) {
        Map<String, String> headers = headers("text/plain; charset=utf-8");
        headers.put("X-Content-Type-Options", "nosniff");
        return new HttpResponse(code, headers, text);
    }

    /** The answer with a warning for whoever asked. */
    static HttpResponse warning(HttpResponse response, String warning) {
        Map<String, String> headers = new LinkedHashMap<>(response.headers());
        headers.put("Warning", "299 - \"" + warning.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
        return new HttpResponse(response.code(), headers, response.body());
    }

    private HttpResponse json(int code, Map<String, Object> tree, Map<String, String> more) {
        Map<String, String> headers = headers(Negotiation.JSON);
        headers.putAll(more);
        return new HttpResponse(code, headers, codec.json(tree) + "\n");
    }

    private static Map<String, String> headers(String contentType) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "no-cache, private");
        headers.put("Content-Type", contentType);
        return headers;
    }

    static Map<String, Object> tree(Status status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "Status");
        tree.put("apiVersion", "v1");
        tree.put("metadata", new LinkedHashMap<>());
        put(tree, "status", status.status());
        put(tree, "message", status.message());
        put(tree, "reason", status.reason());
        if (status.details() != null) {
            tree.put("details", details(status.details()));
        }
        tree.put("code", status.code());
        return tree;
    }

    private static Map<String, Object> details(Status.Details details) {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "name", details.name());
        put(tree, "group", details.group());
        put(tree, "kind", details.kind());
        put(tree, "uid", details.uid());
        if (!details.causes().isEmpty()) {
            List<Object> causes = new ArrayList<>();
            for (Status.Cause cause : details.causes()) {
                Map<String, Object> one = new LinkedHashMap<>();
                put(one, "reason", cause.reason());
                put(one, "message", cause.message());
                put(one, "field", cause.field());
                causes.add(one);
            }
            tree.put("causes", causes);
        }
        if (details.retryAfterSeconds() != null) {
            tree.put("retryAfterSeconds", details.retryAfterSeconds());
        }
        return tree;
    }

    private static void put(Map<String, Object> tree, String name, String value) {
        if (value != null && !value.isEmpty()) {
            tree.put(name, value);
        }
    }
}
