package dev.wavetank.model.kubectl.template;

import java.util.List;
import java.util.Map;

/** A template that was read without a mistake. */
public final class GoTemplate {

    private final String source;
    private final Map<String, List<Node>> templates;

    private GoTemplate(String source, Map<String, List<Node>> templates) {
        this.source = source;
        this.templates = templates;
    }

    /**
     * Reads a template.
     *
     * @throws TemplateException when it is none
     */
    public static GoTemplate parse(String source) {
        return new GoTemplate(source, Parser.parse(source));
    }

    /**
     * Executes the template.
     *
     * @param data a JSON tree
     * @param out takes the text, also what comes before an error
     * @param strict whether a field that is missing is an error
     * @throws TemplateException when the template asks for what the tree cannot give
     */
    public void execute(Object data, StringBuilder out, boolean strict) {
        new Execution(source, templates, out, strict).run(data);
    }
}
