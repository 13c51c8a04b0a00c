package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A template in client-go's dialect of JSONPath: text, and in braces paths, quoted text, and {@code range ... end}
 * (client-go, util/jsonpath).
 */
public final class JsonPath {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final List<Node> nodes;

    private sealed interface Node {}

    private record Text(String text) implements Node {}

    private record Path(PathExpression path) implements Node {}

    /** What has no meaning, which shows only when the template is executed. */
    private record Mistake(String message) implements Node {}

    private record Range(PathExpression path, List<Node> body) implements Node {}

    private JsonPath(List<Node> nodes) {
        this.nodes = nodes;
    }

    /**
     * Reads a template.
     *
     * @throws UsageException when it is none
     */
    public static JsonPath parse(String template) {
        Parser parser = new Parser(template);
        List<Node> nodes = parser.nodes();
        return new JsonPath(nodes);
    }

    /** The text that the template makes of a tree; a field that is not there gives nothing. */
    public String evaluate(Object tree) {
        return evaluate(tree, false);
    }

    /**
     * The text that the template makes of a tree.
     *
     * @param strict whether a field that is not there is an error
     * @throws PathException when the tree cannot give what the template asks for
     */
    public String evaluate(Object tree, boolean strict) {
        StringBuilder out = new StringBuilder();
        write(nodes, tree, new Target(out, strict));
        return out.toString();
    }

    /** What each path finds, outside of ranges. */
    List<List<@Nullable Object>> values(Object tree, boolean strict) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        for (Node node : nodes) {
            if (node instanceof Path path) {
                values.add(path.path().values(tree, strict));
            }
        }
        return values;
    }

    private record Target(StringBuilder out, boolean strict) {}

    private static void write(List<Node> nodes, @Nullable Object current, Target target) {
        for (Node node : nodes) {
            if (node instanceof Text text) {
                target.out().append(text.text());
            } else if (node instanceof Path path) {
                List<String> values = path.path().values(current, target.strict()).stream()
                        .map(JsonPath::text)
                        .toList();
                target.out().append(String.join(" ", values));
            } else if (node instanceof Range range) {
                range.path().values(current, target.strict()).forEach(item -> write(range.body(), item, target));
            } else if (node instanceof Mistake mistake) {
                throw new PathException(mistake.message());
            }
        }
    }

    private static String text(@Nullable Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?>
                ? CODEC.sortedValue(value)
                : String.valueOf(value);
    }

    private static final class Parser {

        private final String template;
        private int next;
        private int ranges;

        private Parser(String template) {
            this.template = template;
        }

        /** Nodes up to the end of the template or of the range. */
        private List<Node> nodes() {
            List<Node> nodes = new ArrayList<>();
            while (next < template.length()) {
                int brace = template.indexOf('{', next);
                if (brace != next) {
                    int end = brace < 0 ? template.length() : brace;
                    nodes.add(new Text(template.substring(next, end)));
                    next = end;
                    continue;
                }
                String action = action();
                if (action.equals("end") && ranges > 0) {
                    ranges--;
                    return nodes;
                } else if (action.equals("end")) {
                    nodes.add(new Mistake("not in range, nothing to end"));
                } else if (action.startsWith("range ")) {
                    PathExpression path =
                            PathExpression.parse(action.substring(6).strip());
                    ranges++;
                    nodes.add(new Range(path, nodes()));
                } else if (action.startsWith("\"") || action.startsWith("'")) {
                    nodes.add(new Text(unquoted(action)));
                } else if (action.matches("true|false|-?[0-9]+(\\.[0-9]+)?")) {
                    nodes.add(new Text(action));
                } else if (action.matches("[A-Za-z].*")) {
                    nodes.add(new Mistake("unrecognized identifier " + action));
                } else {
                    nodes.add(new Path(PathExpression.parse(action)));
                }
            }
            return nodes;
        }

        private String action() {
            int end = next + 1;
            char quote = 0;
            while (end < template.length() && (quote != 0 || template.charAt(end) != '}')) {
                char letter = template.charAt(end);
                if (quote == 0 && (letter == '"' || letter == '\'')) {
                    quote = letter;
                } else if (letter == quote) {
                    quote = 0;
                }
                end++;
            }
            if (end >= template.length()) {
                boolean inArray = template.indexOf('[', next) > template.lastIndexOf(']');
                throw mistake(
                        quote != 0 ? "unterminated quoted string" : inArray ? "unterminated array" : "unclosed action");
            }
            String action = template.substring(next + 1, end).strip();
            next = end + 1;
            return action;
        }

        private static String unquoted(String text) {
            return text.substring(1, text.length() - 1)
                    .replace("\\n", "\n")
                    .replace("\\t", "\t")
                    .replace("\\\"", "\"");
        }

        private UsageException mistake(String what) {
            return new UsageException("error parsing jsonpath " + template + ", " + what);
        }
    }
}
