package dev.wavetank.reports.measure.output;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Comparison;
import dev.wavetank.reports.measure.Difference;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Percent;
import dev.wavetank.reports.measure.StagePercentile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Several measurements of one scenario, each compared with the first. */
public final class ComparisonOutput {

    /**
     * A measurement under its name.
     *
     * @param name a text for each name column, such as the values of the settings that differ
     * @param measurement of the cell
     */
    public record Cell(List<String> name, Measurement measurement) {}

    /** Columns of a difference behind the verdict. */
    private static final int DIFFERENCE_FIGURES = 5;

    private final List<String> nameColumns;
    private final List<Cell> cells;
    private final List<List<Estimate>> estimates = new ArrayList<>();
    private final List<List<Difference>> differences = new ArrayList<>();

    /**
     * Makes the estimates and the differences.
     *
     * @param nameColumns what the names of the cells mean, such as the names of the settings
     * @param cells the base first
     * @param stages to show; those that are not in all cells are left out
     * @param percentiles to show
     */
    public ComparisonOutput(List<String> nameColumns, List<Cell> cells, List<Stage> stages, List<Double> percentiles) {
        this.nameColumns = nameColumns;
        this.cells = cells;
        for (Cell cell : cells) {
            List<Estimate> ofCell = new ArrayList<>();
            List<Difference> toBase = new ArrayList<>();
            for (Stage stage : stages) {
                if (!isLeftOut(cell) && isInAll(stage)) {
                    ofCell.addAll(cell.measurement().estimates(stage, percentiles));
                    Comparison comparison = new Comparison(cells.get(0).measurement(), cell.measurement());
                    if (cell != cells.get(0) && isIn(stage, comparison)) {
                        percentiles.forEach(percentile -> toBase.add(comparison.of(stage, percentile)));
                    }
                }
            }
            estimates.add(ofCell);
            differences.add(toBase);
        }
    }

    private boolean isInAll(Stage stage) {
        return cells.stream()
                .allMatch(cell -> isLeftOut(cell) || cell.measurement().stages().contains(stage));
    }

    /** Whether no run of a cell came to its end. */
    private static boolean isLeftOut(Cell cell) {
        return cell.measurement().counted().isEmpty()
                && !cell.measurement().leftOut().isEmpty();
    }

    private static boolean isIn(Stage stage, Comparison comparison) {
        return comparison.base().stages().contains(stage)
                && comparison.other().stages().contains(stage);
    }

    /**
     * Why a cell is not compared with the first; empty when it is, or when nobody knows.
     *
     * @return such as {@code 2 of 2 runs stopped at a violation (NodeLeasesRenewed)}
     */
    public String notCompared(int cell) {
        if (!differences.get(cell).isEmpty() || cell == 0) {
            return "";
        }
        List<String> reasons = new ArrayList<>();
        for (int each : List.of(cell, 0)) {
            String leftOut = cells.get(each).measurement().leftOut();
            if (!leftOut.isEmpty()) {
                reasons.add(leftOut
                        + (each == 0 ? " of " + String.join(", ", cells.get(0).name()) : ""));
            }
        }
        return String.join("; ", reasons);
    }

    /** What the names of the cells mean. */
    public List<String> nameColumns() {
        return nameColumns;
    }

    /** The measurements, the base first. */
    public List<Cell> cells() {
        return cells;
    }

    /** The estimates of a cell, in the order of the stages and then of the percentiles. */
    public List<Estimate> estimatesOf(int cell) {
        return estimates.get(cell);
    }

    /** Its differences to the first cell, in the same order; empty for the first. */
    public List<Difference> differencesOf(int cell) {
        return differences.get(cell);
    }

    /** Whether there is anything to show. */
    public boolean isEmpty() {
        return estimates.stream().allMatch(List::isEmpty);
    }

