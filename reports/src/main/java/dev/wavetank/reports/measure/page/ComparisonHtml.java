package dev.wavetank.reports.measure.page;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.HtmlAssets;
import dev.wavetank.reports.HtmlTemplates;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Comparison;
import dev.wavetank.reports.measure.Difference;
import dev.wavetank.reports.measure.Difference.Verdict;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.StagePercentile;
import dev.wavetank.reports.measure.output.ComparisonOutput;
import dev.wavetank.reports.measure.page.CurveData.Line;
import dev.wavetank.reports.measure.page.MeasurementPage.Judgement;
import dev.wavetank.reports.measure.page.MeasurementPage.Tile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Turns several measurements of one scenario, each compared with the first, into one page that opens from disk. */
public final class ComparisonHtml {

    /** More sentences than this are a table. */
    private static final int SENTENCES_MAX = 6;

    private final ComparisonOutput output;
    private final List<Measurement> measurements;
    private final boolean isPaired;
    private final List<Stage> stages;
    private final CellNames names;

    /**
     * The page of several measurements.
     *
     * @param output their figures
     * @param isSweep whether the names of the cells are values of settings
     */
    public ComparisonHtml(ComparisonOutput output, boolean isSweep) {
        this(output, isSweep, List.of("", ""));
    }

    /**
     * The page of two saved measurements.
     *
     * @param output their figures
     * @param base how its cluster is described
     * @param other how its cluster is described
     */
    public static ComparisonHtml ofClusters(ComparisonOutput output, String base, String other) {
        ClusterDifference difference = ClusterDifference.of(base, other);
        return new ComparisonHtml(output, false, List.of(difference.one(), difference.other()));
    }

    private ComparisonHtml(ComparisonOutput output, boolean isSweep, List<String> differing) {
        this.output = output;
        this.names = new CellNames(output, isSweep, differing);
        this.measurements =
                output.cells().stream().map(ComparisonOutput.Cell::measurement).toList();
        this.isPaired = measurements.stream().allMatch(each -> new Comparison(measurements.get(0), each).isPaired());
        Set<Stage> shown = new LinkedHashSet<>();
        for (int cell = 0; cell < output.cells().size(); cell++) {
            output.estimatesOf(cell).forEach(estimate -> shown.add(estimate.stage()));
        }
        this.stages = MeasurementHtml.mainFirst(List.copyOf(shown));
    }

