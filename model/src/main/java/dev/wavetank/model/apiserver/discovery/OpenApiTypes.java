package dev.wavetank.model.apiserver.discovery;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The types of OpenAPI documents: those of the schema under the names that the real documents give them. A type belongs
 * to the first group, in the order of the table, whose kinds reach it.
 */
final class OpenApiTypes {

    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1";
    private static final String HOOK = "LifecycleHandler";
    private static final List<String> META_TYPES = List.of(
            "Condition",
            "DeleteOptions",
            "LabelSelector",
            "LabelSelectorRequirement",
            "ManagedFieldsEntry",
            "ObjectMeta",
            "OwnerReference",
            "Preconditions");

    private final Schema schema;
    private final ServedResources resources;
    private final KubernetesVersion version;
    private final Descriptions words = Descriptions.load();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, List<ServedResource>> kinds = new TreeMap<>();

    OpenApiTypes(Schema schema, ServedResources resources, KubernetesVersion version) {
        this.schema = schema;
        this.resources = resources;
        this.version = version;
        for (ServedResource served : resources.all()) {
            typeOf(served).ifPresent(type -> name(type, packageOf(served.bodyVersion())));
            kinds.computeIfAbsent(kindName(served), missing -> new ArrayList<>())
                    .add(served);
        }
    }

    private Optional<String> typeOf(ServedResource served) {
        Optional<String> type = schema.typeOf(served.bodyVersion(), served.bodyKind());
        // Old versions of a kind have about the fields of the one that the table has.
        return type.isPresent() || ResourceType.isCustom(served.bodyGroup()) ? type : schema.typeOf(served.bodyKind());
    }

    private void name(String type, String inPackage) {
        if (names.containsKey(type)) {
            return;
        }
        boolean merged = type.equals(HOOK) && !version.has(Feature.SEPARATE_HANDLERS);
        String simple = merged ? "Handler" : type.substring(type.lastIndexOf('.') + 1);
        names.put(type, (META_TYPES.contains(type) ? META : inPackage) + "." + simple);
        for (Field field : fields(type)) {
            FieldType inner = field.type();
            while (inner.element() != null) {
                inner = inner.element();
            }
            if (inner.shape() == FieldType.Shape.STRUCT) {
                name(inner.name(), inPackage);
            }
        }
    }

    private List<Field> fields(String type) {
        return List.copyOf(schema.fields(type).values());
    }

    /** The name of the kind that is sent to a resource, such as {@code io.k8s.api.apps.v1.Deployment}. */
    static String kindName(ServedResource served) {
        return packageOf(served.bodyVersion()) + "." + served.bodyKind();
    }

