package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.apiextensions.schema.Finding;
import dev.wavetank.model.apiserver.apiextensions.schema.StructuralRules;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Finds mistakes in CustomResourceDefinitions, in the words of the real server. */
final class DefinitionValidation {

    private static final String VERSIONS = "spec.versions";

    private final Definition definition;
    private final FieldErrors errors;

    private DefinitionValidation(Definition definition, FieldErrors errors) {
        this.definition = definition;
        this.errors = errors;
    }

    static void validate(Definition definition, FieldErrors errors) {
        if (!definition.metadata().name().equals(definition.plural() + "." + definition.group())) {
            errors.invalid(
                    "metadata.name", GoSyntax.of(definition.name()), "must be spec.names.plural+\".\"+spec.group");
        }
        new DefinitionValidation(definition, errors).spec();
    }

    static void validateUpdate(Definition changed, Definition before, FieldErrors errors) {
        new DefinitionValidation(changed, errors).spec();
        if (before.isEstablished()) {
            immutable("spec.scope", changed.spec().get("scope"), before.spec().get("scope"), errors);
            immutable("spec.names.kind", changed.kind(), before.kind(), errors);
        }
        immutable("spec.group", changed.group(), before.group(), errors);
        immutable("spec.names.plural", changed.plural(), before.plural(), errors);
        List<String> stored = Tree.texts(changed.status(), "storedVersions");
        for (int i = 0; i < stored.size(); i++) {
            String name = stored.get(i);
            if (changed.versions().stream().noneMatch(version -> version.name().equals(name))) {
                errors.invalid("status.storedVersions[" + i + "]", GoSyntax.of(name), "must appear in spec.versions");
            }
        }
    }

    private static void immutable(String field, Object changed, Object before, FieldErrors errors) {
        if (!String.valueOf(changed).equals(String.valueOf(before))) {
            errors.invalid(field, GoSyntax.of(String.valueOf(changed)), "field is immutable");
        }
    }

    private void spec() {
        String group = definition.group();
        if (group.isEmpty()) {
            errors.required("spec.group", "");
        } else if (!NameRules.subdomain(group).isEmpty()) {
            errors.invalid("spec.group", GoSyntax.of(group), String.join(",", NameRules.subdomain(group)));
        } else if (group.indexOf('.') < 0) {
            errors.invalid("spec.group", GoSyntax.of(group), "should be a domain with at least one dot");
        }
        String scope = Tree.text(definition.spec(), "scope");
        if (scope.isEmpty()) {
            errors.required("spec.scope", "");
        } else if (!List.of("Cluster", "Namespaced").contains(scope)) {
            errors.unsupported("spec.scope", GoSyntax.of(scope), List.of("Cluster", "Namespaced"));
        }
        if (Tree.isTrue(definition.spec(), "preserveUnknownFields")) {
            errors.invalid("spec.preserveUnknownFields", "true", "must be false");
        }
        versions();
        names();
    }

    private void versions() {
        List<Map<String, Object>> versions = Tree.maps(definition.spec(), "versions");
        Set<String> names = new LinkedHashSet<>();
        int stored = 0;
        for (int i = 0; i < versions.size(); i++) {
            Map<String, Object> version = versions.get(i);
            String path = VERSIONS + "[" + i + "]";
            String name = Tree.text(version, "name");
            stored += Tree.isTrue(version, "storage") ? 1 : 0;
            names.add(name);
            List<String> wrong = NameRules.oldLabel(name);
            if (!wrong.isEmpty()) {
                errors.invalid(path + ".name", GoSyntax.of(name), String.join(",", wrong));
            }
            schema(Tree.map(version, "schema"), path + ".schema.openAPIV3Schema");
            scale(Tree.map(Tree.map(version, "subresources"), "scale"), path + ".subresources.scale");
            columns(Tree.maps(version, "additionalPrinterColumns"), path + ".additionalPrinterColumns");
        }
        if (names.size() < versions.size()) {
            errors.invalid(VERSIONS, shown(versions), "must contain unique version names");
        }
        if (stored != 1) {
            errors.invalid(VERSIONS, shown(versions), "must have exactly one version marked as storage version");
        }
    }

    private void schema(Map<String, Object> schema, String path) {
        if (!(schema.get("openAPIV3Schema") instanceof Map)) {
            errors.required(path, "schemas are required");
            return;
        }
        for (Finding finding : StructuralRules.findings(Tree.map(schema, "openAPIV3Schema"), path)) {
            errors.add(finding.reason(), finding.field(), finding.message());
        }
    }

