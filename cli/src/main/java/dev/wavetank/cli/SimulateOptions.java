package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.DeterminismRerun;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.NotDeterministicException;
import dev.wavetank.cli.execution.OutputFiles;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.execution.SinkFile;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.DiagnosisResult;
import dev.wavetank.cli.result.FailureFiles;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.ReportFiles;
import dev.wavetank.cli.result.TextResult;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.properties.determinism.Diagnosis;
import dev.wavetank.properties.determinism.FreshRun;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.reports.story.StoryTrack;
import dev.wavetank.sim.determinism.Recorder;
import dev.wavetank.sim.trace.TraceSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of every command that makes one run and shows it, and how it does so. */
final class SimulateOptions {

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The seed, which decides all that is left to chance; 1 by default.")
    private Long seed;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Option(
            names = "--check-determinism",
            description = "Run again, here and in a fresh JVM with other hash codes, time zone, language, encoding and"
                    + " garbage collector; exit code 3 when a run differs, and where it does.")
    private boolean checkDeterminism;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = FailureFiles.DIRECTORY,
            description = "Where a violation is saved for replay; ${DEFAULT-VALUE} by default.")
    private Path failures;

    @Mixin
    private ResultOptions resultOptions;

    @Mixin
    private StoryOptions story;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** Asks for the story of an object; of the first pod that got ready when it is empty. */
    void tellStory(String object) {
        story.tell(object);
    }

    /** Reads the scenario to run. */
    ScenarioInput read(List<String> files) {
        return scenarioOptions.read(files);
    }

    /** Makes the run and prints the result. */
    Execution run(ScenarioInput input, Streams streams) {
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        DeterminismRerun again = new DeterminismRerun(
                command, FreshMain.class, () -> scenarioOptions.prepare(input.scenario(), chosen, input.parts()));
        if (FreshRun.isAsked()) {
            return again.answer();
        }
        if (checkDeterminism) {
            again.refuseWhatCannotBeReadTwice();
        }
        OutputFiles.refuseClashes(command);
        ResolvedScenario prepared = scenarioOptions.prepare(input.scenario(), chosen, input.parts());
        scenarioOptions.note(prepared.scenario().cluster(), streams);
        Recorder recorder = new Recorder();
        Execution execution = execute(prepared, recorder);
        Diagnosis diagnosis = checkDeterminism ? again.diagnose(recorder.recording()) : null;
        resultOptions.report().ifPresent(directory -> ReportFiles.write(execution, directory));
        print(execution, diagnosis, streams);
        return execution;
    }

    private Execution execute(ResolvedScenario prepared, Recorder recorder) {
        List<TraceSink> sinks = new ArrayList<>();
        if (checkDeterminism) {
            sinks.add(recorder);
        }
        try (SinkFile file = SinkFile.open(story.perfettoOfRun(), StoryOptions.PERFETTO, StoryTrack::sink)) {
            file.addTo(sinks);
            story.addTo(sinks);
            return Execution.of(prepared, CommandLineText.origin(command), resultOptions, sinks);
        }
    }

    /**
     * Prints the result. When the runs differ, JSON still holds the result; people get the difference instead.
     *
     * @param diagnosis what the determinism check found, or null when none was asked for
     * @throws NotDeterministicException when the runs differ
     */
    void print(Execution execution, Diagnosis diagnosis, Streams streams) {
        RunResult result = execution.result();
        boolean differs = diagnosis != null && diagnosis.mismatch().isPresent();
        if (resultOptions.format() == Format.json) {
            printJson(execution, diagnosis, streams);
        } else if (!differs) {
            String replay = save(execution);
            TextResult text = new TextResult(streams);
            text.print(execution);
            if (!isRefused(result)) {
                story.print(streams);
            }
            if (diagnosis != null) {
                DiagnosisResult.print(diagnosis, streams.out());
            }
            text.violations(result, replay);
        }
        if (differs) {
            throw new NotDeterministicException(diagnosis.mismatch().get());
        }
    }

    /** Whether kubectl has refused every command as it is written: then there is nothing of which to tell a story. */
    private static boolean isRefused(RunResult result) {
        return !result.commands().isEmpty()
                && result.commands().stream().allMatch(command -> command.outcome() == CommandOutcome.MISTAKE);
    }

    private void printJson(Execution execution, Diagnosis diagnosis, Streams streams) {
        Map<String, Object> tree = JsonResult.tree(command.name(), execution);
        if (diagnosis != null) {
            tree.put("determinism", DiagnosisResult.tree(diagnosis));
        }
        String replay = save(execution);
        if (replay != null) {
            tree.put("replay", replay);
        }
        streams.out().println(JsonResult.write(tree));
    }

    /** Saves the violation and returns the command that replays it; null without a violation. */
    private String save(Execution execution) {
        if (execution.result().violations().isEmpty()) {
            return null;
        }
        Failure failure = Failure.of(execution.result(), execution.prepared().parts(), CommandLineText.origin(command));
        return FailureFiles.replayCommand(FailureFiles.save(failure, failure.seed(), failures));
    }
}
