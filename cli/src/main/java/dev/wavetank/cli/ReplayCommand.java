package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.OutputFiles;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.InputFiles;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.result.ContrastOutput;
import dev.wavetank.cli.result.ExplanationOutput;
import dev.wavetank.cli.result.FailureFiles;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.ReportFiles;
import dev.wavetank.cli.result.TextResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.contrast.Branches;
import dev.wavetank.properties.contrast.Contrast;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.RingSink;
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

/** Runs a saved failure again. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a saved failure again, and say whether it is the same.",
            "The exit code is 1 when the same invariant breaks in the same way, 3 when the run differs from the"
                    + " saved one."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank replay wavetank-failures/bound-once-seed-42.yaml",
            "      the violation once more",
            "  wavetank replay failure.yaml --trace trace.jsonl --report report",
            "      with all there is to know about it",
            "  wavetank replay failure.yaml --explain",
            "      what led to the violation, step by step",
            "  wavetank replay failure.yaml --contrast",
            "      when it became inevitable, and the nearest run that passes",
            "  wavetank replay failure.yaml --mermaid story.mmd --perfetto story.json",
            "      the same as a sequence diagram, and to look at in ui.perfetto.dev"
        })
final class ReplayCommand implements Callable<Integer> {

    /** Only the end of a longer run is explained, so that memory suffices. */
    private static final int RECORDS_KEPT = 1_000_000;

    private final Streams streams;

    @Spec
    private CommandSpec command;

    @Parameters(paramLabel = "FAILURE", description = "A failure that run or explore saved.")
    private String file;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--explain",
            description = "Show what led to the violation, step by step: text as a story, json has the"
                    + " records of the trace, each the cause of a later one.")
    private boolean explain;

    @Option(
            names = "--contrast",
            description = "Find the event after which the run fails in whatever way it goes on, and show the failure"
                    + " side by side with a run that is the same until then, and passes. Takes some dozens of runs.")
    private boolean contrast;

    @Option(
            names = "--with-state",
            description = "With --explain, --mermaid and --perfetto: also what each change on the way found in place,"
                    + " and what had led to that.")
    private boolean withState;

    @Option(
            names = "--mermaid",
            paramLabel = "FILE.mmd",
            description = "Write what led to the violation as a Mermaid sequence diagram.")
    private Path mermaid;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE.json",
            description =
                    "Write what led to the violation as a Chrome trace, which ui.perfetto.dev opens: one track for"
                            + " each component.")
    private Path perfetto;

    ReplayCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        OutputFiles.refuseClashes(command);
        Failure saved = ScenarioInput.failure(file);
        ResolvedScenario prepared = ResolvedScenario.of(saved.scenario(), saved.seed(), saved.parts());
        Execution execution = Execution.of(prepared, CommandLineText.origin(command), options, List.of());
        options.report().ifPresent(directory -> ReportFiles.write(execution, directory));
        boolean sameViolation = isSame(saved, execution.result());
        if (mermaid != null) {
            explanation(prepared, true).writeMermaid(mermaid);
        }
        if (perfetto != null) {
            explanation(prepared, true).writePerfetto(perfetto);
        }
        boolean sameFingerprint = saved.fingerprint().equals(execution.result().fingerprint());
        if (options.format() == Format.json) {
            Map<String, Object> tree = JsonResult.tree(command.name(), execution);
            tree.put("sameViolation", sameViolation);
            tree.put("sameFingerprint", sameFingerprint);
            if (explain) {
                ExplanationOutput explanation = explanation(prepared, false);
                tree.put("explanation", explanation.trees());
                tree.put("duty", explanation.explanation().duty());
            }
            if (contrast) {
                tree.put("contrast", fails(execution) ? contrast(prepared).tree() : null);
            }
            streams.out().println(JsonResult.write(tree));
        } else {
            print(saved, execution, sameViolation, sameFingerprint);
            if (explain) {
                streams.out().println();
                explanation(prepared, true).print(streams.out());
            }
            if (contrast) {
                streams.out().println();
                if (fails(execution)) {
                    contrast(prepared).print(streams.out());
                } else {
                    streams.out().println("nothing to contrast: the run breaks no invariant");
                }
            }
        }
        return sameViolation && sameFingerprint ? ExitCode.BROKEN : ExitCode.INTERNAL;
    }

    /**
     * The explanation of another run, which is the same.
     *
     * @param details whether its trace has details, which shift the numbers of records
     */
    private ExplanationOutput explanation(ResolvedScenario prepared, boolean details) {
        RingSink records = new RingSink(RECORDS_KEPT, details);
        RunResult result = ScenarioRun.of(
                prepared.scenario(),
                prepared.seed(),
                prepared.clusterParts(),
                prepared.parts().judges(),
                List.of(records));
        return new ExplanationOutput(Explanation.of(result, records.entries(), withState));
    }

    private static boolean fails(Execution execution) {
        return !execution.result().violations().isEmpty();
    }

    private ContrastOutput contrast(ResolvedScenario prepared) {
        Contrast found = Branches.of(
                prepared.scenario(),
                prepared.seed(),
                prepared.clusterParts(),
                prepared.parts().judges(),
                RECORDS_KEPT);
        return new ContrastOutput(found, explanation(prepared, true).explanation());
    }

    private void print(Failure saved, Execution execution, boolean sameViolation, boolean sameFingerprint) {
        TextResult text = new TextResult(streams);
        text.print(execution);
        text.violations(execution.result(), FailureFiles.replayCommand(InputFiles.path(file)));
        streams.out().println();
        streams.out()
                .println(
                        sameViolation
                                ? "same violation: " + saved.invariant()
                                : otherViolation(saved, execution.result()));
        streams.out()
                .println(
                        sameFingerprint
                                ? "same fingerprint: " + saved.fingerprint()
                                : "another fingerprint: saved " + saved.fingerprint() + ", now "
                                        + execution.result().fingerprint());
        if (!sameViolation || !sameFingerprint) {
            streams.out()
                    .println("possible reasons: the file was edited, the model has changed since it was saved, or a"
                            + " run is not deterministic");
        }
    }

    private static String otherViolation(Failure saved, RunResult result) {
        String found = saved.isLike(result)
                ? "a violation of the same kind"
                : result.violations().isEmpty() ? "no violation" : "another violation";
        return found + ": the saved run broke "
                + saved.invariant() + " with " + saved.object() + " at " + VirtualTime.format(saved.at()) + ": "
                + saved.message();
    }

    private static boolean isSame(Failure saved, RunResult result) {
        return result.violations().stream()
                .limit(1)
                .anyMatch(violation -> violation.invariant().equals(saved.invariant())
                        && violation.object().equals(saved.object())
                        && violation.message().equals(saved.message())
                        && violation.at() == saved.at());
    }
}
