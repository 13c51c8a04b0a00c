package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text of kubectl before v1.27, of documents of version 2 (kubectl, pkg/explain/model_printer.go).
 *
 * @param heading whether it begins with kind and version
 */
record OldPage(SchemaDocument document, boolean heading) implements Page {

    private static final int WIDTH = 75;

    @Override
    public String text(Subject subject, boolean recursive) {
        StringBuilder out = new StringBuilder();
        if (heading) {
            String apiVersion = (subject.group().isEmpty() ? "" : subject.group() + "/") + subject.version();
            out.append("KIND:     ").append(subject.kind()).append('\n');
            out.append("VERSION:  ").append(apiVersion).append("\n\n");
        }
        Map<String, ObjectFields> fields = document.properties(subject.schema());
        if (!subject.field().isEmpty()) {
            out.append(fields.isEmpty() ? "FIELD:    " : "RESOURCE: ").append(subject.field());
            out.append(" <").append(document.typeName(subject.schema())).append(">\n\n");
        }
        out.append("DESCRIPTION:\n");
        List<String> texts = document.descriptions(subject.schema());
        out.append(texts.isEmpty() ? "     <empty>\n" : "");
        for (int i = 0; i < texts.size(); i++) {
            out.append(i == 0 ? "" : "\n").append(indented(texts.get(i)));
        }
        if (fields.isEmpty()) {
            return out.toString();
        }
        out.append("\nFIELDS:\n");
        if (recursive) {
            Page.recurse(document, subject.schema(), new Page.Marks(3, false, false), 3, List.of(), out);
        } else {
            List<String> required = document.required(subject.schema());
            for (Map.Entry<String, ObjectFields> field : fields.entrySet()) {
                String text = field.getValue().text("description");
                out.append(Page.line(document, field, 3, required)).append('\n');
                out.append(indented(text.isEmpty() ? "<no description>" : text)).append('\n');
            }
        }
        return out.toString();
    }

    private static String indented(String text) {
        return Page.wrapped(text, WIDTH).stream()
                .map(line -> "     " + line + "\n")
                .collect(Collectors.joining());
    }
}
