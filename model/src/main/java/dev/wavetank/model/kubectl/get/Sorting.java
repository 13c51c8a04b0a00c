package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.kubectl.print.PathExpression;
import dev.wavetank.model.kubectl.session.ObjectFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The order of {@code --sort-by}: by the value of a field, objects without it first (kubectl, pkg/cmd/get/sorter.go,
 * v1.32). Within a text, numbers count as numbers: {@code pod-2} comes before {@code pod-10}.
 */
final class Sorting {

    private final PathExpression path;

    private Sorting(PathExpression path) {
        this.path = path;
    }

    /** The order by a path such as {@code .metadata.name} or <code>{.metadata.name}</code>. */
    static Sorting by(String field) {
        String inner = field.startsWith("{") && field.endsWith("}") ? field.substring(1, field.length() - 1) : field;
        return new Sorting(PathExpression.parse(inner));
    }

    /** Sorts objects. */
    void sort(List<ObjectFields> objects) {
        objects.sort((left, right) -> compare(left.tree(), right.tree()));
    }

    /** Sorts the rows of a table by their objects. */
    void sortRows(ObjectFields table) {
        List<ObjectFields> rows = new ArrayList<>(table.list("rows"));
        rows.sort((left, right) -> compare(left.map("object"), right.map("object")));
        table.tree().put("rows", rows.stream().map(ObjectFields::tree).toList());
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
