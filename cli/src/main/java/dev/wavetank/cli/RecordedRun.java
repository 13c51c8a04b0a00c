package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.OutputFiles;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.ReportFiles;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What commands share that make one run and say something about one object of it. */
final class RecordedRun {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Parameters(
            index = "0",
            paramLabel = "OBJECT",
            description = "Kind and name, such as pod/web-1 or pod/NAMESPACE/web-1, or how the name begins;"
                    + " for why also pods, for all pods.")
    private String object;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1 by default.")
    private @Nullable Long seed;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Mixin
    private ResultOptions resultOptions;

    /**
     * The records of a run, and its exit code.
     *
     * @param records the latest ones, with details
     * @param exitCode of the command, if nothing else goes wrong
     */
    record Recording(List<TraceEntry> records, int exitCode) {}

    /** The object to speak of, as the user named it. */
    String object() {
        return object;
    }

    /** Makes the run, and keeps its latest records. */
    Recording make() {
        RingSink records = new RingSink(StoryOptions.RECORDS_KEPT, true);
        int exitCode = make(records);
        return new Recording(records.entries(), exitCode);
    }

    /**
     * Makes the run.
     *
     * @return exit code of the command, if nothing else goes wrong
     */
    int make(TraceSink sink) {
        OutputFiles.refuseClashes(command);
        ScenarioInput input = scenarioOptions.read(files);
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        Execution execution = Execution.of(
                scenarioOptions.prepare(input.scenario(), chosen, input.parts()),
                CommandLineText.origin(command),
                resultOptions,
                List.of(sink));
        resultOptions.report().ifPresent(directory -> ReportFiles.write(execution, directory));
        return ExitCode.of(execution.result().outcome());
    }

    /** Prints the answer in the form that was asked for. */
    void print(Streams streams, Supplier<Map<String, Object>> tree, Supplier<List<String>> lines) {
        if (resultOptions.format() == Format.json) {
            streams.out().println(JsonResult.write(tree.get()));
        } else {
            lines.get().forEach(streams.out()::println);
        }
    }
}
