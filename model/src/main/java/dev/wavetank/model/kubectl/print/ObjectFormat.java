package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.kubectl.template.GoTemplate;
import dev.wavetank.model.kubectl.template.TemplateException;
import dev.wavetank.model.yaml.GoYamlWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A form of objects that {@code -o} names and that needs no table (cli-runtime, pkg/genericclioptions, v1.32).
 *
 * @param name such as {@code yaml}
 * @param template what follows the equals sign, or the text of the file that is named there
 * @param strict whether a template may not name what is missing
 */
public record ObjectFormat(String name, String template, boolean strict) {

    /** The names that every command with this flag knows. */
    public static final List<String> NAMES = List.of(
            "go-template",
            "go-template-file",
            "json",
            "jsonpath",
            "jsonpath-as-json",
            "jsonpath-file",
            "name",
            "template",
            "templatefile",
            "yaml");

    private static final ObjectCodec CODEC = new ObjectCodec();

    /**
     * What a format made of an object.
     *
     * @param error what went wrong, with what is printed before it; empty when nothing did
     */
    public record Printed(String text, String error) {}

    /**
     * The form that a command line asks for.
     *
     * @param files gives the text of a file
     * @throws UsageException when a template is missing or cannot be read
     */
    public static ObjectFormat of(String name, String argument, Invocation line, UnaryOperator<String> files) {
        String given = argument.isEmpty() ? line.value(Flag.TEMPLATE).orElse("") : argument;
        boolean takes = !List.of("json", "name", "yaml").contains(name);
        if (takes && given.isEmpty()) {
            throw new UsageException("template format specified but no template given");
        }
        String template = takes && name.endsWith("file") ? files.apply(given) : given;
        boolean strict = line.value(Flag.ALLOW_MISSING_TEMPLATE_KEYS).equals(Optional.of("false"));
        ObjectFormat format = new ObjectFormat(name, template, strict);
        if (format.isPath()) {
            JsonPath.parse(template);
        } else if (takes) {
            try {
                GoTemplate.parse(template);
            } catch (TemplateException mistake) {
                throw new UsageException("error parsing template " + template + ", " + mistake.getMessage());
            }
        }
        return format;
    }

    private boolean isPath() {
        return name.startsWith("jsonpath");
    }

    /** An object, or a list of them, in this form; {@code name} is the caller's to print. */
    public Printed print(Map<String, Object> tree) {
        return switch (name) {
            case "json" -> printed(CODEC.prettyJson(tree) + "\n");
            case "yaml" -> printed(GoYamlWriter.write(CODEC.tree(CODEC.sortedJson(tree))));
            case "jsonpath", "jsonpath-file", "jsonpath-as-json" -> path(tree);
            default -> template(tree);
        };
    }

    /** An object in this form; as JSON with its fields in the order of the tree. */
    public Printed printInOrder(Map<String, Object> tree) {
        return name.equals("json") ? printed(CODEC.orderedJson(tree) + "\n") : print(tree);
    }

    private static Printed printed(String text) {
        return new Printed(text, "");
    }

    private Printed path(Map<String, Object> tree) {
        JsonPath path = JsonPath.parse(template);
        try {
            return printed(
                    name.equals("jsonpath-as-json")
                            ? path.values(tree, strict).stream()
                                    .map(values -> JsonArray.of(values) + "\n")
                                    .collect(Collectors.joining())
                            : path.evaluate(tree, strict));
        } catch (PathException refusal) {
            return new Printed(
                    "",
                    "error: error executing jsonpath " + GoText.quoted(template) + ": Error executing template: "
                            + refusal.getMessage() + ". Printing more information for debugging the template:\n"
                            + "\ttemplate was:\n\t\t" + template
                            + "\n\tobject given to jsonpath engine was:\n\t\t" + GoSyntax.tree(tree) + "\n\n");
        }
    }

    private Printed template(Map<String, Object> tree) {
        StringBuilder out = new StringBuilder();
        try {
            GoTemplate.parse(template).execute(tree, out, strict);
            return printed(out.toString());
        } catch (TemplateException refusal) {
            out.append("Error executing template: ")
                    .append(refusal.getMessage())
                    .append(". Printing more information for debugging the template:\n\ttemplate was:\n\t\t")
                    .append(template)
                    .append("\n\traw data was:\n\t\t")
                    .append(CODEC.json(tree))
                    .append("\n\tobject given to template engine was:\n\t\t")
                    .append(GoText.plain(tree))
                    .append("\n\n");
            return new Printed(
                    out.toString(),
                    "error: error executing template " + GoText.quoted(template) + ": " + refusal.getMessage());
        }
    }
}