    /**
     * The page of a sweep.
     *
     * @param title such as the name of the scenario
     * @param provenance what made it
     * @param warnings what makes the figures uncertain
     */
    public String sweep(String title, Provenance provenance, List<String> warnings) {
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < output.nameColumns().size(); i++) {
            asked.add(output.nameColumns().get(i) + " (" + String.join(", ", names.values(i)) + ")");
        }
        String question = title + " was run with " + output.cells().size() + " combinations of "
                + String.join(" and ", asked) + ", each with the same "
                + Words.seeds(measurements.get(0).replications().size()) + ".";
        return render(
                "Sweep", title, MeasurementHtml.facts(provenance), question, List.of(), warnings, provenance.command());
    }

    /**
     * The page of two saved measurements.
     *
     * @param title such as the name of the scenario
     * @param facts of a label and a value: what made each of them
     * @param gates what was to be judged
     * @param warnings what makes the figures uncertain
     * @param command that compared them
     */
    public String compare(
            String title,
            List<MeasurementPage.Line> facts,
            List<Judgement> gates,
            List<String> warnings,
            String command) {
        String question =
                names.file(1) + " is compared with " + names.file(0) + ", two measurements of " + title + " with "
                        + Words.seeds(measurements.get(1).replications().size()) + " and "
                        + Words.seeds(measurements.get(0).replications().size())
                        + (isPaired ? ", the same in both." : ", which are not the same.");
        return render("Comparison", title, facts, question, gates, warnings, command);
    }

    private String render(
            String kind,
            String title,
            List<MeasurementPage.Line> facts,
            String question,
            List<Judgement> gates,
            List<String> warnings,
            String command) {
        List<Integer> drawn = drawn();
        List<Line> lines = drawn.stream()
                .map(cell -> new Line(names.label(cell), measurements.get(cell)))
                .toList();
        return HtmlTemplates.render(
                "measurement.jte",
                new MeasurementPage(
                        kind,
                        title,
                        MeasurementHtml.outcome(measurements),
                        MeasurementHtml.verdict(measurements),
                        facts,
                        summary(question),
                        points(),
                        tiles(),
                        gates,
                        warnings,
                        "Time by percentile. Shaded bands are intervals of 95 % confidence." + leftOut(drawn),
                        CurveData.json(stages, lines),
                        stages.stream().map(this::differences).toList(),
                        DivisionSection.of(lines),
                        "Behind a mean time stands its difference to the first column with the interval of 95 %"
                                + " confidence, where a difference is shown." + leftOut(drawn),
                        stages.stream().map(this::estimates).toList(),
                        command,
                        HtmlAssets.ofMeasurement()));
    }

    private String leftOut(List<Integer> drawn) {
        int all = (int) measured().count();
        return drawn.size() == all
                ? ""
                : " Of " + all + " combinations, the first and the " + (drawn.size() - 1)
                        + " that differ most from it are shown; the tables have all.";
    }

    /** The base, and those that differ most from it in the highest percentile of the main stage. */
    private List<Integer> drawn() {
        if (measured().count() <= CurveData.LINES_MAX) {
            return measured().boxed().toList();
        }
        Set<Integer> drawn = new TreeSet<>(measured().limit(1).boxed().toList());
        compared()
                .boxed()
                .sorted(Comparator.comparingDouble(
                        cell -> -Math.abs(largest(cell).micros())))
                .limit(CurveData.LINES_MAX - 1L)
                .forEach(drawn::add);
        return List.copyOf(drawn);
    }

    /** The cells that have figures. */
    private IntStream measured() {
        return IntStream.range(0, output.cells().size())
                .filter(cell -> !output.estimatesOf(cell).isEmpty());
    }

    /** The cells that are compared with the first. */
    private IntStream compared() {
        return IntStream.range(1, output.cells().size())
                .filter(cell -> !ofMainStage(cell).isEmpty());
    }

    private List<Difference> ofMainStage(int cell) {
        return output.differencesOf(cell).stream()
                .filter(difference -> difference.stage() == stages.get(0))
                .toList();
    }

    /** The difference of the main stage that is shown and largest for its size; the first when none is shown. */
    private Difference largest(int cell) {
        List<Difference> differences = ofMainStage(cell);
        return differences.stream()
                .filter(ComparisonHtml::isShown)
                .max(Comparator.comparingDouble(difference -> Math.abs(difference.relative())))
                .orElse(differences.get(0));
    }

    private static boolean isShown(Difference difference) {
        return difference.verdict() == Verdict.HIGHER || difference.verdict() == Verdict.LOWER;
    }

    private List<String> summary(String question) {
        List<Estimate> base = output.estimatesOf(0).stream()
                .filter(estimate -> estimate.stage() == stages.get(0))
                .toList();
        List<String> summary = new ArrayList<>();
        summary.add(question + " " + runs());
        summary.add(headline());
        if (!base.isEmpty()) {
            summary.add("With " + names.label(0) + ": " + Words.sentence(base));
        }
        summary.add(pairing());
        return summary.stream().filter(sentence -> !sentence.isEmpty()).toList();
    }

    /** The cell with the largest difference that is shown; 0 without any. */
    private int most() {
        int most = 0;
        for (int cell : compared().toArray()) {
            if (isShown(largest(cell))
                    && (most == 0
                            || Math.abs(largest(cell).relative())
                                    > Math.abs(largest(most).relative()))) {
                most = cell;
            }
        }
        return most;
    }

    /** The one sentence that a hurried reader reads. */
    private String headline() {
        int most = most();
        if (compared().findAny().isEmpty() && output.cells().size() > 1) {
            return "Nothing is compared with " + names.label(0) + ": " + output.notCompared(1) + ".";
        }
        if (most == 0) {
            return "No difference to " + names.label(0) + " is shown: if there is one, more seeds may show it.";
        }
        return (output.cells().size() > 2 ? "The largest difference is made by " : "The difference is made by ")
                + names.label(most) + " against " + names.label(0) + ": " + Words.clause(largest(most)) + "."
                + why(most);
    }

    private String why(int cell) {
        String why = DivisionSection.sentence(new Comparison(measurements.get(0), measurements.get(cell)));
        return why.isEmpty() ? "" : " " + why;
    }

    private List<String> points() {
        List<String> points = new ArrayList<>();
        for (int cell = 1; cell < output.cells().size(); cell++) {
            if (!output.notCompared(cell).isEmpty()) {
                points.add("With " + names.label(cell) + ": not compared: " + output.notCompared(cell) + ".");
            }
        }
        List<Integer> told = told();
        for (int cell : told.subList(0, Math.min(SENTENCES_MAX, told.size()))) {
            List<String> parts =
                    ofMainStage(cell).stream().map(Words::difference).toList();
            points.add("With " + names.label(cell) + ": " + String.join("; ", parts) + "."
                    + (cell == most() ? "" : why(cell)));
        }
        if (told.size() > SENTENCES_MAX) {
            points.add("The tables have the other " + (told.size() - SENTENCES_MAX) + ".");
        }
        return points;
    }

    /** Cells that differ from the base in one setting only tell what that setting does; they come first. */
    private List<Integer> told() {
        return compared().boxed().sorted(Comparator.comparingInt(this::changed)).toList();
    }

    private int changed(int cell) {
        int changed = 0;
        for (int i = 0; i < output.nameColumns().size(); i++) {
            String base = output.cells().get(0).name().get(i);
            changed += output.cells().get(cell).name().get(i).equals(base) ? 0 : 1;
        }
        return changed;
    }

    private String runs() {
        String base = MeasurementHtml.runs(measurements.get(0));
        if (measurements.stream().map(MeasurementHtml::runs).allMatch(base::equals)) {
            return "In each, " + base;
        }
        List<String> sentences = new ArrayList<>();
        for (int i = 0; i < Math.min(SENTENCES_MAX, measurements.size()); i++) {
            sentences.add("With " + names.label(i) + ": " + MeasurementHtml.runs(measurements.get(i)));
        }
        return String.join(" ", sentences);
    }

    private String pairing() {
        double[] removed = IntStream.range(1, output.cells().size())
                .boxed()
                .flatMap(cell -> output.differencesOf(cell).stream())
                .mapToDouble(Difference::varianceRemoved)
                .filter(share -> !Double.isNaN(share))
                .sorted()
                .toArray();
        return removed.length == 0 ? "" : Words.pairing(removed[0], removed[removed.length - 1]);
    }

    private List<Tile> tiles() {
        List<Tile> tiles = new ArrayList<>();
        output.estimatesOf(0).stream()
                .filter(estimate -> estimate.stage() == stages.get(0))
                .forEach(estimate -> tiles.add(MeasurementHtml.tile("base", estimate)));
        int most = most();
        if (most > 0) {
            Difference largest = largest(most);
            tiles.add(new Tile(
                    "Largest change shown, " + StagePercentile.label(largest.percentile()),
                    Words.signed(largest.micros()),
                    Words.interval(largest.interval(), Words::signed)));
        }
        return tiles;
    }

    private MeasurementPage.Figures differences(Stage stage) {
        List<FigureTable.Compared> rows = new ArrayList<>();
        for (int i = 1; i < output.cells().size(); i++) {
            for (Difference each : output.differencesOf(i)) {
                if (each.stage() == stage) {
                    rows.add(new FigureTable.Compared(names.row(i, each.percentile()), each));
                }
            }
        }
        return FigureTable.differences(
                "Differences: " + stage.title(),
                "Against " + names.label(0)
                        + (isPaired ? ", paired by seed. " : ", not paired because the seeds differ. ")
                        + "A difference is shown when its interval of 95 % confidence does not contain zero.",
                names.columns(),
                rows);
    }

    private MeasurementPage.Figures estimates(Stage stage) {
        List<FigureTable.Named> rows = new ArrayList<>();
        for (int i = 0; i < output.cells().size(); i++) {
            for (Estimate each : output.estimatesOf(i)) {
                if (each.stage() == stage) {
                    rows.add(new FigureTable.Named(names.row(i, each.percentile()), each));
                }
            }
        }
        return FigureTable.of("Percentiles: " + stage.title(), FigureTable.NEVER, names.columns(), rows);
    }
}
