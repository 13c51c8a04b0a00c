package dev.wavetank.reports;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.attribution.Attribution.Band;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where the time of pods went, for people and for programs. */
public final class AttributionText {

    private static final int WIDTH = 15;

    private AttributionText() {}

    /** A table with a column for each band: mean time and its share. */
    public static List<String> lines(Attribution attribution) {
        List<String> lines = new ArrayList<>();
        if (attribution.bands().isEmpty()) {
            lines.add("No pod became ready.");
            return lines;
        }
        lines.add(
                row("MEAN TIME OF", attribution.bands().stream().map(Band::name).toList()));
        lines.add(row(
                "pods",
                attribution.bands().stream()
                        .map(band -> Integer.toString(band.pods()))
                        .toList()));
        lines.add(row(
                "time",
                attribution.bands().stream()
                        .map(band -> HumanDuration.ofNanos(Math.round(band.total())))
                        .toList()));
        for (Spent part : attribution.parts()) {
            lines.add(row(
                    "  " + part.label(),
                    attribution.bands().stream().map(band -> cell(band, part)).toList()));
        }
        lines.add("");
        lines.add("The slowest pod was pod/" + attribution.bands().get(0).slowest() + ".");
        if (!attribution.remark().isEmpty()) {
            String remark = attribution.remark();
            lines.add(remark.substring(0, 1).toUpperCase(Locale.ROOT) + remark.substring(1) + ".");
        }
        return lines;
    }

    private static String row(String head, List<String> cells) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "%-17s", head));
        cells.forEach(cell ->
                row.append(" ".repeat(Math.max(1, WIDTH - cell.length()))).append(cell));
        return row.toString();
    }

    private static String cell(Band band, Spent part) {
        double nanos = band.spent().getOrDefault(part, 0.0);
        return nanos == 0
                ? "-"
                : String.format(
                        Locale.ROOT,
                        "%s %3d %%",
                        HumanDuration.ofNanos(Math.round(nanos)),
                        Math.round(100 * band.share(part)));
    }

    /** The bands as maps, strings and numbers; times are mean nanoseconds. */
    public static List<Map<String, Object>> trees(Attribution attribution) {
        List<Map<String, Object>> trees = new ArrayList<>();
        for (Band band : attribution.bands()) {
            Map<String, Object> spent = new LinkedHashMap<>();
            attribution.parts().forEach(part -> {
                if (band.spent().containsKey(part)) {
                    spent.put(part.label(), Math.round(band.spent().get(part)));
                }
            });
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", band.name());
            tree.put("pods", band.pods());
            tree.put("slowest", band.slowest());
            tree.put("time", Math.round(band.total()));
            tree.put("spent", spent);
            trees.add(tree);
        }
        return trees;
    }
}
