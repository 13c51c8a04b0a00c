package dev.wavetank.model.kubectl.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the values of pipelines (Go 1.23, text/template/exec.go). Null is Go's nil, and what is missing. */
final class Evaluation {

    private final String source;
    private final boolean strict;
    private final List<Bound> variables = new ArrayList<>();

    private static final class Bound {
        private final String name;
        private @Nullable Object value;

        private Bound(String name, @Nullable Object value) {
            this.name = name;
            this.value = value;
        }
    }

    Evaluation(String source, boolean strict) {
        this.source = source;
        this.strict = strict;
    }

    boolean isStrict() {
        return strict;
    }

    int scope() {
        return variables.size();
    }

    void push(String name, @Nullable Object value) {
        variables.add(new Bound(name, value));
    }

    void pop(int scope) {
        variables.subList(scope, variables.size()).clear();
    }

    void set(String name, @Nullable Object value) {
        bound(name).value = value;
    }

    private Bound bound(String name) {
        for (int i = variables.size() - 1; i >= 0; i--) {
            if (variables.get(i).name.equals(name)) {
                return variables.get(i);
            }
        }
        throw new AssertionError("a variable that the parser let pass: " + name);
    }

    @Nullable
    Object pipeline(@Nullable Object dot, Pipeline pipeline) {
        Object value = null;
        boolean piped = false;
        for (Pipeline.Command command : pipeline.commands()) {
            value = command(dot, command, piped ? List.of(new Given(value)) : List.of());
            piped = true;
        }
        for (String name : pipeline.variables()) {
            if (pipeline.declares()) {
                push(name, value);
            } else {
                set(name, value);
            }
        }
        return value;
    }

    /** What an earlier command of a pipeline gave. */
    private record Given(@Nullable Object value) {}

    private @Nullable Object command(@Nullable Object dot, Pipeline.Command command, List<Given> piped) {
        Pipeline.Operand first = command.words().get(0);
        List<Pipeline.Operand> arguments =
                command.words().subList(1, command.words().size());
        if (first instanceof Pipeline.Function function) {
            return call(dot, command, function, arguments, piped);
        }
        boolean given = !arguments.isEmpty() || !piped.isEmpty();
        if (first instanceof Pipeline.Constant constant && constant.value() == null) {
            throw mistake(first.at(), first.toString(), "nil is not a command");
        }
        Object value = operand(dot, first);
        if (given) {
            List<String> names = first instanceof Pipeline.Fields fields ? fields.names() : List.of();
            throw names.isEmpty()
                    ? mistake(first.at(), first.toString(), "can't give argument to non-function " + first)
                    : mistake(
                            first.at(),
                            first.toString(),
                            names.get(names.size() - 1) + " is not a method but has arguments");
        }
        return value;
    }

    private @Nullable Object call(
            @Nullable Object dot,
            Pipeline.Command command,
            Pipeline.Function function,
            List<Pipeline.Operand> arguments,
            List<Given> piped) {
        String name = function.name();
        int count = arguments.size() + piped.size();
        String wrong = Functions.wrongCount(name, count);
        if (!wrong.isEmpty()) {
            throw mistake(function.at(), name, "wrong number of args for " + name + ": " + wrong);
        }
        boolean shortens = name.equals("and") || name.equals("or");
        List<@Nullable Object> values = new ArrayList<>();
        for (Pipeline.Operand argument : arguments) {
            Object value = operand(dot, argument);
            if (shortens && Functions.isTrue(value) == name.equals("or")) {
                return value;
            }
            values.add(value);
        }
        piped.forEach(given -> values.add(given.value()));
        try {
            return shortens ? values.get(values.size() - 1) : Functions.call(name, values, arguments);
        } catch (TemplateException refusal) {
            throw mistake(command.at(), command.toString(), "error calling " + name + ": " + refusal.getMessage());
        }
    }

    private @Nullable Object operand(@Nullable Object dot, Pipeline.Operand operand) {
        if (operand instanceof Pipeline.Dot) {
            return dot;
        } else if (operand instanceof Pipeline.Fields fields) {
            return fields(operand, dot, fields.names());
        } else if (operand instanceof Pipeline.Variable variable) {
            return fields(operand, bound(variable.name()).value, variable.names());
        } else if (operand instanceof Pipeline.Nested nested) {
            return fields(operand, pipeline(dot, nested.pipeline()), nested.names());
        } else if (operand instanceof Pipeline.Constant constant) {
            return constant.value();
        }
        Pipeline.Function function = (Pipeline.Function) operand;
        return call(dot, new Pipeline.Command(List.of(function)), function, List.of(), List.of());
    }

    private @Nullable Object fields(Pipeline.Operand operand, @Nullable Object from, List<String> names) {
        Object value = from;
        boolean missing = false;
        for (String name : names) {
            if (missing) {
                if (strict) {
                    throw mistake(operand, "nil data; no entry for key \"" + name + "\"");
                }
                return null;
            }
            if (value == null) {
                throw mistake(operand, "nil pointer evaluating interface {}." + name);
            }
            if (!(value instanceof Map<?, ?> map)) {
                throw mistake(operand, "can't evaluate field " + name + " in type interface {}");
            }
            missing = !map.containsKey(name);
            if (missing && strict) {
                throw mistake(operand, "map has no entry for key \"" + name + "\"");
            }
            value = map.get(name);
        }
        return value;
    }

    private TemplateException mistake(Pipeline.Operand operand, String message) {
        return mistake(operand.at(), operand.toString(), message);
    }

    /** The error for what a part of the template asks for. */
    TemplateException mistake(int at, String part, String message) {
        String before = source.substring(0, at);
        long line = 1 + before.chars().filter(letter -> letter == '\n').count();
        int column = at - before.lastIndexOf('\n') - 1;
        return new TemplateException("template: output:" + line + ":" + (line == 1 ? at : column)
                + ": executing \"output\" at <" + part + ">: " + message);
    }
}
