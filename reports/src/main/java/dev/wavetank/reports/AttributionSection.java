package dev.wavetank.reports;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.attribution.Attribution.Band;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where the time of pods went, as a section of a page.
 *
 * @param remark what makes the slowest pods slow; may be empty
 * @param bars one for each band of pods
 * @param rows what time was spent on, with a cell for each band
 */
public record AttributionSection(String remark, List<Bar> bars, List<Row> rows) {

    /**
     * The mean time of a band of pods.
     *
     * @param name of the band
     * @param pods how many
     * @param time the mean, for people
     * @param width of the whole bar, in percent of the longest
     * @param parts of the bar, in order
     */
    public record Bar(String name, String pods, String time, String width, List<Part> parts) {}

    /**
     * A part of a bar.
     *
     * @param key of what the time was spent on
     * @param x where it begins, in percent of the bar
     * @param width in percent of the bar
     * @param title for people
     */
    public record Part(String key, String x, String width, String title) {}

    /**
     * What time was spent on.
     *
     * @param key stable name
     * @param cells mean time and share, one for each band
     */
    public record Row(String key, List<String> cells) {}

    static AttributionSection of(Attribution attribution) {
        double longest =
                attribution.bands().stream().mapToDouble(Band::total).max().orElse(0);
        List<Bar> bars = new ArrayList<>();
        for (Band band : attribution.bands()) {
            bars.add(new Bar(
                    band.name(),
                    band.pods() + (band.pods() == 1 ? " pod" : " pods"),
                    human(band.total()),
                    percent(longest == 0 ? 0 : band.total() / longest),
                    parts(band, attribution.parts())));
        }
        List<Row> rows = attribution.parts().stream()
                .map(part -> new Row(
                        part.label(),
                        attribution.bands().stream()
                                .map(band -> cell(band, part))
                                .toList()))
                .toList();
        String remark = attribution.remark();
        return new AttributionSection(
                remark.isEmpty() ? "" : remark.substring(0, 1).toUpperCase(Locale.ROOT) + remark.substring(1) + ".",
                bars,
                rows);
    }

    private static List<Part> parts(Band band, List<Spent> order) {
        List<Part> parts = new ArrayList<>();
        double x = 0;
        for (Spent part : order) {
            double share = band.share(part);
            if (share > 0) {
                parts.add(new Part(part.label(), percent(x), percent(share), part.label() + ": " + cell(band, part)));
                x += share;
            }
        }
        return parts;
    }

    private static String cell(Band band, Spent part) {
        double nanos = band.spent().getOrDefault(part, 0.0);
        return nanos == 0
                ? "-"
                : human(nanos) + String.format(Locale.ROOT, " (%d %%)", Math.round(100 * band.share(part)));
    }

    private static String human(double nanos) {
        return HumanDuration.ofNanos(Math.round(nanos));
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.3f%%", 100 * part);
    }
}
