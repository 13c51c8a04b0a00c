package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.InputFiles;
import dev.wavetank.cli.measurement.FigureOptions;
import dev.wavetank.cli.measurement.OutputForm;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.MeasurementText;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Comparison;
import dev.wavetank.reports.measure.Difference;
import dev.wavetank.reports.measure.Gate;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Warnings;
import dev.wavetank.reports.measure.output.ComparisonOutput;
import dev.wavetank.reports.measure.output.ComparisonOutput.Cell;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.output.SavedMeasurement;
import dev.wavetank.reports.measure.page.ComparisonHtml;
import dev.wavetank.reports.measure.page.MeasurementPage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Compares two saved measurements. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Compare two measurements of the same scenario that wavetank measure --save has written.",
            "With the same seeds they are paired by seed. --fail-if is for continuous integration: the exit code is"
                    + " 1 only when the whole interval of the difference lies beyond the limit, so that chance alone"
                    + " rarely fails."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank compare before.json after.json --stage all",
            "      the differences of all stages",
            "  wavetank compare before.json after.json --html page.html",
            "      also a page with both curves",
            "  wavetank compare before.json after.json --fail-if 'p99(pod_startup) > +10%%'",
            "      exit code 1 when it is shown that the p99 grew by more than a tenth"
        })
