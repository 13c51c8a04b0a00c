package dev.wavetank.model.kubectl.template;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Commands of which each gives its value to the next one.
 *
 * @param variables those that are set, with their dollar signs
 * @param declares whether they are new
 */
record Pipeline(List<String> variables, boolean declares, List<Command> commands) {

    /** A word with its arguments. */
    record Command(List<Operand> words) {

        int at() {
            return words.get(0).at();
        }

        @Override
        public String toString() {
            return words.stream().map(Object::toString).collect(Collectors.joining(" "));
        }
    }

    /** A word of a command. */
    sealed interface Operand {

        /** Where errors say that it stands. */
        int at();
    }

    /** The dot. */
    record Dot(int at) implements Operand {
        @Override
        public String toString() {
            return ".";
        }
    }

    /** Fields of the dot. */
    record Fields(int at, List<String> names) implements Operand {
        @Override
        public String toString() {
            return dotted(names);
        }
    }

    /** A variable, and fields of it. */
    record Variable(int at, String name, List<String> names) implements Operand {
        @Override
        public String toString() {
            return name + dotted(names);
        }
    }

    /** Fields of what a pipeline in parentheses gives. */
    record Nested(int at, Pipeline pipeline, List<String> names) implements Operand {
        @Override
        public String toString() {
            return "(" + pipeline + ")" + dotted(names);
        }
    }

    /** A constant; null is {@code nil}. */
    record Constant(int at, @Nullable Object value, String text) implements Operand {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A function. */
    record Function(int at, String name) implements Operand {
        @Override
        public String toString() {
            return name;
        }
    }

    private static String dotted(List<String> names) {
        return names.stream().map(name -> "." + name).collect(Collectors.joining());
    }

    @Override
    public String toString() {
        String set = variables.isEmpty() ? "" : String.join(", ", variables) + (declares ? " := " : " = ");
        return set + commands.stream().map(Object::toString).collect(Collectors.joining(" | "));
    }
}
