package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        if (parser.next < template.length()) {
            throw parser.mistake("unexpected end of a range");
        }
        return new JsonPath(nodes);
    }

    /** The text that the template makes of a tree. */
    public String evaluate(Object tree) {
        StringBuilder out = new StringBuilder();
        write(nodes, tree, tree, out);
        return out.toString();
    }

    private static void write(List<Node> nodes, Object root, Object current, StringBuilder out) {
        for (Node node : nodes) {
            if (node instanceof Text text) {
                out.append(text.text());
            } else if (node instanceof Path path) {
                List<String> values = path.path().values(root, current).stream()
                        .map(JsonPath::text)
                        .toList();
                out.append(String.join(" ", values));
            } else if (node instanceof Range range) {
                range.path().values(root, current).forEach(item -> write(range.body(), root, item, out));
            }
        }
    }

    private static String text(Object value) {
        return value instanceof Map<?, ?> || value instanceof List<?>
                ? CODEC.sortedValue(value)
                : String.valueOf(value);
    }

    private static final class Parser {

        private final String template;
        private int next;

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
                if (action.equals("end")) {
                    return nodes;
                } else if (action.startsWith("range ")) {
                    PathExpression path =
                            PathExpression.parse(action.substring(6).strip());
                    nodes.add(new Range(path, nodes()));
                } else if (action.startsWith("\"") || action.startsWith("'")) {
                    nodes.add(new Text(unquoted(action)));
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
                throw mistake("unclosed action");
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
