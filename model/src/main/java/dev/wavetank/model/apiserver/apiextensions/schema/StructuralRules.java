package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds what keeps a schema from being structural: what every version of a CustomResourceDefinition must be. */
public final class StructuralRules {

    private static final String TYPE = "type";
    private static final String PROPERTIES = "properties";
    private static final String ADDITIONAL = "additionalProperties";
    private static final String EMBEDDED = "x-kubernetes-embedded-resource";
    private static final String PRESERVE = "x-kubernetes-preserve-unknown-fields";
    private static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    private static final String ANY_OF = "anyOf";
    private static final String ALL_OF = "allOf";

    /** What a schema beneath a combination of schemas must not say, and how the refusal puts it. */
    private static final List<List<String>> FORBIDDEN_WITHIN = List.of(
            List.of(TYPE, "must be empty to be structural"),
            List.of(ADDITIONAL, "must be undefined to be structural"),
            List.of("default", "must be undefined to be structural"),
            List.of("title", "must be empty to be structural"),
            List.of("description", "must be empty to be structural"),
            List.of("nullable", "must be false to be structural"),
            List.of(PRESERVE, "must be false to be structural"),
            List.of(EMBEDDED, "must be false to be structural"),
            List.of(INT_OR_STRING, "must be false to be structural"),
            List.of("x-kubernetes-list-map-keys", "must be empty to be structural"),
            List.of("x-kubernetes-list-type", "must be undefined to be structural"));

    private static final List<Map<String, Object>> INT_OR_STRING_TYPES =
            List.of(Collections.singletonMap(TYPE, "integer"), Collections.singletonMap(TYPE, "string"));

    private final List<Finding> findings = new ArrayList<>(0);

    private enum Level {
        ROOT("must not be empty at the root"),
        ITEM("must not be empty for specified array items"),
        FIELD("must not be empty for specified object fields");

        private final String needsType;

        Level(String needsType) {
            this.needsType = needsType;
        }
    }

    private StructuralRules() {}

    /**
     * What is wrong with the schema of whole objects. Rules of OpenAPI come first, those of structure when they
     * hold.
     */
    public static List<Finding> findings(Map<String, Object> schema, String path) {
        StructuralRules rules = new StructuralRules();
        OpenApiRules.judge(schema, path, rules.findings);
        if (rules.findings.isEmpty()) {
            rules.judge(schema, Level.ROOT, path);
            rules.complete(schema, path, schema, path);
            rules.findings.sort(Comparator.comparing(Finding::text));
        }
        return rules.findings;
    }

    private void judge(Map<String, Object> schema, Level level, String path) {
        if (Tree.text(schema, TYPE).equals("array") && !(schema.get("items") instanceof Map)) {
            findings.add(Finding.required(path + ".items", "must be specified"));
        }
        if (schema.get("items") instanceof Map) {
            judge(Tree.map(schema, "items"), Level.ITEM, path + ".items");
        }
        Tree.map(schema, PROPERTIES)
                .forEach((name, property) -> judge(Tree.map(property), Level.FIELD, key(path, PROPERTIES, name)));
        if (schema.containsKey(ADDITIONAL) && level == Level.ROOT) {
            findings.add(Finding.forbidden(path + "." + ADDITIONAL, "must not be used at the root"));
        }
        if (schema.get(ADDITIONAL) instanceof Map) {
            judge(Tree.map(schema, ADDITIONAL), Level.FIELD, path + "." + ADDITIONAL);
        }
        for (String other : List.of(PRESERVE, EMBEDDED)) {
            if (Tree.isTrue(schema, INT_OR_STRING) && Tree.isTrue(schema, other)) {
                findings.add(Finding.invalid(
                        path + "." + other, true, "must be false if x-kubernetes-int-or-string is true"));
            }
        }
        combinations(schema, path);
        type(schema, level, path);
        metadata(schema, level, path);
        defaultValue(schema, path);
    }

    private void type(Map<String, Object> schema, Level level, String path) {
        String type = Tree.text(schema, TYPE);
        String field = path + "." + TYPE;
        String embedded = "must be object if x-kubernetes-embedded-resource is true";
        if (Tree.isTrue(schema, EMBEDDED) && !type.equals("object")) {
            findings.add(type.isEmpty() ? Finding.required(field, embedded) : Finding.invalid(field, type, embedded));
        } else if (type.isEmpty() && !Tree.isTrue(schema, INT_OR_STRING) && !Tree.isTrue(schema, PRESERVE)) {
            findings.add(Finding.required(field, level.needsType));
        }
        if (level == Level.ROOT && !type.isEmpty() && !type.equals("object")) {
            findings.add(Finding.invalid(field, type, "must be object at the root"));
        }
        if (Tree.isTrue(schema, EMBEDDED)) {
            if (schema.containsKey(ADDITIONAL)) {
                findings.add(Finding.forbidden(
                        path + "." + ADDITIONAL, "must not be used if x-kubernetes-embedded-resource is set"));
            }
            if (!Tree.isTrue(schema, PRESERVE) && Tree.map(schema, PROPERTIES).isEmpty()) {
                findings.add(Finding.required(
                        path + "." + PROPERTIES,
                        "must not be empty if x-kubernetes-embedded-resource is true without"
                                + " x-kubernetes-preserve-unknown-fields"));
            }
        }
    }

