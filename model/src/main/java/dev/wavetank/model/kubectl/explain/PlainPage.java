package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of kubectl since v1.27, of documents of version 3 (kubectl, pkg/explain/v2/templates/plaintext.tmpl).
 *
 * @param enums whether it shows the values that a field can have
 */
record PlainPage(SchemaDocument document, boolean enums) implements Page {

    private static final int WIDTH = 76;

    @Override
    public String text(Subject subject, boolean recursive) {
        StringBuilder out = new StringBuilder(heading(subject));
        if (!subject.field().isEmpty()) {
            out.append("FIELD: ").append(subject.field());
            out.append(" <")
                    .append(document.typeName(subject.schema()))
                    .append(">\n")
                    .append(values(subject.schema()));
        }
        List<String> texts = document.descriptions(subject.schema());
        String text = texts.isEmpty() ? "<empty>" : String.join("\n", texts) + "\n";
        out.append("DESCRIPTION:\n").append(indented(text));
        fields(out, subject.schema(), recursive);
        return out.append('\n').toString();
    }

    @Override
    public String heading(Subject subject) {
        StringBuilder out = new StringBuilder();
        if (!subject.group().isEmpty()) {
            out.append("GROUP:      ").append(subject.group()).append('\n');
        }
        out.append("KIND:       ").append(subject.kind()).append('\n');
        out.append("VERSION:    ").append(subject.version()).append("\n\n");
        return out.toString();
    }

    /** The values that a field can have stand where otherwise there is an empty line more. */
    private String values(ObjectFields schema) {
        List<String> values = enums ? document.values(schema) : List.of();
        if (values.isEmpty()) {
            return enums ? "\n\n" : "\n";
        }
        return "ENUM:\n" + values.stream().map(value -> "    " + value + "\n").collect(Collectors.joining()) + "\n";
    }

    private void fields(StringBuilder out, ObjectFields schema, boolean recursive) {
        Map<String, ObjectFields> fields = document.properties(schema);
        if (!fields.isEmpty()) {
            out.append("FIELDS:\n");
        }
        if (recursive) {
            Page.recurse(document, schema, new Page.Marks(2, true, enums), 2, List.of(), out);
        } else {
            List<String> required = document.required(schema);
            for (Map.Entry<String, ObjectFields> field : fields.entrySet()) {
                String about = field.getValue().text("description");
                out.append(Page.line(document, field, 2, required)).append('\n');
                out.append(enums ? Page.values(document, field.getValue(), 2) : "");
                out.append(indented(about.isEmpty() ? "<no description>" : about))
                        .append('\n');
            }
        }
    }

    /** The last line of a text that ends with a line break is indented, too. */
    private static String indented(String text) {
        return Page.wrapped(text, WIDTH).stream()
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining());
    }
}
