package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.print.ObjectFields;
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

    /** What stands above everything that depends on the field. */
    default String heading(Subject subject) {
        return "";
    }

    /**
     * What lists of fields show.
     *
     * @param step by how many spaces fields of fields are indented
     * @param required whether it is marked that every object must have a field
     * @param values whether the values that a field can have are shown
     */
    record Marks(int step, boolean required, boolean values) {}

    /** One line for each field, and below it those of its own, but for types that contain themselves. */
    static void recurse(
            SchemaDocument document,
            ObjectFields schema,
            Marks marks,
            int indent,
            List<String> above,
            StringBuilder out) {
        String reference = document.innermost(schema);
        if (!reference.isEmpty() && above.contains(reference)) {
            return;
        }
        List<String> path = new ArrayList<>(above);
        path.add(reference);
        List<String> required = marks.required() ? document.required(schema) : List.of();
        for (Map.Entry<String, ObjectFields> field : document.properties(schema).entrySet()) {
            out.append(line(document, field, indent, required)).append('\n');
            out.append(marks.values() ? values(document, field.getValue(), indent) : "");
            recurse(document, field.getValue(), marks, indent + marks.step(), path, out);
        }
    }

    /** The line with the values that a field can have; empty when it can have any. */
    static String values(SchemaDocument document, ObjectFields schema, int indent) {
        List<String> values = document.values(schema);
        return values.isEmpty() ? "" : " ".repeat(indent) + "enum: " + String.join(", ", values) + "\n";
    }

    /** A field and its type, and whether every object must have it. */
    static String line(
            SchemaDocument document, Map.Entry<String, ObjectFields> field, int indent, List<String> required) {
        return " ".repeat(indent) + field.getKey() + "\t<" + document.typeName(field.getValue()) + ">"
                + (required.contains(field.getKey()) ? " -required-" : "");
    }

    /** The lines of a text, none longer than a width unless it is one word. */
    static List<String> wrapped(String text, int width) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : text.split("\n", -1)) {
            StringBuilder line = new StringBuilder();
            for (String word : paragraph.strip().split(" +")) {
                if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                    lines.add(line.toString());
                    line.setLength(0);
                }
                line.append(line.length() == 0 ? "" : " ").append(word);
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