    private void metadata(Map<String, Object> schema, Level level, String path) {
        if (level != Level.ROOT && !Tree.isTrue(schema, EMBEDDED)) {
            return;
        }
        Map<String, Object> properties = Tree.map(schema, PROPERTIES);
        for (String name : List.of("kind", "apiVersion", "metadata")) {
            String wanted = name.equals("metadata") ? "object" : "string";
            String type = Tree.text(Tree.map(properties, name), TYPE);
            if (properties.containsKey(name) && !type.equals(wanted)) {
                findings.add(Finding.invalid(key(path, PROPERTIES, name) + ".type", type, "must be " + wanted));
            }
        }
        Map<String, Object> metadata = Tree.map(properties, "metadata");
        Set<String> said = new LinkedHashSet<>(metadata.keySet());
        said.removeAll(List.of(TYPE, PROPERTIES, "description"));
        Set<String> fields = new LinkedHashSet<>(Tree.map(metadata, PROPERTIES).keySet());
        fields.removeAll(List.of("name", "generateName"));
        if (level == Level.ROOT && !(said.isEmpty() && fields.isEmpty())) {
            findings.add(Finding.forbidden(
                    key(path, PROPERTIES, "metadata"),
                    "must not specify anything other than name and generateName, but metadata is implicitly"
                            + " specified"));
        }
    }

    private void defaultValue(Map<String, Object> schema, String path) {
        Object value = schema.get("default");
        if (value == null) {
            return;
        }
        String field = path + ".default";
        StructuralSchema structural = StructuralSchema.of(schema);
        if (value instanceof Map<?, ?>
                && !Pruning.pruned(structural, Tree.map(value)).equals(value)) {
            findings.add(Finding.invalid(field, value, "must not have unknown fields"));
        }
        for (Finding wrong : SchemaValidation.of(schema, value, "")) {
            String message = wrong.message().replace(":  in body", ": in body");
            findings.add(new Finding(
                    wrong.reason(), wrong.field().isEmpty() ? field : field + "." + wrong.field(), message));
        }
    }

    private void combinations(Map<String, Object> schema, String path) {
        junctors(
                schema,
                path,
                (within, place) ->
                        nested(within, place, Tree.isTrue(schema, INT_OR_STRING) && place.endsWith("allOf[0]")));
        String pattern = Tree.text(schema, "pattern");
        try {
            Pattern.compile(pattern);
        } catch (PatternSyntaxException mistake) {
            findings.add(Finding.invalid(
                    path + ".pattern",
                    pattern,
                    "must be a valid regular expression, but isn't: " + mistake.getDescription()));
        }
    }

    private interface Junction {
        void accept(Map<String, Object> schema, String path);
    }

    private static void junctors(Map<String, Object> schema, String path, Junction junction) {
        boolean plain = Tree.isTrue(schema, INT_OR_STRING) && isIntOrString(Tree.maps(schema, ANY_OF));
        for (String junctor : List.of(ANY_OF, ALL_OF, "oneOf")) {
            List<Map<String, Object>> schemas = Tree.maps(schema, junctor);
            for (int i = 0; i < schemas.size(); i++) {
                if (!(plain && junctor.equals(ANY_OF))) {
                    junction.accept(schemas.get(i), path + "." + junctor + "[" + i + "]");
                }
            }
        }
        if (schema.get("not") instanceof Map) {
            junction.accept(Tree.map(schema, "not"), path + ".not");
        }
    }

    private static boolean isIntOrString(List<Map<String, Object>> schemas) {
        return schemas.equals(INT_OR_STRING_TYPES);
    }

    private void nested(Map<String, Object> schema, String path, boolean ofIntOrString) {
        boolean plain = ofIntOrString && isIntOrString(Tree.maps(schema, ANY_OF));
        junctors(
                plain ? Tree.with(schema, ANY_OF, null) : schema,
                path,
                (within, place) -> nested(within, place, false));
        if (schema.get("items") instanceof Map) {
            nested(Tree.map(schema, "items"), path + ".items", false);
        }
        new TreeMap<>(Tree.map(schema, PROPERTIES))
                .forEach((name, property) -> nested(Tree.map(property), key(path, PROPERTIES, name), false));
        for (List<String> forbidden : FORBIDDEN_WITHIN) {
            Object value = schema.get(forbidden.get(0));
            if (value != null && !value.equals(false) && !value.equals("")) {
                findings.add(Finding.forbidden(path + "." + forbidden.get(0), forbidden.get(1)));
            }
        }
        if (Tree.map(schema, PROPERTIES).containsKey("metadata")) {
            findings.add(
                    Finding.forbidden(key(path, PROPERTIES, "metadata"), "must not be specified in a nested context"));
        }
    }

    /** Every field that a combination of schemas speaks of is declared outside as well. */
    private void complete(Map<String, Object> schema, String path, Map<String, Object> combined, String place) {
        junctors(combined, place, (within, below) -> {
            Map<String, Object> declared = Tree.map(schema, PROPERTIES);
            new TreeMap<>(Tree.map(within, PROPERTIES)).forEach((name, inner) -> {
                String said = key(below, PROPERTIES, name);
                if (declared.containsKey(name)) {
                    complete(
                            Tree.map(declared, name),
                            key(path, PROPERTIES, name),
                            Collections.singletonMap(ALL_OF, List.of(inner)),
                            said);
                } else {
                    findings.add(Finding.required(key(path, PROPERTIES, name), "because it is defined in " + said));
                }
            });
            complete(schema, path, within, below);
        });
    }

    static String key(String path, String field, String key) {
        return path + "." + field + "[" + key + "]";
    }
}
