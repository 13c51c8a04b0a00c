package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path: fields, {@code [n]}, {@code [a:b]}, {@code [*]}, {@code ['field']}, {@code ..field}, and filters such as
 * {@code [?(@.type=="Ready")]}.
 */
final class PathExpression {

    private static final Pattern FILTER = Pattern.compile("\\?\\((@[^=!<>]*?)\\s*(?:(==|!=|>=|<=|>|<)\\s*(.*?))?\\)");

    private final List<Step> steps;

    /** One step: what it makes of a value. */
    private interface Step {
        void apply(Object value, List<Object> results);
    }

    private PathExpression(List<Step> steps) {
        this.steps = steps;
    }

    /**
     * Reads a path; {@code $} and {@code @} at its beginning stand for where it begins.
     *
     * @throws UsageException when it is none
     */
    static PathExpression parse(String text) {
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
            return PathExpression::all;
        } else if (inner.matches("'.*'|\".*\"")) {
            return field(inner.substring(1, inner.length() - 1));
        } else if (inner.matches("-?[0-9]+")) {
            return index(Integer.parseInt(inner));
        } else if (inner.matches("-?[0-9]*:-?[0-9]*")) {
            return slice(inner.split(":", -1));
        }
        Matcher filter = FILTER.matcher(inner);
        if (!filter.matches()) {
            throw new UsageException("error parsing jsonpath {" + text + "}, invalid array index " + inner);
        }
        return filter(parse(filter.group(1)), filter.group(2), filter.group(3));
    }

    private static Step field(String name) {
        return (value, results) -> {
            if (name.equals("*")) {
                all(value, results);
            } else if (value instanceof Map<?, ?> map && map.get(name) != null) {
                results.add(map.get(name));
            }
        };
    }

    private static Step index(int index) {
        return (value, results) -> {
            if (value instanceof List<?> list) {
                int place = index < 0 ? list.size() + index : index;
                if (place >= 0 && place < list.size()) {
                    results.add(list.get(place));
                }
            }
        };
    }

    private static Step slice(String[] bounds) {
        return (value, results) -> {
            if (value instanceof List<?> list) {
                int from = bound(bounds[0], 0, list.size());
                int to = bound(bounds[1], list.size(), list.size());
                for (int i = from; i < to; i++) {
                    results.add(list.get(i));
                }
            }
        };
    }

    private static int bound(String text, int otherwise, int size) {
        if (text.isEmpty()) {
            return otherwise;
        }
        int number = Integer.parseInt(text);
        return Math.max(0, Math.min(size, number < 0 ? size + number : number));
    }

    private static void all(Object value, List<Object> results) {
        if (value instanceof List<?> list) {
            results.addAll(list);
        } else if (value instanceof Map<?, ?> map) {
            results.addAll(map.values());
        }
    }

    private static Step everywhere(String name) {
        return new Step() {
            @Override
            public void apply(Object value, List<Object> results) {
                field(name).apply(value, results);
                List<Object> children = new ArrayList<>();
                all(value, children);
                children.forEach(child -> apply(child, results));
            }
        };
    }

    private static Step filter(PathExpression left, String operator, String right) {
        BiPredicate<Object, Object> holds = Comparison.of(operator);
        return (value, results) -> {
            List<Object> items = new ArrayList<>();
            all(value, items);
            for (Object item : items) {
                List<Object> found = left.values(item, item);
                boolean chosen = operator == null
                        ? !found.isEmpty()
                        : !found.isEmpty() && holds.test(found.get(0), Comparison.literal(right));
                if (chosen) {
                    results.add(item);
                }
            }
        };
    }

    /**
     * What the path finds.
     *
     * @param root where {@code $} begins; the same as the current value outside of ranges
     * @param current where all other paths begin
     */
    List<Object> values(Object root, Object current) {
        List<Object> values = List.of(current);
        for (Step step : steps) {
            List<Object> results = new ArrayList<>();
            values.forEach(value -> step.apply(value, results));
            values = results;
        }
        return values;
    }
}
