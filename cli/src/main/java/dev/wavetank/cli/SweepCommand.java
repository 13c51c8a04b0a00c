package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.measurement.FigureOptions;
import dev.wavetank.cli.measurement.Grid;
import dev.wavetank.cli.measurement.MeasuredScenario;
import dev.wavetank.cli.measurement.MeasurementFile;
import dev.wavetank.cli.measurement.OutputForm;
import dev.wavetank.cli.measurement.SeedOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.MeasurementText;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Interruption;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replications;
import dev.wavetank.reports.measure.SeedRun;
import dev.wavetank.reports.measure.Warnings;
import dev.wavetank.reports.measure.output.ComparisonOutput;
import dev.wavetank.reports.measure.output.ComparisonOutput.Cell;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.page.ComparisonHtml;
import dev.wavetank.sim.liveness.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures a scenario with all combinations of some settings. */
@Command(
        name = "sweep",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a scenario or manifests with every combination of settings: what if I change this flag?",
            "Commas in --set separate values; a comma that belongs to a value is written \\,. All combinations run"
                    + " the same seeds, so that each seed draws the same image pulls and the same delays in all of"
                    + " them. Their differences to the first combination are paired by seed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank sweep app.yaml --set kube-controller-manager.kube-api-qps=20,100"
                    + " --set etcd.commit-latency=1ms,50ms --seeds 1..50",
            "      four combinations with fifty seeds each; with --save DIR also as files for wavetank compare",
            "  wavetank sweep app.yaml --set kubelet.registry-qps=5,50 --html page.html",
            "      also a page: what made the difference, and where the time went",
            "  wavetank sweep app.yaml --set kubelet.serialize-image-pulls=true,false -o markdown",
            "      a table for a pull request"
        })
