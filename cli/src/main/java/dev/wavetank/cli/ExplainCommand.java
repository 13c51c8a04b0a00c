package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.UntriedPod;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.attempt.AttemptText;
import dev.wavetank.reports.attempt.AttemptTree;
import dev.wavetank.reports.attempt.Attempts;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says why a scheduler put a pod where it is, or nowhere. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Say why a scheduler put a pod where it is, or nowhere.",
            "Every attempt is printed with the nodes that were refused, by which plug-in and why, the points of the",
            "others by plug-in and weight, what was chosen among equals, what preemption considered, and what brought",
            "the pod back into the queue."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank explain pod/web-1 app.yaml",
            "      one pod of a scenario",
            "  wavetank explain pod/web wavetank-failures/all-ready-seed-42.yaml",
            "      the first pod whose name begins so, in a saved failure",
            "  wavetank explain pod/web-1 app.yaml -o json",
            "      for programs, with all nodes; times are nanoseconds"
        })
final class ExplainCommand implements Callable<Integer> {

    private static final int SHOWN = 12;

    private final Streams streams;

    @Spec
    private CommandSpec command;

    @Parameters(
            index = "0",
            paramLabel = "POD",
            description = "Such as pod/web-1 or pod/NAMESPACE/web-1, or how the name begins.")
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

    ExplainCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ScenarioInput input = scenarioOptions.read(files);
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        RingSink records = new RingSink(StoryOptions.RECORDS_KEPT, true);
        Execution execution = Execution.of(
                scenarioOptions.prepare(input.scenario(), chosen, input.parts()),
                CommandLineText.origin(command),
                resultOptions,
                List.of(records));
        resultOptions.report().ifPresent(execution::writeReport);
        Attempts attempts = Attempts.of(object, records.entries());
        Optional<String> untried =
                attempts.attempts().isEmpty() ? UntriedPod.line(attempts.pod(), records.entries()) : Optional.empty();
        if (attempts.attempts().isEmpty() && untried.isEmpty()) {
            throw nothingOf(records.entries());
        }
        if (resultOptions.format() == Format.json) {
            streams.out().println(JsonResult.write(AttemptTree.of(attempts)));
        } else if (untried.isPresent()) {
            streams.out().println(untried.get());
        } else {
            AttemptText.lines(attempts).forEach(streams.out()::println);
        }
        return ExitCode.of(execution.result().outcome());
    }

    private BadInputException nothingOf(List<TraceEntry> trace) {
        List<String> tried = Attempts.pods(trace);
        return new BadInputException("no scheduler has tried " + object + ": "
                + (tried.isEmpty() ? "it has tried no pod" : "it has tried " + String.join(", ", first(tried))));
    }

    private static List<String> first(List<String> pods) {
        return pods.subList(0, Math.min(SHOWN, pods.size()));
    }
}
