package dev.wavetank.cli;

import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a saved failure again. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a saved failure again, and say whether it is the same.",
            "The exit code is 1 when the same law is broken in the same way, 3 when the run differs from the saved one."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank replay wavetank-failures/bound-once-seed-42.yaml",
            "      the violation once more",
            "  wavetank replay failure.yaml --trace trace.jsonl --report report",
            "      with all there is to know about it",
            "  wavetank replay failure.yaml --explain",
            "      which records led to the violation, one after the other"
        })
final class ReplayCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(paramLabel = "FAILURE", description = "A failure that run or explore saved.")
    private String file;

    @Mixin
    private ResultOptions options;

    @Option(
            names = "--explain",
            description = "Show the records of the trace that led to the violation, each the cause of the next.")
    private boolean explain;

    ReplayCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Failure saved = ScenarioInput.failure(file);
        MemorySink records = new MemorySink();
        Execution execution = Execution.of(
                new Prepared(saved.scenario(), saved.seed(), saved.parts()),
                options,
                explain ? List.of(records) : List.of());
        if (options.report != null) {
            execution.writeReport(options.report);
        }
        boolean sameViolation = isSame(saved, execution.result());
        CausalChain chain = explain ? chain(execution.result(), records) : null;
        boolean sameFingerprint = saved.fingerprint().equals(execution.result().fingerprint());
        if (options.format == Format.json) {
            Map<String, Object> tree = JsonResult.tree(execution);
            tree.put("sameViolation", sameViolation);
            tree.put("sameFingerprint", sameFingerprint);
            if (chain != null) {
                tree.put("explanation", chain.trees());
            }
            streams.out().println(JsonResult.write(tree));
        } else {
            print(saved, execution, sameViolation, sameFingerprint);
            if (chain != null) {
                streams.out().println();
                chain.print(streams.out());
            }
        }
        return sameViolation && sameFingerprint ? ExitCode.BROKEN : ExitCode.INTERNAL;
    }

    /** What led to the first violation; empty when there is none. */
    private static CausalChain chain(RunResult result, MemorySink records) {
        return result.violations().stream()
                .findFirst()
                .map(violation -> CausalChain.to(violation.entry(), records.entries()))
                .orElse(CausalChain.NONE);
    }

    private void print(Failure saved, Execution execution, boolean sameViolation, boolean sameFingerprint) {
        TextResult text = new TextResult(streams);
        text.print(execution);
        text.violations(execution.result(), FailureFiles.replayCommand(InputFiles.path(file)));
        streams.out().println();
        streams.out()
                .println(
                        sameViolation
                                ? "same violation: " + saved.law()
                                : "another violation: the saved run broke " + saved.law() + " with " + saved.object()
                                        + " at " + VirtualTime.format(saved.at()) + ": " + saved.message());
        streams.out()
                .println(
                        sameFingerprint
                                ? "same fingerprint: " + saved.fingerprint()
                                : "another fingerprint: saved " + saved.fingerprint() + ", now "
                                        + execution.result().fingerprint()
                                        + "; the model has changed since, or a run is not deterministic");
    }

    private static boolean isSame(Failure saved, RunResult result) {
        return result.violations().stream()
                .limit(1)
                .anyMatch(violation -> violation.law().equals(saved.law())
                        && violation.object().equals(saved.object())
                        && violation.message().equals(saved.message())
                        && violation.at() == saved.at());
    }
}
