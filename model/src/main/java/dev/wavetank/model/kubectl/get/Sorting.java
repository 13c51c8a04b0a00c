package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.PathExpression;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The order of {@code --sort-by}: by the value of a field, objects without it first (kubectl, pkg/cmd/get/sorter.go,
 * v1.32). Within a text, numbers count as numbers: {@code pod-2} comes before {@code pod-10}.
 */
final class Sorting {

    private final String text;
    private final PathExpression path;

    private Sorting(String text, PathExpression path) {
        this.text = text;
        this.path = path;
    }

    /** The order by a path such as {@code .metadata.name} or <code>{.metadata.name}</code>. */
    static Sorting by(String field) {
        String inner = field.startsWith("{") && field.endsWith("}") ? field.substring(1, field.length() - 1) : field;
        return new Sorting("{" + (inner.startsWith(".") ? "" : ".") + inner + "}", PathExpression.parse(inner));
    }

    /**
     * Sorts objects.
     *
     * @throws UsageException when none of them has the field
     */
    void sort(List<ObjectFields> objects) {
        require(objects.stream().map(ObjectFields::tree).toList());
        objects.sort((left, right) -> compare(left.tree(), right.tree()));
    }

    /**
     * Sorts the rows of a table by their objects.
     *
     * @throws UsageException when none of them has the field
     */
    void sortRows(ObjectFields table) {
        List<ObjectFields> rows = new ArrayList<>(table.list("rows"));
        require(rows.stream().map(row -> row.map("object")).toList());
        rows.sort((left, right) -> compare(left.map("object"), right.map("object")));
        table.tree().put("rows", rows.stream().map(ObjectFields::tree).toList());
    }

    private void require(List<Map<String, Object>> objects) {
        if (!objects.isEmpty()
                && objects.stream().allMatch(object -> path.values(object).isEmpty())) {
            throw new UsageException("couldn't find any field with path \"" + text + "\" in the list of objects");
        }
    }

    private int compare(Object left, Object right) {
        List<Object> first = path.values(left);
        List<Object> second = path.values(right);
        if (first.isEmpty() || second.isEmpty()) {
            return Boolean.compare(!first.isEmpty(), !second.isEmpty());
        }
        Object one = first.get(0);
        Object other = second.get(0);
        return one instanceof Number && other instanceof Number
                ? new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString()))
                : NATURAL.compare(one.toString(), other.toString());
    }

    private static final Comparator<String> NATURAL = Sorting::natural;

    private static int natural(String left, String right) {
        int i = 0;
        int j = 0;
        while (i < left.length() && j < right.length()) {
            int endLeft = digits(left, i);
            int endRight = digits(right, j);
            int order;
            if (endLeft > i && endRight > j) {
                order = new BigDecimal(left.substring(i, endLeft))
                        .compareTo(new BigDecimal(right.substring(j, endRight)));
                i = endLeft;
                j = endRight;
            } else {
                order = Character.compare(left.charAt(i++), right.charAt(j++));
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.length() - i, right.length() - j);
    }

    private static int digits(String text, int from) {
        int end = from;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        return end;
    }
}
