package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.kubectl.session.ObjectFields;
import java.util.List;
import java.util.Map;

/** The text of kubectl since v1.27, of documents of version 3 (kubectl, pkg/explain/v2/templates/plaintext.tmpl). */
record PlainPage(SchemaDocument document) implements Page {

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
        out.append("DESCRIPTION:\n    <empty>\n");
        Map<String, ObjectFields> fields = document.properties(subject.schema());
        if (!fields.isEmpty()) {
            out.append("FIELDS:\n");
        }
        if (recursive) {
            Page.recurse(document, subject.schema(), 2, 2, List.of(), out);
        } else {
            for (Map.Entry<String, ObjectFields> field : fields.entrySet()) {
                out.append(Page.line(document, field, 2)).append("\n    <no description>\n\n");
            }
        }
        return out.append('\n').toString();
    }
}
