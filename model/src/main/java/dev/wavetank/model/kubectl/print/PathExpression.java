package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A path: fields, {@code [n]}, {@code [a:b]}, {@code [*]}, {@code ['field']}, {@code ..field}, and filters such as
 * {@code [?(@.type=="Ready")]}.
 */
public final class PathExpression {

    private static final Pattern FILTER = Pattern.compile("\\?\\((@[^=!<>]*?)\\s*(?:(==|!=|>=|<=|>|<)\\s*(.*?))?\\)");

    private final List<Step> steps;

    /** One step: what it makes of a value. */
    private interface Step {
        void apply(@Nullable Object value, List<@Nullable Object> results);
    }

    /** A step whose result may be missing. */
    private record Field(String name) implements Step {
        @Override
        public void apply(@Nullable Object value, List<@Nullable Object> results) {
            if (name.equals("*")) {
                all(value, results);
            } else if (value instanceof Map<?, ?> map && map.containsKey(name)) {
                results.add(map.get(name));
            }
        }
    }

    /** Several steps: what the first finds in all values stands before what the second finds. */
    private record Union(List<Step> each) implements Step {
        @Override
        public void apply(@Nullable Object value, List<@Nullable Object> results) {
            each.forEach(step -> step.apply(value, results));
        }
    }

    private PathExpression(List<Step> steps) {
        this.steps = steps;
    }

    /**
     * Reads a path; {@code $} and {@code @} at its beginning stand for where it begins.
     *
     * @throws UsageException when it is none
     */
    public static PathExpression parse(String text) {
        List<Step> steps = new ArrayList<>();
        int next = text.startsWith("$") || text.startsWith("@") ? 1 : 0;
        while (next < text.length()) {
            char letter = text.charAt(next);
            if (letter == '[') {
                int end = end(text, next);
                steps.add(bracket(text, text.substring(next + 1, end).strip()));
                next = end + 1;
            } else {
                boolean recursive = text.startsWith("..", next);
                int from = next + (recursive ? 2 : letter == '.' ? 1 : 0);
                int end = from;
                StringBuilder name = new StringBuilder();
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    if (text.charAt(end) == '\\' && end + 1 < text.length()) {
                        end++;
                    }
                    name.append(text.charAt(end++));
                }
                if (!name.isEmpty()) {
                    steps.add(recursive ? everywhere(name.toString()) : field(name.toString()));
                }
                next = Math.max(end, next + 1);
            }
        }
        return new PathExpression(steps);
    }

    private static int end(String text, int from) {
        int depth = 0;
        for (int i = from; i < text.length(); i++) {
            depth += text.charAt(i) == '[' ? 1 : text.charAt(i) == ']' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new UsageException("error parsing jsonpath {" + text + "}, unterminated array");
    }

    private static Step bracket(String text, String inner) {
        if (inner.equals("*")) {
            return slice(new String[] {"", ""});
        } else if (inner.isEmpty()) {
            return index(0);
        } else if (inner.matches("'[^']*'")) {
            // What stands there is a path in its turn, so that the dots of a name need a backslash.
            PathExpression path = parse("." + inner.substring(1, inner.length() - 1));
            return (value, results) -> results.addAll(path.values(value));
        } else if (inner.matches("'[^']*'( *, *'[^']*')+|-?[0-9]+( *, *-?[0-9]+)+")) {
            List<Step> each = Arrays.stream(inner.split(","))
                    .map(part -> bracket(text, part.strip()))
                    .toList();
            return new Union(each);
        } else if (inner.matches("-?[0-9]+")) {
            return index(Integer.parseInt(inner));
        } else if (inner.matches("-?[0-9]*:-?[0-9]*(:[0-9]*)?")) {
            return slice(inner.split(":", -1));
        }
        Matcher filter = FILTER.matcher(inner);
        if (!filter.matches()) {
            throw new UsageException("error parsing jsonpath {" + text + "}, invalid array index " + inner);
        }
        return filter(parse(filter.group(1)), filter.group(2), filter.group(3));
    }

    private static Step field(String name) {
        return new Field(name);
    }

    private static Step index(int index) {
        return (value, results) -> {
            List<?> list = list(value);
            int place = index < 0 ? list.size() + index : index;
            if (value != null && (place < 0 || place >= list.size())) {
                throw outOfBounds(place, list.size());
            } else if (value != null) {
                results.add(list.get(place));
            }
        };
    }

    private static Step slice(String[] bounds) {
        return (value, results) -> {
            List<?> list = list(value);
            int from = bound(bounds[0], 0, list.size());
            int to = bound(bounds[1], list.size(), list.size());
            if (from != to && (from < 0 || from >= list.size())) {
                throw outOfBounds(from, list.size());
            } else if (from != to && (to < 0 || to > list.size())) {
                throw outOfBounds(to - 1, list.size());
            }
            int step = bounds.length < 3 || bounds[2].isEmpty() ? 1 : Integer.parseInt(bounds[2]);
            if (step < 1) {
                throw new PathException("step must be > 0");
            }
            for (int i = from; i < to; i += step) {
                results.add(list.get(i));
            }
        };
    }

    private static int bound(String text, int otherwise, int size) {
        if (text.isEmpty()) {
            return otherwise;
        }
        int number = Integer.parseInt(text);
        return number < 0 ? size + number : number;
    }

    private static List<?> list(@Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        if (!(value instanceof List<?> list)) {
            throw new PathException(GoText.type(value) + " is not array or slice");
        }
        return list;
    }

    private static PathException outOfBounds(int index, int size) {
        return new PathException("array index out of bounds: index " + index + ", length " + size);
    }

    private static void all(@Nullable Object value, List<@Nullable Object> results) {
        if (value instanceof List<?> list) {
            results.addAll(list);
        } else if (value instanceof Map<?, ?> map) {
            results.addAll(map.values());
        }
    }

    private static Step everywhere(String name) {
        return new Step() {
            @Override
            public void apply(@Nullable Object value, List<@Nullable Object> results) {
                field(name).apply(value, results);
                List<@Nullable Object> children = new ArrayList<>();
                all(value, children);
                children.forEach(child -> apply(child, results));
            }
        };
    }

    private static Step filter(PathExpression left, String operator, String right) {
        BiPredicate<Object, Object> holds = Comparison.of(operator);
        return (value, results) -> {
            List<@Nullable Object> items = new ArrayList<>();
            all(value, items);
            for (Object item : items) {
                List<@Nullable Object> found = left.values(item);
                boolean chosen = operator == null
                        ? !found.isEmpty()
                        : !found.isEmpty() && holds.test(found.get(0), Comparison.literal(right));
                if (chosen) {
                    results.add(item);
                }
            }
        };
    }

    /** What the path finds in a tree. In a range, {@code $} is the element as well. */
    public List<@Nullable Object> values(@Nullable Object from) {
        return values(from, false);
    }

    /** The same; when {@code strict}, a field that is not there is an error. */
    List<@Nullable Object> values(@Nullable Object from, boolean strict) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(from);
        for (Step step : steps) {
            List<@Nullable Object> results = new ArrayList<>();
            for (Step one : step instanceof Union union ? union.each() : List.of(step)) {
                values.forEach(value -> one.apply(value, results));
            }
            if (strict && results.isEmpty() && step instanceof Field field) {
                throw new PathException(field.name() + " is not found");
            }
            values = results;
        }
        return values;
    }
}
