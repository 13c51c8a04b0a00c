package dev.wavetank.model.kubectl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What to change in a live object so that it is as wanted, without touching what others have set.
 *
 * <p>Fields of the wanted tree win; fields that were in the last tree and are no longer wanted go; all others stay.
 * Lists of structs are merged item by item where Kubernetes gives them a key, and replaced as a whole otherwise.
 */
final class ThreeWayMerge {

    private ThreeWayMerge() {}

    /** A JSON merge patch (RFC 7386) for the live tree; empty when nothing has to change. */
    static Map<String, Object> patch(Map<String, Object> last, Map<String, Object> wanted, Map<String, Object> live) {
        Map<String, Object> patch = new LinkedHashMap<>();
        wanted.forEach((field, value) -> {
            Object now = live.get(field);
            if (value == null) {
                return;
            }
            if (isTree(value) && isTree(now)) {
                Map<String, Object> inner = patch(tree(last.get(field)), tree(value), tree(now));
                if (!inner.isEmpty()) {
                    patch.put(field, inner);
                }
                return;
            }
            Object merged = value instanceof List<?> list && now instanceof List<?> items
                    ? mergedList(field, last.get(field), list, items)
                    : value;
            if (!merged.equals(now)) {
                patch.put(field, merged);
            }
        });
        for (String field : last.keySet()) {
            if (wanted.get(field) == null && live.get(field) != null) {
                patch.put(field, null);
            }
        }
        return patch;
    }

    private static List<?> mergedList(String field, Object last, List<?> wanted, List<?> live) {
        Optional<String> key = keys(field).stream()
                .filter(candidate -> byKey(wanted, candidate).size() == wanted.size()
                        && byKey(live, candidate).size() == live.size())
                .findFirst();
        return key.isEmpty() ? wanted : mergedItems(key.get(), last, wanted, live);
    }

    /** Fields that identify the items of a list: the {@code patchMergeKey} of Kubernetes' types. */
    private static List<String> keys(String list) {
        return switch (list) {
            case "containers", "initContainers", "volumes", "env", "imagePullSecrets", "secrets" -> List.of("name");
            case "ports" -> List.of("containerPort", "port");
            case "volumeMounts" -> List.of("mountPath");
            case "volumeDevices" -> List.of("devicePath");
            case "hostAliases" -> List.of("ip");
            case "topologySpreadConstraints" -> List.of("topologyKey");
            case "conditions" -> List.of("type");
            case "ownerReferences" -> List.of("uid");
            default -> List.of();
        };
    }

    private static List<?> mergedItems(String key, Object last, List<?> wanted, List<?> live) {
        Map<Object, Map<String, Object>> before = byKey(last instanceof List<?> items ? items : List.of(), key);
        Map<Object, Map<String, Object>> target = byKey(wanted, key);
        Map<Object, Map<String, Object>> now = byKey(live, key);
        Map<Object, Object> merged = new LinkedHashMap<>();
        if (inSameOrder(target, now)) {
            // Items of others keep their place among ours.
            now.forEach((name, item) -> {
                if (target.containsKey(name) || !before.containsKey(name)) {
                    merged.put(name, item);
                }
            });
        }
        target.forEach((name, item) -> {
            Map<String, Object> known = now.getOrDefault(name, new LinkedHashMap<>());
            merged.put(name, applied(known, patch(before.getOrDefault(name, new LinkedHashMap<>()), item, known)));
        });
        now.forEach((name, item) -> {
            if (!before.containsKey(name)) {
                merged.putIfAbsent(name, item);
            }
        });
        return new ArrayList<>(merged.values());
    }

    private static boolean inSameOrder(Map<Object, ?> wanted, Map<Object, ?> live) {
        List<Object> kept = new ArrayList<>(wanted.keySet());
        kept.retainAll(live.keySet());
        List<Object> present = new ArrayList<>(live.keySet());
        present.retainAll(wanted.keySet());
        return kept.equals(present);
    }

    /** The items of a list by their key; fewer than the items when one has no key or two have the same. */
    private static Map<Object, Map<String, Object>> byKey(List<?> items, String key) {
        Map<Object, Map<String, Object>> result = new LinkedHashMap<>();
        for (Object item : items) {
            if (item instanceof Map<?, ?> map && map.get(key) != null) {
                result.put(map.get(key), tree(item));
            }
        }
        return result;
    }

    /** The tree after a merge patch; the tree itself stays as it is. */
    private static Map<String, Object> applied(Map<String, Object> tree, Map<String, Object> patch) {
        Map<String, Object> result = new LinkedHashMap<>(tree);
        patch.forEach((field, value) -> {
            if (value == null) {
                result.remove(field);
            } else if (isTree(value) && isTree(result.get(field))) {
                result.put(field, applied(tree(result.get(field)), tree(value)));
            } else {
                result.put(field, value);
            }
        });
        return result;
    }

    private static boolean isTree(Object value) {
        return value instanceof Map;
    }

    @SuppressWarnings("unchecked") // trees have text for keys
    private static Map<String, Object> tree(Object value) {
        return value instanceof Map ? (Map<String, Object>) value : new LinkedHashMap<>();
    }
}
