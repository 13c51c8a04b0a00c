package dev.wavetank.model.kubectl.template;

import dev.wavetank.model.gotext.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A template under way (Go 1.23, text/template/exec.go). */
final class Execution {

    /** How deep templates may call each other. */
    private static final int DEEPEST = 1_000;

    private final String source;
    private final Map<String, List<Node>> templates;
    private final StringBuilder out;
    private final Evaluation evaluation;
    private int depth;

    /** How a list of nodes has ended. */
    private enum End {
        NORMAL,
        BREAK,
        CONTINUE
    }

    Execution(String source, Map<String, List<Node>> templates, StringBuilder out, boolean strict) {
        this.source = source;
        this.templates = templates;
        this.out = out;
        this.evaluation = new Evaluation(source, strict);
    }

    void run(Object data) {
        evaluation.push("$", data);
        walk(data, templates.getOrDefault("", List.of()));
    }

    private End walk(@Nullable Object dot, List<Node> nodes) {
        for (Node node : nodes) {
            End end = walk(dot, node);
            if (end != End.NORMAL) {
                return end;
            }
        }
        return End.NORMAL;
    }

    private End walk(@Nullable Object dot, Node node) {
        if (node instanceof Node.Text text) {
            out.append(text.text());
        } else if (node instanceof Node.Action action) {
            Object value = evaluation.pipeline(dot, action.pipeline());
            if (action.pipeline().variables().isEmpty()) {
                out.append(value == null ? "<no value>" : GoText.plain(value));
            }
        } else if (node instanceof Node.Branch branch) {
            int scope = evaluation.scope();
            Object value = evaluation.pipeline(dot, branch.pipeline());
            End end = Functions.isTrue(value)
                    ? walk(branch.moves() ? value : dot, branch.then())
                    : walk(dot, branch.otherwise());
            evaluation.pop(scope);
            return end;
        } else if (node instanceof Node.Range range) {
            return range(dot, range);
        } else if (node instanceof Node.Call call) {
            call(dot, call);
        } else {
            return node instanceof Node.Break ? End.BREAK : End.CONTINUE;
        }
        return End.NORMAL;
    }

    private End range(@Nullable Object dot, Node.Range range) {
        int scope = evaluation.scope();
        Pipeline pipeline = range.pipeline();
        Object value = evaluation.pipeline(dot, new Pipeline(List.of(), false, pipeline.commands()));
        List<Object> keys = new ArrayList<>();
        List<@Nullable Object> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                keys.add(i);
                elements.add(list.get(i));
            }
        } else if (value instanceof Map<?, ?> map) {
            new TreeMap<Object, Object>(map).forEach((key, element) -> {
                keys.add(key);
                elements.add(element);
            });
        } else if (value != null) {
            Pipeline.Command last = pipeline.commands().get(0);
            throw evaluation.mistake(last.at(), pipeline.toString(), "range can't iterate over " + GoText.plain(value));
        }
        for (int i = 0; i < elements.size(); i++) {
            elements(pipeline, keys.get(i), elements.get(i));
            End end = walk(elements.get(i), range.body());
            evaluation.pop(scope);
            if (end == End.BREAK) {
                break;
            }
        }
        End end = elements.isEmpty() ? walk(dot, range.otherwise()) : End.NORMAL;
        evaluation.pop(scope);
        return end;
    }

    /** Sets the variables of a range: one for the element, or two for its key and itself. */
    private void elements(Pipeline pipeline, Object key, @Nullable Object element) {
        List<String> names = pipeline.variables();
        for (int i = 0; i < names.size(); i++) {
            Object value = i == 0 && names.size() > 1 ? key : element;
            if (pipeline.declares()) {
                evaluation.push(names.get(i), value);
            } else {
                evaluation.set(names.get(i), value);
            }
        }
    }

    private void call(@Nullable Object dot, Node.Call call) {
        List<Node> nodes = templates.get(call.name());
        if (nodes == null) {
            String text = "{{template " + GoText.quoted(call.name())
                    + (call.dot().isEmpty() ? "" : " " + call.dot().get(0)) + "}}";
            throw evaluation.mistake(call.at(), text, "template " + GoText.quoted(call.name()) + " not defined");
        }
        if (depth++ == DEEPEST) {
            throw evaluation.mistake(call.at(), call.name(), "exceeded maximum template depth (" + DEEPEST + ")");
        }
        Object data = call.dot().isEmpty()
                ? null
                : evaluation.pipeline(dot, call.dot().get(0));
        new Execution(source, templates, out, evaluation.isStrict()).run(nodes, data, depth);
        depth--;
    }

    /** Executes a template that another one calls: with variables of its own. */
    private void run(List<Node> nodes, @Nullable Object data, int callers) {
        depth = callers;
        evaluation.push("$", data);
        walk(data, nodes);
    }
}
