package dev.wavetank.cli;

import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.trace.ChromeTraceSink;
import dev.wavetank.sim.trace.TraceSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that makes one run and shows it, and how it does so. */
final class Simulate {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed, which decides all that is left to chance; 1 by default.")
    private Long seed;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Option(names = "--check-determinism", description = "Run twice and compare; exit code 3 when the runs differ.")
    private boolean checkDeterminism;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = FailureFiles.DIRECTORY,
            description = "Where a broken law is saved for replay; ${DEFAULT-VALUE} by default.")
    private Path failures;

    @Mixin
    private ResultOptions resultOptions;

    @Option(
            names = "--perfetto",
            paramLabel = "FILE.json",
            description = "Write the whole run as a Chrome trace, which ui.perfetto.dev opens: one track for each"
                    + " component.")
    private Path perfetto;

    /** Reads what is to be run. */
    ScenarioInput read(List<String> files) {
        return scenarioOptions.read(files);
    }

    /** Makes the run and prints what came of it. */
    Execution run(ScenarioInput input, Streams streams) {
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        Prepared prepared = scenarioOptions.prepare(input.scenario(), chosen, input.parts());
        Checkpoints checkpoints = new Checkpoints();
        Execution execution = execute(prepared, checkpoints);
        if (checkDeterminism) {
            repeat(execution, checkpoints);
        }
        if (resultOptions.report != null) {
            execution.writeReport(resultOptions.report);
        }
        print(execution, streams);
        return execution;
    }

    private Execution execute(Prepared prepared, Checkpoints checkpoints) {
        List<TraceSink> sinks = new ArrayList<>();
        if (checkDeterminism) {
            sinks.add(checkpoints);
        }
        try (SinkFile file = SinkFile.open(perfetto, "Perfetto trace", ChromeTraceSink::new)) {
            file.addTo(sinks);
            return Execution.of(prepared, resultOptions, sinks);
        }
    }

    private void print(Execution execution, Streams streams) {
        RunResult result = execution.result();
        String replay = result.violations().isEmpty() ? null : save(execution);
        if (resultOptions.format == Format.json) {
            Map<String, Object> tree = JsonResult.tree(execution);
            if (replay != null) {
                tree.put("replay", replay);
            }
            streams.out().println(JsonResult.write(tree));
            return;
        }
        TextResult text = new TextResult(streams);
        text.print(execution);
        if (checkDeterminism) {
            streams.out().println("determinism  two runs, same fingerprint");
        }
        text.violations(result, replay);
    }

    private String save(Execution execution) {
        Failure failure = Failure.of(execution.result(), execution.prepared().parts());
        return FailureFiles.replayCommand(FailureFiles.save(failure, failures));
    }

    private static void repeat(Execution first, Checkpoints firstCheckpoints) {
        Prepared prepared = first.prepared();
        Checkpoints checkpoints = new Checkpoints();
        RunResult second =
                ScenarioRun.of(prepared.scenario(), prepared.seed(), prepared.clusterParts(), List.of(checkpoints));
        if (!second.fingerprint().equals(first.result().fingerprint())) {
            throw new NotDeterministicException(
                    first.result().fingerprint(), second.fingerprint(), firstCheckpoints.firstDifference(checkpoints));
        }
    }
}
