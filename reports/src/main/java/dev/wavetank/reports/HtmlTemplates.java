package dev.wavetank.reports;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/** The templates of pages, compiled with the sources. */
public final class HtmlTemplates {

    private static final String PACKAGE = "dev.wavetank.reports.html.templates";

    private HtmlTemplates() {}

    /**
     * Fills in a template.
     *
     * @param template name of its file
     * @param page its only parameter
     */
    public static String render(String template, Object page) {
        TemplateEngine templates =
                TemplateEngine.createPrecompiled(null, ContentType.Html, HtmlTemplates.class.getClassLoader(), PACKAGE);
        StringOutput out = new StringOutput();
        templates.render(template, page, out);
        return out.toString();
    }

    /** JSON that is safe inside a script element. */
    public static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }
}
