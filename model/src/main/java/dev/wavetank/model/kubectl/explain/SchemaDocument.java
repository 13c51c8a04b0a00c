package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The types of an OpenAPI document.
 *
 * @param definitions by their names
 * @param structNames whether a type is called by its own name ({@code DeploymentSpec}) or just {@code Object}
 */
record SchemaDocument(Map<String, Object> definitions, boolean structNames) {

    /** The types of a document of version 3. */
    static SchemaDocument ofVersion3(ObjectFields document) {
        return new SchemaDocument(document.map("components.schemas"), true);
    }

    /** The types of a document of version 2. */
    static SchemaDocument ofVersion2(ObjectFields document) {
        return new SchemaDocument(document.map("definitions"), false);
    }

    /** The type of a kind. */
    Optional<ObjectFields> kind(String group, String version, String kind) {
        return definitions.keySet().stream()
                .map(this::definition)
                .filter(definition -> definition.list("x-kubernetes-group-version-kind").stream()
                        .anyMatch(named -> named.text("group").equals(group)
                                && named.text("version").equals(version)
                                && named.text("kind").equals(kind)))
                .findFirst();
    }

    private ObjectFields definition(String name) {
        return fields(definitions.get(name));
    }

    @SuppressWarnings("unchecked") // trees have only names as keys
    private static ObjectFields fields(@Nullable Object tree) {
        return new ObjectFields(tree instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap());
    }

    /** What a schema refers to; itself when it refers to nothing. */
    ObjectFields resolved(ObjectFields schema) {
        String reference = reference(schema);
        return reference.isEmpty() ? schema : definition(reference.substring(reference.lastIndexOf('/') + 1));
    }

    /** The reference of a schema, also the only one of {@code allOf}; empty when it has none. */
    static String reference(ObjectFields schema) {
        List<ObjectFields> all = schema.list("allOf");
        return all.size() == 1 ? all.get(0).text("$ref") : schema.text("$ref");
    }

    /** The properties of a schema, sorted; of a list or a map those of what it contains. */
    Map<String, ObjectFields> properties(ObjectFields schema) {
        ObjectFields resolved = resolved(schema);
        Map<String, ObjectFields> properties = new TreeMap<>();
        resolved.map("properties").forEach((name, property) -> properties.put(name, fields(property)));
        if (properties.isEmpty() && resolved.has("items")) {
            return properties(resolved.at("items"));
        }
        return properties.isEmpty() && resolved.value("additionalProperties") instanceof Map
                ? properties(resolved.at("additionalProperties"))
                : properties;
    }

    /**
     * The names of the fields that every object of a schema must have; of a list or a map those of what
     * it contains.
     */
    List<String> required(ObjectFields schema) {
        ObjectFields resolved = resolved(schema);
        if (resolved.map("properties").isEmpty() && resolved.has("items")) {
            return required(resolved.at("items"));
        }
        if (resolved.map("properties").isEmpty() && resolved.value("additionalProperties") instanceof Map) {
            return required(resolved.at("additionalProperties"));
        }
        return resolved.value("required") instanceof List<?> names
                ? names.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** The values that a field can have; none when it can have any. */
    List<String> values(ObjectFields schema) {
        return resolved(schema).value("enum") instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** What is said about a schema: of a field, then of its type, then of what that contains. */
    List<String> descriptions(ObjectFields schema) {
        List<String> found = new ArrayList<>();
        if (!schema.text("description").isEmpty()) {
            found.add(schema.text("description"));
        }
        if (!reference(schema).isEmpty()) {
            found.addAll(descriptions(resolved(schema)));
        } else if (schema.has("items")) {
            found.addAll(descriptions(schema.at("items")));
        } else if (schema.value("additionalProperties") instanceof Map) {
            found.addAll(descriptions(schema.at("additionalProperties")));
        }
        return found;
    }

    /** The reference behind lists and maps, by which a type that contains itself is found; empty when there is none. */
    String innermost(ObjectFields schema) {
        String reference = reference(schema);
        if (!reference.isEmpty()) {
            return reference;
        }
        if (schema.has("items")) {
            return innermost(schema.at("items"));
        }
        return schema.value("additionalProperties") instanceof Map ? innermost(schema.at("additionalProperties")) : "";
    }

    /** The name of a type: {@code []Container}, {@code map[string]string}, {@code integer}. */
    String typeName(ObjectFields schema) {
        if (schema.has("items")) {
            return "[]" + typeName(schema.at("items"));
        }
        if (schema.value("additionalProperties") instanceof Map) {
            return "map[string]" + typeName(schema.at("additionalProperties"));
        }
        String reference = reference(schema);
        if (!reference.isEmpty()) {
            String type = resolved(schema).text("type");
            boolean named = structNames && (type.isEmpty() || type.equals("object"));
            return named ? reference.substring(reference.lastIndexOf('.') + 1) : typeName(resolved(schema));
        }
        String type = schema.text("type");
        if (structNames && schema.text("format").equals("int-or-string")) {
            return "IntOrString";
        }
        return type.isEmpty() || type.equals("object") ? "Object" : type;
    }
}
