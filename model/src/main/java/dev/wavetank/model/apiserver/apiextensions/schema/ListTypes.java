package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lists that are sets, or maps by some keys of their items, hold nothing twice ({@code x-kubernetes-list-type}). */
final class ListTypes {

    private final List<Finding> findings = new ArrayList<>(0);

    private ListTypes() {}

    static List<Finding> findings(StructuralSchema schema, Map<String, Object> object) {
        ListTypes types = new ListTypes();
        types.judge(schema, object, "");
        return types.findings;
    }

    private void judge(StructuralSchema schema, Object value, String path) {
        if (value instanceof List<?> list) {
            unique(schema, list, path);
            if (schema.items() != null) {
                for (int i = 0; i < list.size(); i++) {
                    judge(schema.items(), list.get(i), path + "[" + i + "]");
                }
            }
        } else if (value instanceof Map<?, ?>) {
            Tree.map(value).forEach((name, inner) -> {
                StructuralSchema property = schema.properties().getOrDefault(name, schema.additional());
                if (property != null) {
                    judge(property, inner, Tree.child(path, name));
                }
            });
        }
    }

    private void unique(StructuralSchema schema, List<?> list, String path) {
        boolean map = schema.listType().equals("map");
        if (!map && !schema.listType().equals("set")) {
            return;
        }
        List<Object> seen = new ArrayList<>(list.size());
        for (int i = 0; i < list.size(); i++) {
            Object identity = map ? keys(schema, Tree.map(list.get(i))) : list.get(i);
            if (seen.stream().anyMatch(other -> Tree.equal(other, identity))) {
                findings.add(Finding.duplicate(path + "[" + i + "]", identity));
            } else {
                seen.add(identity);
            }
        }
    }

    private static Map<String, Object> keys(StructuralSchema schema, Map<String, Object> item) {
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String key : schema.listMapKeys()) {
            if (item.containsKey(key)) {
                keys.put(key, item.get(key));
            }
        }
        return keys;
    }
}
