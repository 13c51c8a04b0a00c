package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path to values within an object, as definitions write it: {@code .spec.replicas}, {@code .spec.hosts[0]}, {@code
 * .status.conditions[?(@.type=="Ready")].status}, {@code .metadata.labels['app\.kubernetes\.io/name']}. A path that
 * cannot be read leads nowhere.
 */
public final class JsonPath {

    private static final Pattern STEP = Pattern.compile("\\.(?<field>(?:\\\\.|[^.\\[\\\\])+)"
            + "|\\[['\"](?<quoted>[^'\"]+)['\"]\\]"
            + "|\\[(?<index>-?[0-9]+|\\*)\\]"
            + "|\\[\\?\\(@\\.(?<key>[^=!]+?)\\s*==\\s*['\"]?(?<value>[^'\"]*)['\"]?\\)\\]");

    private final List<Matcher> steps = new ArrayList<>();
    private final boolean readable;

    private JsonPath(String path) {
        Matcher matcher = STEP.matcher(path);
        int end = 0;
        while (end < path.length() && matcher.find(end) && matcher.start() == end) {
            end = matcher.end();
            Matcher step = STEP.matcher(matcher.group());
            step.matches();
            steps.add(step);
        }
        this.readable = end == path.length();
    }

    /** Reads a path. */
    public static JsonPath of(String path) {
        return new JsonPath(path);
    }

    /** All values that the path leads to. */
    public List<Object> values(Map<?, ?> object) {
        List<Object> found = new ArrayList<>(1);
        if (readable) {
            found.add(object);
        }
        for (Matcher step : steps) {
            List<Object> next = new ArrayList<>(1);
            found.forEach(value -> follow(step, value, next));
            found = next;
        }
        return found;
    }

    private static void follow(Matcher step, Object value, List<Object> next) {
        String field = step.group("field") != null ? step.group("field").replace("\\", "") : step.group("quoted");
        if (field != null) {
            if (Tree.map(value).get(field) != null) {
                next.add(Tree.map(value).get(field));
            }
        } else if (value instanceof List<?> list) {
            list.forEach(item -> {
                if (isChosen(step, list, item)) {
                    next.add(item);
                }
            });
        }
    }

    private static boolean isChosen(Matcher step, List<?> list, Object item) {
        String index = step.group("index");
        if (index == null) {
            Object actual = Tree.map(item).get(step.group("key"));
            return actual != null && actual.toString().equals(step.group("value"));
        }
        if (index.equals("*")) {
            return true;
        }
        int place = Integer.parseInt(index);
        int wanted = place < 0 ? list.size() + place : place;
        return wanted >= 0 && wanted < list.size() && list.get(wanted) == item;
    }

    /** The object with another value at the end of a path of fields. */
    Map<String, Object> with(Map<String, Object> object, Object value) {
        return with(object, 0, value);
    }

    private Map<String, Object> with(Map<String, Object> object, int step, Object value) {
        String field = steps.get(step).group("field");
        return Tree.with(
                object, field, step == steps.size() - 1 ? value : with(Tree.map(object, field), step + 1, value));
    }
}
