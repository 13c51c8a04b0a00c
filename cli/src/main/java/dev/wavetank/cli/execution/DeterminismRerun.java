package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.properties.determinism.DeterminismCheck;
import dev.wavetank.properties.determinism.Diagnosis;
import dev.wavetank.properties.determinism.FreshJvm;
import dev.wavetank.properties.determinism.FreshJvmException;
import dev.wavetank.properties.determinism.FreshRun;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.determinism.Recording;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Makes a run again for {@code --check-determinism}: in this JVM, and in a fresh one that is given the same command
 * line and so reads and prepares everything anew.
 */
public final class DeterminismRerun {

    /** No time limit; the user can interrupt. */
    private static final Duration LIMIT = Duration.ofDays(1);

    private static final String STANDARD_INPUT = "-";

    private final CommandSpec command;
    private final Class<?> freshMain;
    private final Supplier<ResolvedScenario> preparation;

    /**
     * Knows how to make the run again.
     *
     * @param command the sub-command that was called
     * @param freshMain main class of the fresh JVM
     * @param preparation prepares the run anew
     */
    public DeterminismRerun(CommandSpec command, Class<?> freshMain, Supplier<ResolvedScenario> preparation) {
        this.command = command;
        this.freshMain = freshMain;
        this.preparation = preparation;
    }

    /**
     * Compares the first run with two more.
     *
     * @throws NotDeterministicException when the fresh JVM cannot make the run
     */
    public Diagnosis diagnose(Recording first) {
        String input = preparation.get().scenario().files().getOrDefault(STANDARD_INPUT, "");
        List<String> arguments = CommandLineText.arguments(command);
        FreshJvm jvm = FreshJvm.of(freshMain, arguments.toArray(String[]::new))
                .withInput(input)
                .withLimit(LIMIT);
        try {
            return DeterminismCheck.of(records -> {
                        ResolvedScenario prepared = preparation.get();
                        ScenarioRun.of(
                                prepared.scenario(),
                                prepared.seed(),
                                prepared.clusterParts(),
                                prepared.parts().judges(),
                                List.of(records));
                    })
                    .inFreshJvm(jvm)
                    .diagnose(first);
        } catch (FreshJvmException failure) {
            throw new NotDeterministicException(failure);
        }
    }

    /** In the fresh JVM: makes the run, answers, and writes nothing else. */
    public Execution answer() {
        List<Execution> runs = new ArrayList<>();
        FreshRun.answer(records -> runs.add(Execution.of(
                preparation.get(), CommandLineText.origin(command), new ResultOptions(), List.of(records))));
        return runs.get(0);
    }

    /** Rejects pipes and the like, on which the fresh JVM would block. */
    public void refuseWhatCannotBeReadTwice() {
        for (ArgSpec positional : command.commandLine().getParseResult().matchedPositionals()) {
            for (String argument : positional.originalStringValues()) {
                String name = argument.replaceFirst("^(-f=?|--filename=)", "");
                if (canBeReadOnlyOnce(name)) {
                    throw new BadInputException(name + " is no regular file, and --check-determinism reads it again in"
                            + " a fresh JVM: save what it holds in a file and name that, or leave the option out");
                }
            }
        }
    }

    private static boolean canBeReadOnlyOnce(String name) {
        try {
            Path path = Path.of(name);
            return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
        } catch (InvalidPathException impossible) {
            return false;
        }
    }
}