final class SweepCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A scenario, or manifests.")
    private List<String> files;

    @Mixin
    private SeedOptions seeds;

    @Mixin
    private FigureOptions figures;

    @Option(
            names = "--save",
            paramLabel = "DIR",
            description = "Write the result of each combination with all samples into a directory, one file each, for"
                    + " wavetank compare.")
    private Path saved;

    @Mixin
    private ScenarioOptions scenarioOptions;

    SweepCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Grid grid = Grid.of(scenarioOptions.settings());
        List<Stage> stages = figures.stages(FigureOptions.COMPARED);
        List<Double> percentiles = figures.percentiles();
        List<MeasuredScenario> scenarios = new ArrayList<>();
        for (List<String> cell : grid.cells()) {
            scenarios.add(
                    MeasuredScenario.read(files, scenarioOptions.withSettings(grid.settings(cell)), seeds.first()));
        }
        MeasuredScenario common =
                MeasuredScenario.read(files, scenarioOptions.withSettings(grid.fixed()), seeds.first());
        try (Interruption interruption = Interruption.watch()) {
            List<Measurement> measurements = seeds.run(
                    Replications.of(List.<SeedRun>copyOf(scenarios)).divides(figures.wantsPage() || saved != null),
                    new TreeSet<>(stages),
                    streams,
                    interruption);
            List<Cell> cells = new ArrayList<>();
            for (int i = 0; i < measurements.size(); i++) {
                cells.add(new Cell(grid.cells().get(i), measurements.get(i)));
            }
            Provenance provenance = common.provenance(CommandLineText.origin(spec), measurements.get(0), seeds.first());
            ComparisonOutput output = new ComparisonOutput(grid.names(), cells, stages, percentiles);
            List<String> warnings =
                    new ArrayList<>(warnings(measurements, stages, percentiles, interruption.isRequested()));
            if (output.isEmpty() && figures.wantsPage()) {
                warnings.add("no page is written, because no combination has figures");
            }
            print(provenance, grid, cells, output, warnings);
            if (!output.isEmpty()) {
                figures.writePage(() -> new ComparisonHtml(output, true)
                        .sweep(common.first().scenario().name(), provenance, warnings));
            }
            if (saved != null) {
                save(scenarios, grid, cells);
            }
            boolean broken = measurements.stream().anyMatch(each -> each.count(Outcome.BROKEN) > 0);
            return broken ? ExitCode.BROKEN : ExitCode.HELD;
        }
    }

    private void save(List<MeasuredScenario> scenarios, Grid grid, List<Cell> cells) {
        for (int i = 0; i < cells.size(); i++) {
            List<String> name = new ArrayList<>();
            for (int j = 0; j < grid.names().size(); j++) {
                name.add(grid.names().get(j) + "=" + cells.get(i).name().get(j));
            }
            Provenance provenance = scenarios
                    .get(i)
                    .provenance(CommandLineText.origin(spec), cells.get(i).measurement(), seeds.first());
            MeasurementFile.write(
                    saved.resolve(String.join("_", name).replaceAll("[^A-Za-z0-9=._-]+", "-") + ".json"),
                    scenarios.get(i),
                    cells.get(i).measurement(),
                    seeds,
                    MeasurementFile.tree(
                            provenance,
                            new MeasurementOutput(
                                    cells.get(i).measurement(),
                                    figures.stages(FigureOptions.COMPARED),
                                    figures.percentiles()),
                            List.of()),
                    provenance);
        }
    }

    /** Of all cells, each sentence once: most are the same in all. */
    private static List<String> warnings(
            List<Measurement> measurements, List<Stage> stages, List<Double> percentiles, boolean interrupted) {
        Set<String> warnings = new LinkedHashSet<>();
        for (Measurement measurement : measurements) {
            List<Stage> begun =
                    stages.stream().filter(measurement.stages()::contains).toList();
            warnings.addAll(Warnings.of(measurement, begun, percentiles));
        }
        if (interrupted) {
            warnings.add("interrupted: this is what the seeds gave that had ended in all combinations");
        }
        return List.copyOf(warnings);
    }

    private void print(
            Provenance provenance, Grid grid, List<Cell> cells, ComparisonOutput output, List<String> warnings) {
        if (figures.form() == OutputForm.json) {
            streams.out().println(JsonResult.write(tree(provenance, grid, cells, output, warnings)));
        } else if (figures.form() == OutputForm.csv) {
            streams.out().print(output.figures().csv());
        } else {
            MeasurementText text = new MeasurementText(streams.out(), figures.form() == OutputForm.markdown);
            text.head(provenance);
            runs(cells, text);
            streams.out().println();
            text.table(output.estimates());
            text.table(
                    "Each combination compared with the first ("
                            + String.join(", ", cells.get(0).name()) + "), paired by seed:",
                    output.differences());
            text.warnings(warnings);
        }
        streams.out().flush();
    }

    /** What became of the runs: once when it is the same in all combinations. */
    private static void runs(List<Cell> cells, MeasurementText text) {
        Map<String, Map<String, String>> byCell = new LinkedHashMap<>();
        for (Cell cell : cells) {
            byCell.put(
                    String.join(", ", cell.name()) + ": ",
                    new MeasurementOutput(cell.measurement(), List.of(), List.of()).lines());
        }
        Map<String, String> first = byCell.values().iterator().next();
        if (byCell.values().stream().allMatch(first::equals)) {
            first.forEach((label, value) -> text.line(label, "in each combination " + value));
        } else {
            byCell.forEach((cell, lines) -> lines.forEach((label, value) -> text.line(label, cell + value)));
        }
    }

    private Map<String, Object> tree(
            Provenance provenance, Grid grid, List<Cell> cells, ComparisonOutput output, List<String> warnings) {
        List<Map<String, Object>> trees = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            Map<String, Object> settings = new LinkedHashMap<>();
            for (int j = 0; j < grid.names().size(); j++) {
                settings.put(grid.names().get(j), cells.get(i).name().get(j));
            }
            Map<String, Object> cell = new LinkedHashMap<>();
            cell.put("settings", settings);
            cell.putAll(new MeasurementOutput(
                            cells.get(i).measurement(), figures.stages(FigureOptions.COMPARED), figures.percentiles())
                    .tree());
            if (!output.notCompared(i).isEmpty()) {
                cell.put("notCompared", output.notCompared(i));
            }
            cell.put("differences", output.differences(i));
            trees.add(cell);
        }
        Map<String, Object> tree = JsonResult.document(spec.name());
        tree.put("provenance", provenance.tree());
        tree.put("cells", trees);
        tree.put("warnings", warnings);
        return tree;
    }
}