final class CompareCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "BASE", description = "A saved measurement.")
    private String base;

    @Parameters(index = "1", paramLabel = "OTHER", description = "A saved measurement, to be compared with it.")
    private String other;

    @Option(
            names = "--fail-if",
            paramLabel = "LIMIT",
            description = "Exit with 1 when a difference is shown to lie beyond a limit, such as 'p99(pod_startup) >"
                    + " +10%%' or 'p50(pod_startup) > +500ms'; can be repeated.")
    private List<String> limits = List.of();

    @Mixin
    private FigureOptions figures;

    CompareCommand(Streams streams) {
        this.streams = streams;
    }

    /** A gate and the difference that it judges. */
    private record Judged(Gate gate, Difference difference) {}

    @Override
    public Integer call() {
        List<Gate> gates = limits.stream()
                .map(limit -> FigureOptions.orBadInput("--fail-if", () -> Gate.parse(limit, figures.usualStage())))
                .toList();
        List<Double> percentiles = figures.percentiles();
        List<Stage> stages = figures.stages(FigureOptions.COMPARED);
        SavedMeasurement before = read(base);
        SavedMeasurement after = read(other);
        requireSameScenario(before, after);
        Comparison comparison = new Comparison(before.measurement(), after.measurement());
        List<Judged> judged = gates.stream()
                .map(gate -> new Judged(
                        gate,
                        FigureOptions.orBadInput(
                                "--fail-if",
                                () -> comparison.of(gate.of().stage(), gate.of().percentile()))))
                .toList();
        List<Cell> cells =
                List.of(new Cell(List.of(base), before.measurement()), new Cell(List.of(other), after.measurement()));
        ComparisonOutput output = new ComparisonOutput(List.of("FILE"), cells, stages, percentiles);
        if (output.isEmpty()) {
            String leftOut = before.measurement().leftOut();
            if (!leftOut.isEmpty() && !after.measurement().leftOut().isEmpty()) {
                throw new BadInputException("there is nothing to compare: " + leftOut + " of " + base + ", "
                        + after.measurement().leftOut() + " of " + other);
            }
            throw new BadInputException("the measurements have none of the stages to compare: measure them again with"
                    + " --stage, or choose another --stage here");
        }
        print(List.of(before, after), cells, output, judged, comparison.isPaired());
        figures.writePage(() -> page(List.of(before, after), cells, output, judged, comparison.isPaired()));
        boolean failed = judged.stream().anyMatch(each -> each.gate().isFailedBy(each.difference()));
        return failed ? ExitCode.BROKEN : ExitCode.HELD;
    }

    private static SavedMeasurement read(String file) {
        String text = InputFiles.read(file);
        try {
            return SavedMeasurement.read(text);
        } catch (IllegalArgumentException damaged) {
            throw new BadInputException(file + " " + damaged.getMessage(), damaged);
        }
    }

    private void requireSameScenario(SavedMeasurement before, SavedMeasurement after) {
        if (!before.scenario().equals(after.scenario())) {
            throw new BadInputException(base + " and " + other + " are results of different scenarios (" + before.name()
                    + ", " + after.name() + "): only the cluster, its settings and the faults may differ, not commands,"
                    + " files or --until");
        }
        if (before.warmUp() != after.warmUp()) {
            throw new BadInputException(
                    base + " and " + other + " were measured with different --warm-up: measure one of them again");
        }
    }

    private List<String> warnings(List<Cell> cells, boolean paired) {
        Set<String> warnings = new LinkedHashSet<>();
        for (Cell cell : cells) {
            Measurement measurement = cell.measurement();
            List<Stage> begun = figures.stages(FigureOptions.COMPARED).stream()
                    .filter(measurement.stages()::contains)
                    .toList();
            warnings.addAll(Warnings.of(measurement, begun, figures.percentiles()));
        }
        if (!paired) {
            warnings.add("the seeds differ, so nothing is paired: with the same seeds the intervals are narrower");
        }
        return List.copyOf(warnings);
    }

    private String page(
            List<SavedMeasurement> saved,
            List<Cell> cells,
            ComparisonOutput output,
            List<Judged> judged,
            boolean paired) {
        return ComparisonHtml.ofClusters(
                        output, saved.get(0).cluster(), saved.get(1).cluster())
                .compare(
                        saved.get(0).name(),
                        List.of(
                                new MeasurementPage.Line(base, saved.get(0).cluster()),
                                new MeasurementPage.Line(other, saved.get(1).cluster())),
                        judged.stream()
                                .map(each -> new MeasurementPage.Judgement(
                                        each.gate().isFailedBy(each.difference()),
                                        each.gate().sentence(each.difference())))
                                .toList(),
                        warnings(cells, paired),
                        CommandLineText.of(spec));
    }

    private void print(
            List<SavedMeasurement> saved,
            List<Cell> cells,
            ComparisonOutput output,
            List<Judged> judged,
            boolean paired) {
        List<String> warnings = warnings(cells, paired);
        if (figures.form() == OutputForm.json) {
            streams.out().println(JsonResult.write(tree(saved, cells, output, judged, paired, warnings)));
        } else if (figures.form() == OutputForm.csv) {
            streams.out().print(output.figures().csv());
        } else {
            MeasurementText text = new MeasurementText(streams.out(), figures.form() == OutputForm.markdown);
            text.line("scenario", saved.get(0).name());
            for (int i = 0; i < cells.size(); i++) {
                String file = cells.get(i).name().get(0);
                text.line(i == 0 ? "base" : "other", file + ": " + saved.get(i).cluster());
                new MeasurementOutput(cells.get(i).measurement(), List.of(), List.of())
                        .lines()
                        .forEach((label, value) -> text.line(label, file + ": " + value));
            }
            streams.out().println();
            text.table(output.estimates());
            text.table(
                    other + " compared with " + base + (paired ? ", paired by seed:" : ", not paired:"),
                    output.differences());
            if (!judged.isEmpty()) {
                streams.out().println();
                judged.forEach(each -> text.line(
                        each.gate().isFailedBy(each.difference()) ? "failed" : "passed",
                        each.gate().sentence(each.difference())));
            }
            text.warnings(warnings);
        }
        streams.out().flush();
    }

    private Map<String, Object> tree(
            List<SavedMeasurement> saved,
            List<Cell> cells,
            ComparisonOutput output,
            List<Judged> judged,
            boolean paired,
            List<String> warnings) {
        Map<String, Object> tree = JsonResult.document(spec.name());
        tree.put("name", saved.get(0).name());
        tree.put("paired", paired);
        List<Map<String, Object>> trees = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Map<String, Object> cell = new LinkedHashMap<>();
            cell.put("file", cells.get(i).name().get(0));
            cell.put("cluster", saved.get(i).cluster());
            cell.putAll(new MeasurementOutput(
                            cells.get(i).measurement(), figures.stages(FigureOptions.COMPARED), figures.percentiles())
                    .tree());
            if (!output.notCompared(i).isEmpty()) {
                cell.put("notCompared", output.notCompared(i));
            }
            cell.put("differences", output.differences(i));
            trees.add(cell);
        }
        tree.put("cells", trees);
        List<Map<String, Object>> gates = new ArrayList<>();
        for (Judged each : judged) {
            Map<String, Object> gate = new LinkedHashMap<>();
            gate.put("limit", each.gate().toString());
            gate.put("failed", each.gate().isFailedBy(each.difference()));
            gate.put("sentence", each.gate().sentence(each.difference()));
            gates.add(gate);
        }
        tree.put("gates", gates);
        tree.put("warnings", warnings);
        return tree;
    }
}