    /** A row for each cell, stage and percentile. */
    public Table estimates() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            for (Estimate estimate : estimates.get(i)) {
                List<String> row = new ArrayList<>(cells.get(i).name());
                row.add(new StagePercentile(estimate.percentile(), estimate.stage()).toString());
                row.add(Long.toString(estimate.count()));
                row.add(Long.toString(estimate.never()));
                row.add(Figures.time(estimate.micros()));
                row.add(Figures.interval(estimate.interval(), Figures::time));
                rows.add(row);
            }
        }
        return new Table(columns("PERCENTILE", "COUNT", "NEVER", "TIME", "95% INTERVAL"), rows, nameColumns.size() + 1);
    }

    /** A row for each cell but the first, stage and percentile. */
    public Table differences() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 1; i < cells.size(); i++) {
            if (!notCompared(i).isEmpty()) {
                List<String> row = new ArrayList<>(cells.get(i).name());
                Collections.addAll(row, Figures.NONE, "not compared");
                row.addAll(Collections.nCopies(DIFFERENCE_FIGURES, Figures.NONE));
                rows.add(row);
            }
            for (Difference difference : differences.get(i)) {
                List<String> row = new ArrayList<>(cells.get(i).name());
                row.add(new StagePercentile(difference.percentile(), difference.stage()).toString());
                row.add(verdict(difference));
                row.add(Figures.difference(difference.micros()));
                row.add(Figures.interval(difference.interval(), Figures::difference));
                row.add(Figures.change(difference.relative()));
                row.add(Figures.interval(difference.relativeInterval(), Figures::change));
                row.add(
                        Double.isNaN(difference.varianceRemoved())
                                ? Figures.NONE
                                : Percent.of(difference.varianceRemoved()));
                rows.add(row);
            }
        }
        return new Table(
                columns("PERCENTILE", "IS", "BY", "95% INTERVAL", "CHANGE", "95% INTERVAL", "PAIRING REMOVED"),
                rows,
                nameColumns.size() + 2);
    }

    /** The figures themselves, one a row, in nanoseconds; differences to the first cell are empty in the first. */
    public Table figures() {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            for (int j = 0; j < estimates.get(i).size(); j++) {
                Estimate estimate = estimates.get(i).get(j);
                List<String> row = new ArrayList<>(cells.get(i).name());
                row.add(estimate.stage().key());
                row.add(StagePercentile.label(estimate.percentile()));
                row.add(Long.toString(estimate.count()));
                row.add(Long.toString(estimate.never()));
                row.add(Figures.csv(estimate.micros()));
                addInterval(row, estimate.interval());
                Difference difference = differences.get(i).stream()
                        .filter(each -> each.stage() == estimate.stage() && each.percentile() == estimate.percentile())
                        .findFirst()
                        .orElse(null);
                row.add(difference == null ? "" : Figures.csv(difference.micros()));
                addInterval(row, difference == null ? null : difference.interval());
                rows.add(row);
            }
        }
        List<String> columns = new ArrayList<>(nameColumns);
        Collections.addAll(columns, "stage", "percentile", "count", "never", "value_ns", "low_ns", "high_ns");
        Collections.addAll(columns, "difference_ns", "difference_low_ns", "difference_high_ns");
        return new Table(columns, rows, nameColumns.size() + 2);
    }

    private static void addInterval(List<String> row, @Nullable Interval interval) {
        row.add(interval == null ? "" : Figures.csv(interval.low()));
        row.add(interval == null ? "" : Figures.csv(interval.high()));
    }

    private List<String> columns(String... figures) {
        List<String> columns = new ArrayList<>(nameColumns);
        Collections.addAll(columns, figures);
        return columns;
    }

    static String verdict(Difference difference) {
        return switch (difference.verdict()) {
            case LOWER -> "lower";
            case HIGHER -> "higher";
            case UNCLEAR -> "not shown to differ";
            case UNKNOWN -> "unknown";
        };
    }

    /** The differences of one cell to the first, for programs. */
    public List<Map<String, Object>> differences(int cell) {
        return differences.get(cell).stream().map(ComparisonOutput::tree).toList();
    }

    private static Map<String, Object> tree(Difference difference) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("stage", difference.stage().key());
        tree.put("percentile", difference.percentile());
        tree.put("verdict", difference.verdict().name().toLowerCase(Locale.ROOT));
        tree.put("value", Figures.nanos(difference.micros()));
        tree.put("interval", MeasurementOutput.interval(difference.interval()));
        tree.put("relative", finite(difference.relative()));
        Interval relative = difference.relativeInterval();
        Map<String, Object> ends = new LinkedHashMap<>();
        if (relative != null) {
            ends.put("low", finite(relative.low()));
            ends.put("high", finite(relative.high()));
        }
        tree.put("relativeInterval", relative == null ? null : ends);
        tree.put("varianceRemoved", finite(difference.varianceRemoved()));
        return tree;
    }

    private static @Nullable Double finite(double value) {
        return Double.isNaN(value) || Double.isInfinite(value) ? null : value;
    }
}
