package dev.wavetank.reports.measure.page;

import dev.wavetank.reports.measure.Difference;
import dev.wavetank.reports.measure.Difference.Verdict;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Percent;
import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.reports.measure.page.MeasurementPage.Figures;
import dev.wavetank.reports.measure.page.MeasurementPage.Row;
import dev.wavetank.reports.measure.page.MeasurementPage.Span;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Tables of percentiles and of differences, each row with its interval drawn to the scale of the table. */
final class FigureTable {

    /** What the column of this name has. */
    static final String NEVER = "Never counts the pods that began a stage and had not ended it when the run ended; they"
            + " count as infinitely slow.";

    private static final String NONE = "-";
    private static final double PER_CENT = 100;

    private FigureTable() {}

    /**
     * A row before it is drawn.
     *
     * @param name cells that are names
     * @param estimate of the percentile
     */
    record Named(List<String> name, Estimate estimate) {}

    /** Percentiles. */
    static Figures of(String title, String lead, List<String> nameColumns, List<Named> rows) {
        double highest = rows.stream()
                .mapToDouble(
                        row -> highest(row.estimate().micros(), row.estimate().interval()))
                .max()
                .orElse(1);
        List<Row> drawn = new ArrayList<>();
        for (Named row : rows) {
            Estimate estimate = row.estimate();
            List<String> cells = new ArrayList<>(row.name());
            Collections.addAll(
                    cells,
                    Words.number(estimate.count()),
                    Words.number(estimate.never()),
                    Words.time(estimate.micros()),
                    interval(estimate.interval()));
            drawn.add(new Row(cells, span(estimate.micros(), estimate.interval(), 0, highest, false)));
        }
        return new Figures(
                title,
                lead,
                columns(nameColumns, "Pods", "Never", "Time", "95 % interval"),
                nameColumns.size(),
                true,
                drawn);
    }

    /** A row for each stage, with all of its percentiles; not drawn, because stages differ by orders of magnitude. */
    static Figures stages(List<List<Estimate>> stages) {
        List<String> columns = new ArrayList<>(List.of("Stage", "Pods", "Never"));
        if (!stages.isEmpty()) {
            for (Estimate estimate : stages.get(0)) {
                Collections.addAll(columns, StagePercentile.label(estimate.percentile()), "95 % interval");
            }
        }
        List<Row> rows = new ArrayList<>();
        for (List<Estimate> stage : stages) {
            Estimate first = stage.get(0);
            List<String> cells = new ArrayList<>();
            Collections.addAll(cells, first.stage().title(), Words.number(first.count()), Words.number(first.never()));
            for (Estimate estimate : stage) {
                Collections.addAll(cells, Words.time(estimate.micros()), interval(estimate.interval()));
            }
            rows.add(new Row(cells, null));
        }
        return new Figures("Stages", NEVER, columns, 1, false, rows);
    }

    /**
     * A difference before it is drawn.
     *
     * @param name cells that are names
     * @param difference to the first measurement
     */
    record Compared(List<String> name, Difference difference) {}

    /** Differences. */
    static Figures differences(String title, String lead, List<String> nameColumns, List<Compared> rows) {
        double low = 0;
        double high = 0;
        for (Compared row : rows) {
            Difference each = row.difference();
            high = Math.max(high, highest(each.micros(), each.interval()));
            low = Math.min(low, -highest(-each.micros(), negative(each.interval())));
        }
        List<Row> drawn = new ArrayList<>();
        for (Compared row : rows) {
            Difference each = row.difference();
            List<String> cells = new ArrayList<>(row.name());
            Interval interval = each.interval();
            Collections.addAll(
                    cells,
                    verdict(each.verdict()),
                    Words.signed(each.micros()),
                    interval == null ? NONE : Words.signed(interval.low()) + " to " + Words.signed(interval.high()),
                    change(each),
                    Double.isNaN(each.varianceRemoved()) ? NONE : Percent.of(each.varianceRemoved()));
            drawn.add(new Row(cells, span(each.micros(), interval, low, high, true)));
        }
        return new Figures(
                title,
                lead,
                columns(nameColumns, "Is", "By", "95 % interval", "Change", "Variance less"),
                nameColumns.size() + 1,
                true,
                drawn);
    }

    private static @Nullable Interval negative(@Nullable Interval interval) {
        return interval == null ? null : new Interval(-interval.high(), -interval.low());
    }

    private static String verdict(Verdict verdict) {
        return switch (verdict) {
            case LOWER -> "lower";
            case HIGHER -> "higher";
            case UNCLEAR -> "not shown";
            case UNKNOWN -> "unknown";
        };
    }

    private static String change(Difference difference) {
        double share = difference.relative();
        return Double.isNaN(share) || Double.isInfinite(share) ? NONE : Percent.signed(share);
    }

    private static String interval(@Nullable Interval interval) {
        return interval == null ? NONE : Words.time(interval.low()) + " to " + Words.time(interval.high());
    }

    private static List<String> columns(List<String> names, String... figures) {
        List<String> columns = new ArrayList<>(names);
        Collections.addAll(columns, figures);
        return columns;
    }

    private static double highest(double value, @Nullable Interval interval) {
        double highest = finite(value) ? value : 0;
        return interval != null && finite(interval.high()) ? Math.max(highest, interval.high()) : highest;
    }

    private static boolean finite(double value) {
        return !Double.isNaN(value) && !Double.isInfinite(value);
    }

    private static @Nullable Span span(
            double value, @Nullable Interval interval, double from, double to, boolean isDifference) {
        if (interval == null
                || !finite(value)
                || !finite(interval.low())
                || !finite(interval.high())
                || to - from <= 0) {
            return null;
        }
        double scale = PER_CENT / (to - from);
        return new Span(
                percent((interval.low() - from) * scale),
                percent((interval.high() - interval.low()) * scale),
                percent((value - from) * scale),
                isDifference ? percent(-from * scale) : "");
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f%%", value);
    }
}
