package dev.wavetank.model.apiserver.apiextensions.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Objects within objects say of what kind they are ({@code x-kubernetes-embedded-resource}). */
final class EmbeddedObjects {

    private final List<Finding> findings = new ArrayList<>(0);

    private EmbeddedObjects() {}

    static List<Finding> findings(StructuralSchema schema, Map<String, Object> object) {
        EmbeddedObjects objects = new EmbeddedObjects();
        objects.judge(schema, object, "");
        return objects.findings;
    }

    private void judge(StructuralSchema schema, Object value, String path) {
        if (value instanceof List<?> list && schema.items() != null) {
            for (int i = 0; i < list.size(); i++) {
                judge(schema.items(), list.get(i), path + "[" + i + "]");
            }
        } else if (value instanceof Map<?, ?>) {
            Map<String, Object> fields = Tree.map(value);
            if (schema.isEmbedded()) {
                for (String name : List.of("apiVersion", "kind")) {
                    if (Tree.text(fields, name).isEmpty()) {
                        findings.add(Finding.required(Tree.child(path, name), "must not be empty"));
                    }
                }
            }
            fields.forEach((name, inner) -> {
                StructuralSchema property = schema.properties().getOrDefault(name, schema.additional());
                if (property != null) {
                    judge(property, inner, Tree.child(path, name));
                }
            });
        }
    }
}
