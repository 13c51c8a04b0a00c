package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.ReportFiles;
import dev.wavetank.cli.result.TextResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.TextReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs, and writes a report of the run. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a scenario, a saved failure or manifests, and write a report: where did the time go?",
            "The directory gets report.html, report.md, report.json, stages.txt, series.csv, openmetrics.txt,"
                    + " metrics.txt and a .hgrm file for every stage."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank report app.yaml --nodes 10 --out report",
            "      then open report/report.html",
            "  wavetank report wavetank-failures/bound-once-seed-42.yaml",
            "      the report of a saved failure, of its own seed"
        })
final class ReportCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec command;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1, or that of the saved failure, by default.")
    private Long seed;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "wavetank-report",
            description = "Where the report is written; ${DEFAULT-VALUE} by default.")
    private Path directory;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json, where every time is in"
                    + " nanoseconds of virtual time.")
    private Format format;

    ReportCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ScenarioInput input = scenarioOptions.read(files);
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        Execution execution = Execution.of(
                scenarioOptions.prepare(input.scenario(), chosen, input.parts()),
                CommandLineText.origin(command),
                new ResultOptions(),
                List.of(),
                true);
        ReportFiles.write(execution, directory);
        print(execution, directory.resolve("report.html"));
        return ExitCode.of(execution.result().outcome());
    }

    private void print(Execution execution, Path page) {
        if (format == Format.json) {
            Map<String, Object> tree = JsonResult.tree(command.name(), execution);
            tree.put("report", page.toString());
            streams.out().println(JsonResult.write(tree));
            return;
        }
        TextResult text = new TextResult(streams);
        text.head(execution.provenance());
        streams.out().println();
        streams.out().println(TextReport.table(execution.latency()));
        streams.out().println("written to " + page);
    }
}