    private void scale(Map<String, Object> scale, String path) {
        if (scale.isEmpty()) {
            return;
        }
        scalePath(scale, "specReplicasPath", ".spec", path);
        scalePath(scale, "statusReplicasPath", ".status", path);
        if (!Tree.text(scale, "labelSelectorPath").isEmpty()) {
            String selector = Tree.text(scale, "labelSelectorPath");
            boolean within = selector.startsWith(".status.") || selector.startsWith(".spec.");
            if (!within) {
                errors.invalid(
                        path + ".labelSelectorPath",
                        GoSyntax.of(selector),
                        "should be a json path under either .spec or .status");
            }
        }
    }

    private void scalePath(Map<String, Object> scale, String field, String root, String path) {
        String value = Tree.text(scale, field);
        if (value.isEmpty()) {
            errors.required(path + "." + field, "");
        } else if (value.charAt(0) != '.') {
            errors.invalid(path + "." + field, GoSyntax.of(value), "must be a simple json path starting with .");
        } else if (!value.startsWith(root + ".")) {
            errors.invalid(path + "." + field, GoSyntax.of(value), "should be a json path under " + root);
        }
    }

    private void columns(List<Map<String, Object>> columns, String path) {
        List<String> types = List.of("boolean", "date", "integer", "number", "string");
        for (int i = 0; i < columns.size(); i++) {
            Map<String, Object> column = columns.get(i);
            String place = path + "[" + i + "]";
            if (Tree.text(column, "name").isEmpty()) {
                errors.required(place + ".name", "");
            }
            String type = Tree.text(column, "type");
            if (type.isEmpty()) {
                errors.required(place + ".type", "must be one of " + String.join(",", types));
            } else if (!types.contains(type)) {
                errors.invalid(place + ".type", GoSyntax.of(type), "must be one of " + String.join(",", types));
            }
            if (Tree.text(column, "jsonPath").isEmpty()) {
                errors.required(place + ".JSONPath", "");
            }
        }
    }

    private void names() {
        Map<String, Object> names = definition.names();
        for (String field : List.of("plural", "singular", "kind", "listKind")) {
            if (Tree.text(names, field).isEmpty()) {
                errors.required("spec.names." + field, "");
            }
        }
        label("plural", false);
        label("singular", false);
        label("kind", true);
        label("listKind", true);
        labels("shortNames");
        if (!definition.kind().isEmpty() && definition.kind().equals(names.get("listKind"))) {
            errors.invalid(
                    "spec.names.listKind", GoSyntax.of(definition.kind()), "kind and listKind may not be the same");
        }
        labels("categories");
    }

    private void label(String field, boolean mixedCase) {
        String name = Tree.text(definition.names(), field);
        List<String> wrong = NameRules.oldLabel(mixedCase ? name.toLowerCase(Locale.ROOT) : name);
        if (!name.isEmpty() && !wrong.isEmpty()) {
            String how = mixedCase ? "may have mixed case, but should otherwise match: " : "";
            errors.invalid("spec.names." + field, GoSyntax.of(name), how + String.join(",", wrong));
        }
    }

    private void labels(String field) {
        List<String> names = Tree.texts(definition.names(), field);
        for (int i = 0; i < names.size(); i++) {
            List<String> wrong = NameRules.oldLabel(names.get(i));
            if (!wrong.isEmpty()) {
                errors.invalid(
                        "spec.names." + field + "[" + i + "]", GoSyntax.of(names.get(i)), String.join(",", wrong));
            }
        }
    }

    /** The real server shows addresses, which mean nothing; here they are shown as 0x1. */
    private static String shown(List<Map<String, Object>> versions) {
        List<String> shown = new ArrayList<>();
        for (Map<String, Object> version : versions) {
            shown.add("apiextensions.CustomResourceDefinitionVersion{Name:" + GoSyntax.of(Tree.text(version, "name"))
                    + ", Served:" + Tree.isTrue(version, "served")
                    + ", Storage:" + Tree.isTrue(version, "storage")
                    + ", Deprecated:" + Tree.isTrue(version, "deprecated")
                    + ", DeprecationWarning:" + pointer("*string", version.get("deprecationWarning"))
                    + ", Schema:" + pointer("*apiextensions.CustomResourceValidation", version.get("schema"))
                    + ", Subresources:"
                    + pointer("*apiextensions.CustomResourceSubresources", version.get("subresources"))
                    + ", AdditionalPrinterColumns:[]apiextensions.CustomResourceColumnDefinition(nil)}");
        }
        String all = shown.isEmpty() ? "(nil)" : "{" + String.join(", ", shown) + "}";
        return "[]apiextensions.CustomResourceDefinitionVersion" + all;
    }

    private static String pointer(String type, Object value) {
        return "(" + type + ")(" + (value == null ? "nil" : "0x1") + ")";
    }
}
