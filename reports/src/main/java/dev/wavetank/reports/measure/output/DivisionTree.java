package dev.wavetank.reports.measure.output;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.measure.Division;
import dev.wavetank.reports.measure.TimeSpent;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What time was spent on, in a file. */
final class DivisionTree {

    private DivisionTree() {}

    static Map<String, Object> of(Division division) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("all", of(division.all()));
        tree.put("slowestTenth", of(division.slowest()));
        return tree;
    }

    private static Map<String, Object> of(TimeSpent spent) {
        Map<String, Object> nanos = new LinkedHashMap<>();
        spent.nanos().forEach((what, time) -> nanos.put(what.label(), time));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("pods", spent.pods());
        tree.put("nanos", nanos);
        return tree;
    }

    /**
     * Reads what {@link #of(Division)} wrote.
     *
     * @param tree missing in a measurement whose time nobody has divided
     * @throws IllegalArgumentException with a sentence, when it is something else
     */
    static Division read(JsonNode tree) {
        return tree.isMissingNode()
                ? Division.NONE
                : new Division(spent(tree.path("all")), spent(tree.path("slowestTenth")));
    }

    private static TimeSpent spent(JsonNode tree) {
        Map<Spent, Long> nanos = new EnumMap<>(Spent.class);
        for (Map.Entry<String, JsonNode> each : tree.path("nanos").properties()) {
            nanos.put(part(each.getKey()), whole(each.getValue(), each.getKey()));
        }
        return new TimeSpent(whole(tree.path("pods"), "pods"), nanos);
    }

    private static Spent part(String label) {
        return Arrays.stream(Spent.values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("is damaged: no time is spent on '" + label + "'"));
    }

    private static long whole(JsonNode field, String name) {
        if (!field.isIntegralNumber() || !field.canConvertToLong() || field.longValue() < 0) {
            throw new IllegalArgumentException(
                    "is damaged: timeSpent." + name + " must be a whole number, not negative");
        }
        return field.longValue();
    }
}
