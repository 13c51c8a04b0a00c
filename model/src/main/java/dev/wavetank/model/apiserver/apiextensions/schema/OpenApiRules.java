package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What no schema of a CustomResourceDefinition may say anywhere, and what it says about lists. */
final class OpenApiRules {

    private static final List<String> UNSUPPORTED =
            List.of("id", "additionalItems", "patternProperties", "definitions", "dependencies", "$ref");
    private static final String ITEMS = "items";
    private static final String LIST_TYPE = "x-kubernetes-list-type";
    private static final String LIST_MAP_KEYS = "x-kubernetes-list-map-keys";

    private OpenApiRules() {}

    static void judge(Map<String, Object> schema, String path, List<Finding> findings) {
        if (Tree.isTrue(schema, "uniqueItems")) {
            findings.add(Finding.forbidden(
                    path + ".uniqueItems",
                    "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
        }
        additional(schema, path, findings);
        for (String name : UNSUPPORTED) {
            if (schema.get(name) != null) {
                findings.add(Finding.forbidden(path + "." + name, name + " is not supported"));
            }
        }
        if (Tree.text(schema, "type").equals("null")) {
            findings.add(
                    Finding.forbidden(path + ".type", "type cannot be set to null, use nullable as an alternative"));
        }
        if (schema.get(ITEMS) instanceof List) {
            findings.add(Finding.forbidden(path + ".items", "items must be a schema object and not an array"));
        }
        lists(schema, path, findings);
        below(schema, path, findings);
    }

    private static void additional(Map<String, Object> schema, String path, List<Finding> findings) {
        Object additional = schema.get("additionalProperties");
        if (additional == null) {
            return;
        }
        String field = path + ".additionalProperties";
        if (!Tree.map(schema, "properties").isEmpty()
                && (additional instanceof Map || Boolean.FALSE.equals(additional))) {
            findings.add(Finding.forbidden(field, "additionalProperties and properties are mutual exclusive"));
        } else if (Boolean.FALSE.equals(additional)) {
            findings.add(Finding.forbidden(field, "additionalProperties cannot be set to false"));
        }
    }

    private static void below(Map<String, Object> schema, String path, List<Finding> findings) {
        for (String field : List.of("additionalProperties", ITEMS, "not")) {
            if (schema.get(field) instanceof Map) {
                judge(Tree.map(schema, field), path + "." + field, findings);
            }
        }
        new TreeMap<>(Tree.map(schema, "properties"))
                .forEach((name, property) ->
                        judge(Tree.map(property), StructuralRules.key(path, "properties", name), findings));
        for (String junctor : List.of("allOf", "oneOf", "anyOf")) {
            List<Map<String, Object>> schemas = Tree.maps(schema, junctor);
            for (int i = 0; i < schemas.size(); i++) {
                judge(schemas.get(i), path + "." + junctor + "[" + i + "]", findings);
            }
        }
    }

    private static void lists(Map<String, Object> schema, String path, List<Finding> findings) {
        String type = Tree.text(schema, LIST_TYPE);
        List<String> keys = Tree.texts(schema, LIST_MAP_KEYS);
        String schemaType = Tree.text(schema, "type");
        if (!type.isEmpty() && !schemaType.equals("array")) {
            findings.add(
                    schemaType.isEmpty()
                            ? Finding.required(path + ".type", "must be array if x-kubernetes-list-type is specified")
                            : Finding.invalid(
                                    path + ".type",
                                    schemaType,
                                    "must be array if x-kubernetes-list-type is specified"));
        }
        if (!type.isEmpty() && !List.of("atomic", "set", "map").contains(type)) {
            findings.add(Finding.unsupported(path + "." + LIST_TYPE, type, List.of("atomic", "set", "map")));
        }
        if (!keys.isEmpty() && !type.equals("map")) {
            String why = "must be map if x-kubernetes-list-map-keys is non-empty";
            findings.add(
                    type.isEmpty()
                            ? Finding.required(path + "." + LIST_TYPE, why)
                            : Finding.invalid(path + "." + LIST_TYPE, type, why));
        }
        if (type.equals("map")) {
            if (keys.isEmpty()) {
                findings.add(Finding.required(
                        path + "." + LIST_MAP_KEYS, "must not be empty if x-kubernetes-list-type is map"));
            }
            keys(Tree.map(schema, ITEMS), keys, path, findings);
        }
    }

    private static void keys(Map<String, Object> items, List<String> keys, String path, List<Finding> findings) {
        String below = path + ".items";
        if (!Tree.text(items, "type").equals("object")) {
            findings.add(Finding.invalid(
                    below + ".type",
                    Tree.text(items, "type"),
                    "must be object if parent array's x-kubernetes-list-type is map"));
            return;
        }
        for (String key : keys) {
            Map<String, Object> properties = Tree.map(items, "properties");
            if (!properties.containsKey(key)) {
                findings.add(new Finding(
                        Finding.INVALID,
                        path + "." + LIST_MAP_KEYS,
                        "Invalid value: []string{\"" + String.join("\", \"", keys)
                                + "\"}: entries must all be names of item properties"));
            } else if (!Tree.texts(items, "required").contains(key)
                    && !Tree.map(properties, key).containsKey("default")) {
                findings.add(Finding.required(
                        below + ".properties[" + key + "].default",
                        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required"
                                + " property"));
            }
        }
    }
}
