package dev.wavetank.model.apiserver.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Brings recorded and simulated answers into a form that no longer depends on time, uids and chance. */
final class AnswerForm {

    private static final List<String> METADATA = List.of(
            "name", "namespace", "generation", "labels", "annotations", "finalizers", "deletionGracePeriodSeconds");

    private AnswerForm() {}

    /** The comparable form of an answer's body: text, or a tree. */
    static Object of(Object body) {
        if (!(body instanceof Map<?, ?> tree)) {
            return body instanceof String text ? text(text) : body;
        }
        if ("Status".equals(tree.get("kind"))) {
            return value(tree);
        }
        Map<String, Object> kept = new TreeMap<>();
        for (String field : List.of("kind", "spec", "status")) {
            if (tree.get(field) != null) {
                kept.put(field, value(tree.get(field)));
            }
        }
        if (tree.get("metadata") instanceof Map<?, ?> metadata) {
            Map<String, Object> shown = new TreeMap<>();
            METADATA.forEach(field -> {
                if (metadata.get(field) != null) {
                    shown.put(field, value(metadata.get(field)));
                }
            });
            shown.put("has resourceVersion", metadata.get("resourceVersion") != null);
            shown.put("has deletionTimestamp", metadata.get("deletionTimestamp") != null);
            kept.put("metadata", shown);
        }
        return kept;
    }

    private static Object value(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> result = new TreeMap<>();
            map.forEach((key, item) -> {
                String name = (String) key;
                boolean isTime = name.endsWith("Time") || name.endsWith("Timestamp") || name.equals("startedAt");
                if (item != null) {
                    result.put(name, isTime ? "(time)" : value(item));
                }
            });
            return result;
        }
        if (value instanceof List<?> list) {
            List<Object> result = new ArrayList<>();
            list.forEach(item -> result.add(value(item)));
            return result;
        }
        return value instanceof String text ? text(text) : value;
    }

    /** The text without uids, revisions, and names that chance has made. */
    private static String text(String text) {
        return text.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)")
                .replaceAll("hollow-[0-9]+", "(node)")
                .replaceAll("current: [0-9]+", "current: (revision)")
                .replaceAll("ResourceVersion in record \\([0-9]+\\)", "ResourceVersion in record (revision)")
                .replaceAll("0x[0-9a-f]+", "0x(address)")
                // Templates have other hashes here, and so ReplicaSets have other names.
                .replaceAll("((?:ReplicaSet|replica set) \"[a-z0-9]+)-[a-z0-9]+\"", "$1-(hash)\"")
                .replaceAll("default-token-[a-z0-9]{5}", "default-token-(random)")
                .replaceAll("([a-z0-9]+)-[0-9a-f]{8,10}-[a-z0-9]{5}\\b", "$1-(hash)-(random)")
                .replaceAll("^(10|172|192)(\\.[0-9]+){3}$", "(address)")
                .replaceAll("^[a-zA-Z]+://.*$", "(container)");
    }

    /** Where two trees differ first, for people. */
    static String difference(String path, Object recorded, Object simulated) {
        if (recorded instanceof Map<?, ?> left && simulated instanceof Map<?, ?> right) {
            Map<Object, Object> keys = new LinkedHashMap<>(left);
            right.forEach(keys::putIfAbsent);
            for (Object key : keys.keySet()) {
                if (!Objects.equals(left.get(key), right.get(key))) {
                    return difference(path + "." + key, left.get(key), right.get(key));
                }
            }
        }
        if (recorded instanceof List<?> left && simulated instanceof List<?> right && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                if (!left.get(i).equals(right.get(i))) {
                    return difference(path + "[" + i + "]", left.get(i), right.get(i));
                }
            }
        }
        return path + "\n      recorded:  " + cut(recorded) + "\n      simulated: " + cut(simulated);
    }

    private static String cut(Object value) {
        String text = String.valueOf(value);
        return text.length() > 600 ? text.substring(0, 600) + "..." : text;
    }
}
