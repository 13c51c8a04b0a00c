package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.VirtualTime;

/** Commands of a scenario that fail with every seed, so that it makes no sense to run many. */
public final class InvalidCommands {

    private InvalidCommands() {}

    /**
     * Refuses them.
     *
     * @throws BadInputException for the first one
     */
    public static void refuse(RunResult run) {
        for (CommandResult command : run.commands()) {
            if (command.outcome() == CommandOutcome.MISTAKE || isInvalid(command)) {
                throw new BadInputException("kubectl " + Command.line(command.arguments()) + ", given at "
                        + VirtualTime.span(command.at()) + ": "
                        + command.stderr().strip());
            }
        }
    }

    /** An object that the server's validation refuses, it refuses with every seed. */
    private static boolean isInvalid(CommandResult command) {
        return command.outcome() == CommandOutcome.REFUSED
                && command.stderr()
                        .lines()
                        .anyMatch(line -> line.contains(" is invalid") || line.contains("(BadRequest): error when"));
    }
}
