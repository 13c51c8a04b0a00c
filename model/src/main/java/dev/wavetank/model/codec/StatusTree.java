package dev.wavetank.model.codec;

import dev.wavetank.model.api.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Statuses as the server sends them. */
public final class StatusTree {

    private StatusTree() {}

    /** A status as a JSON tree, with its fields in the order of the real ones. */
    public static Map<String, Object> of(Status status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", "Status");
        tree.put("apiVersion", "v1");
        Map<String, Object> metadata = new LinkedHashMap<>();
        put(metadata, "continue", status.continueToken());
        tree.put("metadata", metadata);
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
