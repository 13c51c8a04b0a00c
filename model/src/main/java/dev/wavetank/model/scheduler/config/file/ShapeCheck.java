package dev.wavetank.model.scheduler.config.file;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks the points of a function from how full a node is to its score ({@code validateFunctionShape}). */
final class ShapeCheck {

    /** What is said about points that are not in order; v1.21 begins with what the values are. */
    static final String SORTED = "values must be sorted in increasing order";

    private static final int UTILIZATION_MAX = 100;
    private static final int SCORE_MAX = 10;
    private static final String UTILIZATION = "utilization";
    private static final String SCORE = "score";

    private final FieldErrors errors;

    ShapeCheck(FieldErrors errors) {
        this.errors = errors;
    }

    /**
     * Finds all mistakes, with their fields.
     *
     * @param unsorted what is said about points that are not in order
     */
    void fields(List<Map<String, Object>> shape, String field, String unsorted) {
        if (shape.isEmpty()) {
            errors.required(field, "at least one point must be specified");
        }
        for (int i = 1; i < shape.size(); i++) {
            long utilization = Tree.number(shape.get(i), UTILIZATION, 0);
            if (Tree.number(shape.get(i - 1), UTILIZATION, 0) >= utilization) {
                errors.invalid(field + "[" + i + "].utilization", utilization, unsorted);
                break;
            }
        }
        for (int i = 0; i < shape.size(); i++) {
            range(field + "[" + i + "].utilization", Tree.number(shape.get(i), UTILIZATION, 0), UTILIZATION_MAX);
            range(field + "[" + i + "].score", Tree.number(shape.get(i), SCORE, 0), SCORE_MAX);
        }
    }

    private void range(String field, long value, int max) {
        if (value < 0 || value > max) {
            errors.invalid(field, value, "not in valid range [0, " + max + "]");
        }
    }

    /** Finds the first mistake, as versions before v1.21 do. */
    void firstMistake(List<Map<String, Object>> shape) {
        if (shape.isEmpty()) {
            errors.add("shape", "at least one point must be specified");
        }
        for (int i = 1; i < shape.size() && errors.isEmpty(); i++) {
            long before = Tree.number(shape.get(i - 1), UTILIZATION, 0);
            long after = Tree.number(shape.get(i), UTILIZATION, 0);
            if (before >= after) {
                errors.add(
                        "shape",
                        "utilization values must be sorted. Utilization[" + (i - 1) + "]==" + before
                                + " >= Utilization[" + i + "]==" + after);
            }
        }
        for (int i = 0; i < shape.size() && errors.isEmpty(); i++) {
            bounds(UTILIZATION, i, Tree.number(shape.get(i), UTILIZATION, 0), UTILIZATION_MAX);
            bounds(SCORE, i, Tree.number(shape.get(i), SCORE, 0), SCORE_MAX);
        }
    }

    private void bounds(String what, int index, long value, long max) {
        String end = ". " + Character.toUpperCase(what.charAt(0)) + what.substring(1) + "[" + index + "]==" + value;
        if (errors.isEmpty() && value < 0) {
            errors.add("shape", what + " values must not be less than 0" + end);
        } else if (errors.isEmpty() && value > max) {
            errors.add("shape", what + " values must not be greater than " + max + end);
        }
    }

    /** The points as Go prints them. */
    static String goSyntax(List<Map<String, Object>> shape) {
        return "[]config.UtilizationShapePoint"
                + shape.stream()
                        .map(point -> "config.UtilizationShapePoint{Utilization:" + Tree.number(point, UTILIZATION, 0)
                                + ", Score:" + Tree.number(point, SCORE, 0) + "}")
                        .collect(Collectors.joining(", ", "{", "}"));
    }
}
