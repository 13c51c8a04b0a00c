package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.measurement.FigureOptions;
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
import dev.wavetank.reports.measure.Precision;
import dev.wavetank.reports.measure.Replications;
import dev.wavetank.reports.measure.Warnings;
import dev.wavetank.reports.measure.output.MeasurementOutput;
import dev.wavetank.reports.measure.page.MeasurementHtml;
import dev.wavetank.sim.liveness.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs many seeds and gives the percentiles of the stages with their intervals. */
@Command(
        name = "measure",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a scenario or manifests with many seeds: how long does each stage take, and how sure is that?",
            "The samples of all seeds are put together. Every percentile has an interval of 95 %% confidence, from"
                    + " resampling whole seeds. NEVER counts the pods that began a stage and did not end it before"
                    + " the run ended; they count as infinitely slow."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank measure app.yaml --nodes 20 --seeds 1..50",
            "      all stages",
            "  wavetank measure app.yaml --seeds 1..500 --precision p99=5%%",
            "      as many seeds as the p99 of pod_startup needs",
            "  wavetank measure app.yaml --html page.html",
            "      also a page with curves, and with what the time was spent on",
            "  wavetank measure app.yaml --save before.json",
            "      keep the samples for wavetank compare"
        })
final class MeasureCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A scenario, or manifests.")
    private List<String> files;

    @Mixin
    private SeedOptions seeds;

    @Option(
            names = "--precision",
            paramLabel = "P=SHARE",
            description = "End as soon as a percentile is known so well, such as p99=5%% or p50(run_to_ready)=2%%: the"
                    + " interval reaches so far to either side on average. Needs at least 20 seeds.")
    private String precision;

    @Mixin
    private FigureOptions figures;

    @Option(names = "--save", paramLabel = "FILE", description = "Write the result with all samples as JSON.")
    private Path saved;

    @Mixin
    private ScenarioOptions scenarioOptions;

    MeasureCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Precision wanted = precision == null
                ? null
                : FigureOptions.orBadInput("--precision", () -> Precision.parse(precision, figures.usualStage()));
        List<Stage> stages = figures.stages(List.of(Stage.values()));
        List<Double> percentiles = figures.percentiles();
        Set<Stage> kept = new TreeSet<>(stages);
        if (wanted != null) {
            kept.add(wanted.of().stage());
        }
        MeasuredScenario scenario = MeasuredScenario.read(files, scenarioOptions, seeds.first());
        try (Interruption interruption = Interruption.watch()) {
            Replications plan = Measurement.of(scenario).until(wanted).divides(figures.wantsPage() || saved != null);
            Measurement measurement =
                    seeds.run(plan, kept, streams, interruption).get(0);
            Provenance provenance = scenario.provenance(CommandLineText.origin(spec), measurement, seeds.first());
            MeasurementOutput output = new MeasurementOutput(measurement, stages, percentiles);
            List<String> warnings = new ArrayList<>(Warnings.of(measurement, output.stages(), percentiles));
            note(measurement, wanted, interruption.isRequested(), warnings);
            print(provenance, output, warnings);
            figures.writePage(
                    () -> MeasurementHtml.render(scenario.first().scenario().name(), provenance, output, warnings));
            if (saved != null) {
                MeasurementFile.write(
                        saved,
                        scenario,
                        measurement,
                        seeds,
                        MeasurementFile.tree(provenance, output, warnings),
                        provenance);
            }
            return measurement.count(Outcome.BROKEN) > 0 ? ExitCode.BROKEN : ExitCode.HELD;
        }
    }

    private void note(Measurement measurement, Precision wanted, boolean interrupted, List<String> warnings) {
        if (interrupted) {
            warnings.add("interrupted: this is what the seeds gave that had ended");
        } else if (wanted != null && !wanted.isReachedBy(measurement)) {
            warnings.add("the precision " + wanted + " was not reached: add seeds");
        }
    }

    private void print(Provenance provenance, MeasurementOutput output, List<String> warnings) {
        if (figures.form() == OutputForm.json) {
            streams.out().println(JsonResult.write(MeasurementFile.tree(provenance, output, warnings)));
        } else if (figures.form() == OutputForm.csv) {
            streams.out().print(output.figures().csv());
        } else {
            MeasurementText text = new MeasurementText(streams.out(), figures.form() == OutputForm.markdown);
            text.head(provenance);
            text.lines(output.lines());
            text.table(output.table());
            text.warnings(warnings);
        }
        streams.out().flush();
    }
}
