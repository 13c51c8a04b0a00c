package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.session.ObjectFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The text about a kind or one of its fields. */
interface Page {

    /**
     * What is explained.
     *
     * @param group of the kind; empty for the core group
     * @param field the last name of the path; empty for the whole kind
     * @param schema of the field, or of the kind
     */
    record Subject(String group, String version, String kind, String field, ObjectFields schema) {}

    /** The text in full. */
    String text(Subject subject, boolean recursive);

    /** One line for each field, and below it those of its own, but for types that contain themselves. */
    static void recurse(
            SchemaDocument document, ObjectFields schema, int indent, int step, List<String> above, StringBuilder out) {
        String reference = document.innermost(schema);
        if (!reference.isEmpty() && above.contains(reference)) {
            return;
        }
        List<String> path = new ArrayList<>(above);
        path.add(reference);
        for (Map.Entry<String, ObjectFields> field : document.properties(schema).entrySet()) {
            out.append(line(document, field, indent)).append('\n');
            recurse(document, field.getValue(), indent + step, step, path, out);
        }
    }

    /** A field and its type. */
    static String line(SchemaDocument document, Map.Entry<String, ObjectFields> field, int indent) {
        return " ".repeat(indent) + field.getKey() + "\t<" + document.typeName(field.getValue()) + ">";
    }
}