    private static String packageOf(String apiVersion) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "core" : apiVersion.substring(0, slash);
        String version = apiVersion.substring(slash + 1);
        return switch (group) {
            case "apiextensions.k8s.io" -> "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions." + version;
            case "apiregistration.k8s.io" -> "io.k8s.kube-aggregator.pkg.apis.apiregistration." + version;
            default -> builtInOrOwn(group, version);
        };
    }

    private static String builtInOrOwn(String group, String version) {
        int dot = group.indexOf('.');
        if (dot < 0 || group.endsWith(".k8s.io")) {
            return "io.k8s.api." + (dot < 0 ? group : group.substring(0, dot)) + "." + version;
        }
        List<String> labels = new ArrayList<>(List.of(group.split("\\.")));
        Collections.reverse(labels);
        return String.join(".", labels) + "." + version;
    }

    /**
     * All types by name.
     *
     * @param prefix of references to other types
     */
    Map<String, Object> definitions(String prefix) {
        Map<String, Object> definitions = new TreeMap<>();
        names.forEach((type, name) -> definitions.put(name, definition(type, prefix)));
        kinds.forEach((name, all) -> {
            Map<String, Object> definition = new LinkedHashMap<>();
            if (definitions.get(name) instanceof Map<?, ?> known) {
                known.forEach((key, value) -> definition.put((String) key, value));
            } else {
                definition.putAll(defined(all.get(0), prefix));
            }
            definition.put("x-kubernetes-group-version-kind", List.of(groupVersionKind(all.get(0))));
            definitions.put(name, definition);
        });
        return definitions;
    }

    /**
     * What a definition says, with the fields that all objects have (apiextensions-apiserver,
     * pkg/controller/openapi/builder).
     */
    private Map<String, Object> defined(ServedResource served, String prefix) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", "object");
        Map<String, Object> properties = new LinkedHashMap<>();
        resources.definedSchema(served).ifPresent(schemaOfKind -> {
            tree.putAll(schemaOfKind);
            if (schemaOfKind.get("properties") instanceof Map<?, ?> own) {
                own.forEach((name, property) -> properties.put((String) name, property));
            }
        });
        for (String name : List.of("apiVersion", "kind")) {
            properties.put(name, described(typed("string", null), prefix, words.field("", name, true)));
        }
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("$ref", prefix + names.get("ObjectMeta"));
        properties.put("metadata", described(metadata, prefix, words.field("", "metadata", true)));
        tree.put("properties", properties);
        if (resources.definedSchema(served).isEmpty()) {
            tree.put("x-kubernetes-preserve-unknown-fields", true);
        }
        return tree;
    }

    /** How documents name the kind that a resource accepts. */
    static Map<String, Object> groupVersionKind(ServedResource served) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("group", served.bodyGroup());
        tree.put("kind", served.bodyKind());
        tree.put("version", served.bodyVersion().substring(served.bodyVersion().indexOf('/') + 1));
        return tree;
    }

    private Map<String, Object> definition(String type, String prefix) {
        boolean whole = schema.fields(type).containsKey("apiVersion");
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Field field : fields(type)) {
            properties.put(
                    field.name(),
                    described(property(field.type(), prefix), prefix, words.field(type, field.name(), whole)));
        }
        Map<String, Object> definition = new LinkedHashMap<>();
        words.type(type).ifPresent(text -> definition.put("description", text));
        definition.put("type", "object");
        definition.put("properties", properties);
        if (!words.required(type).isEmpty()) {
            definition.put("required", words.required(type));
        }
        return definition;
    }

    /** In version 3 nothing may stand beside a reference. */
    private static Map<String, Object> described(Map<String, Object> property, String prefix, Optional<String> text) {
        if (text.isEmpty()) {
            return property;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("description", text.get());
        if (property.containsKey("$ref") && !prefix.startsWith("#/definitions")) {
            tree.put("allOf", List.of(property));
        } else {
            tree.putAll(property);
        }
        return tree;
    }

    private Map<String, Object> property(FieldType field, String prefix) {
        return switch (field.shape()) {
            case STRING -> text(field);
            case QUANTITY -> typed("string", null);
            case BOOL -> typed("boolean", null);
            case INT32 -> typed("integer", "int32");
            case INT64 -> typed("integer", "int64");
            case FLOAT64 -> typed("number", "double");
            case BYTES -> typed("string", "byte");
            case ANY -> typed("object", null);
            case TIME -> typed("string", "date-time");
            case INT_OR_STRING -> typed("string", "int-or-string");
            case STRUCT -> reference(field, prefix);
            case LIST -> containing("array", "items", field, prefix);
            case MAP -> containing("object", "additionalProperties", field, prefix);
        };
    }

    private Map<String, Object> text(FieldType field) {
        Map<String, Object> tree = typed("string", null);
        List<String> values = Enumerations.of(field.goName());
        // Enumerations and documents of version 3 came with the same version.
        if (!values.isEmpty() && version.has(Feature.OPENAPI_V3)) {
            tree.put("enum", values);
        }
        return tree;
    }

    private Map<String, Object> containing(String type, String member, FieldType field, String prefix) {
        Map<String, Object> tree = typed(type, null);
        tree.put(member, property(field.element(), prefix));
        return tree;
    }

    private Map<String, Object> reference(FieldType field, String prefix) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("$ref", prefix + names.get(field.name()));
        return tree;
    }

    private static Map<String, Object> typed(String type, String format) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", type);
        if (format != null) {
            tree.put("format", format);
        }
        return tree;
    }
}
