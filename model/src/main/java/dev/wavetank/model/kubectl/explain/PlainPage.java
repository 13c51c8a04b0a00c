package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The text of kubectl since v1.27, of documents of version 3 (kubectl, pkg/explain/v2/templates/plaintext.tmpl). */
record PlainPage(SchemaDocument document) implements Page {

    private static final int WIDTH = 76;

    @Override
    public String text(Subject subject, boolean recursive) {
        StringBuilder out = new StringBuilder();
        if (!subject.group().isEmpty()) {
            out.append("GROUP:      ").append(subject.group()).append('\n');
        }
        out.append("KIND:       ").append(subject.kind()).append('\n');
        out.append("VERSION:    ").append(subject.version()).append("\n\n");
        if (!subject.field().isEmpty()) {
            out.append("FIELD: ").append(subject.field());
            out.append(" <").append(document.typeName(subject.schema())).append(">\n\n\n");
        }
        List<String> texts = document.descriptions(subject.schema());
        String text = texts.isEmpty() ? "<empty>" : String.join("\n", texts) + "\n";
        out.append("DESCRIPTION:\n").append(indented(text));
        Map<String, ObjectFields> fields = document.properties(subject.schema());
        if (!fields.isEmpty()) {
            out.append("FIELDS:\n");
        }
        if (recursive) {
            Page.recurse(document, subject.schema(), 2, 2, List.of(), true, out);
        } else {
            List<String> required = document.required(subject.schema());
            for (Map.Entry<String, ObjectFields> field : fields.entrySet()) {
                String about = field.getValue().text("description");
                out.append(Page.line(document, field, 2, required)).append('\n');
                out.append(indented(about.isEmpty() ? "<no description>" : about))
                        .append('\n');
            }
        }
        return out.append('\n').toString();
    }

    /** The last line of a text that ends with a line break is indented, too. */
    private static String indented(String text) {
        return Page.wrapped(text, WIDTH).stream()
                .map(line -> "    " + line + "\n")
                .collect(Collectors.joining());
    }
}
