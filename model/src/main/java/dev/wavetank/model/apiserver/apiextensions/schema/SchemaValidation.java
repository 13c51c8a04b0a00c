package dev.wavetank.model.apiserver.apiextensions.schema;

import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds what is wrong with a value, in the words of the library that the real server uses (kube-openapi). Where
 * that one
 * goes through fields in no order, this one goes by name.
 */
public final class SchemaValidation {

    private final List<Finding> findings = new ArrayList<>(0);

    private SchemaValidation() {}

    /** What is wrong with a whole object: its fields, then its lists that are sets or maps. */
    public static List<Finding> findings(StructuralSchema schema, Map<String, Object> object) {
        // Kind and metadata are judged as those of all objects.
        Map<String, Object> own = new LinkedHashMap<>(object);
        own.remove("metadata");
        List<Finding> findings = of(withoutMetadata(schema), own, "");
        findings.addAll(EmbeddedObjects.findings(schema, own));
        findings.addAll(ListTypes.findings(schema, own));
        return findings;
    }

    private static Map<String, Object> withoutMetadata(StructuralSchema schema) {
        if (!schema.properties().containsKey("metadata")) {
            return schema.tree();
        }
        List<Object> required = new ArrayList<>(Tree.list(schema.tree(), "required"));
        required.remove("metadata");
        return Tree.with(schema.tree(), "required", required);
    }

    /** What is wrong with a value. */
    static List<Finding> of(Map<String, Object> schema, Object value, String path) {
        SchemaValidation validation = new SchemaValidation();
        validation.judge(schema, value, path);
        return validation.findings;
    }

    private void judge(Map<String, Object> schema, Object value, String path) {
        findings.addAll(ValueRules.type(schema, value, path));
        combinations(schema, value, path);
        if (value instanceof String text) {
            findings.addAll(ValueRules.text(schema, text, path));
        } else if (value instanceof Number number) {
            findings.addAll(ValueRules.number(schema, number, path));
        } else if (value instanceof List<?> list) {
            items(schema, list, path);
        }
        enumeration(schema, value, path);
        if (value instanceof Map<?, ?>) {
            fields(schema, Tree.map(value), path);
        }
    }

    private void enumeration(Map<String, Object> schema, Object value, String path) {
        List<Object> values = Tree.list(schema, "enum");
        if (value != null && !values.isEmpty() && values.stream().noneMatch(one -> Tree.equal(one, value))) {
            findings.add(Finding.unsupported(path, value, values));
        }
    }

    private void items(Map<String, Object> schema, List<?> list, String path) {
        if (schema.get("items") instanceof Map) {
            for (int i = 0; i < list.size(); i++) {
                judge(Tree.map(schema, "items"), list.get(i), path + "[" + i + "]");
            }
        }
        if (schema.get("minItems") instanceof Number min && list.size() < min.intValue()) {
            findings.add(Finding.invalid(
                    path, list.size(), path + " in body should have at least " + GoSyntax.number(min) + " items"));
        }
        if (schema.get("maxItems") instanceof Number max && list.size() > max.intValue()) {
            findings.add(Finding.tooMany(path, list.size(), max));
        }
        if (Tree.isTrue(schema, "uniqueItems") && hasDuplicates(list)) {
            findings.add(Finding.invalid(path, list, path + " in body shouldn't contain duplicates"));
        }
    }

    private static boolean hasDuplicates(List<?> list) {
        for (int i = 0; i < list.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (Tree.equal(list.get(i), list.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    private void fields(Map<String, Object> schema, Map<String, Object> fields, String path) {
        if (schema.get("minProperties") instanceof Number min && fields.size() < min.intValue()) {
            findings.add(Finding.invalid(
                    path,
                    fields.size(),
                    path + " in body should have at least " + GoSyntax.number(min) + " properties"));
        }
        if (schema.get("maxProperties") instanceof Number max && fields.size() > max.intValue()) {
            findings.add(Finding.tooMany(path, fields.size(), max));
        }
        Map<String, Object> properties = Tree.map(schema, "properties");
        new TreeMap<>(fields).forEach((name, value) -> {
            String below = Tree.child(path, name);
            if (properties.containsKey(name)) {
                judge(Tree.map(properties, name), value, below);
            } else if (schema.get("additionalProperties") instanceof Map) {
                judge(Tree.map(schema, "additionalProperties"), value, below);
            }
        });
        for (String name : Tree.texts(schema, "required")) {
            if (!fields.containsKey(name)) {
                findings.add(Finding.required(Tree.child(path, name), ""));
            }
        }
    }

    private void combinations(Map<String, Object> schema, Object value, String path) {
        List<Map<String, Object>> any = Tree.maps(schema, "anyOf");
        if (!any.isEmpty()) {
            List<Finding> best = best(any, value, path);
            if (!best.isEmpty()) {
                junction(path, "must validate at least one schema (anyOf)");
                findings.addAll(best);
            }
        }
        List<Map<String, Object>> one = Tree.maps(schema, "oneOf");
        if (!one.isEmpty()) {
            long fitting =
                    one.stream().filter(each -> of(each, value, path).isEmpty()).count();
            if (fitting != 1) {
                junction(
                        path,
                        "must validate one and only one schema (oneOf). "
                                + (fitting == 0 ? "Found none valid" : "Found " + fitting + " valid alternatives"));
                findings.addAll(fitting == 0 ? best(one, value, path) : List.of());
            }
        }
        Set<Finding> all = new LinkedHashSet<>();
        List<Map<String, Object>> every = Tree.maps(schema, "allOf");
        every.forEach(each -> all.addAll(of(each, value, path)));
        if (!all.isEmpty()) {
            findings.addAll(all);
            boolean none =
                    every.stream().noneMatch(each -> of(each, value, path).isEmpty());
            junction(path, "must validate all the schemas (allOf)" + (none ? ". None validated" : ""));
        }
        if (schema.get("not") instanceof Map
                && of(Tree.map(schema, "not"), value, path).isEmpty()) {
            junction(path, "must not validate the schema (not)");
        }
    }

    private void junction(String path, String why) {
        findings.add(Finding.invalid(path, "", '"' + path + "\" " + why));
    }

    /** The findings of the alternative that has the fewest; none when one fits. */
    private static List<Finding> best(List<Map<String, Object>> alternatives, Object value, String path) {
        List<Finding> best = of(alternatives.get(0), value, path);
        for (Map<String, Object> alternative : alternatives) {
            List<Finding> findings = of(alternative, value, path);
            best = findings.size() < best.size() ? findings : best;
        }
        return best;
    }
}
