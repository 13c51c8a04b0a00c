package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.result.UntriedPod;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.attempt.AttemptText;
import dev.wavetank.reports.attempt.AttemptTree;
import dev.wavetank.reports.attempt.Attempts;
import dev.wavetank.reports.story.Way;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Says why a scheduler put a pod where it is, or nowhere. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Say why a scheduler put a pod where it is, or nowhere.",
            "Every attempt is printed with the nodes that were refused, by which plug-in and why, the points of the"
                    + " others by plug-in and weight, what was chosen among equals, what preemption considered, and"
                    + " what brought the pod back into the queue."
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

    private final Streams streams;

    @Mixin
    private RecordedRun run;

    ExplainCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        RecordedRun.Recording recording = run.make();
        Attempts attempts = Attempts.of(run.object(), recording.records());
        Optional<String> untried =
                attempts.attempts().isEmpty() ? UntriedPod.line(attempts.pod(), recording.records()) : Optional.empty();
        if (attempts.attempts().isEmpty() && untried.isEmpty()) {
            throw nothingOf(recording.records());
        }
        run.print(
                streams,
                () -> AttemptTree.of(attempts),
                () -> untried.map(List::of).orElseGet(() -> AttemptText.lines(attempts)));
        return recording.exitCode();
    }

    private BadInputException nothingOf(List<TraceEntry> trace) {
        List<String> tried = Attempts.pods(trace);
        return new BadInputException("no scheduler has tried " + run.object() + ": "
                + (tried.isEmpty() ? "it has tried no pod" : "it has tried " + Way.named(tried)));
    }
}
