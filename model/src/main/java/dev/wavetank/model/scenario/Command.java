package dev.wavetank.model.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kubectl command that a user runs at a certain time.
 *
 * @param at virtual time in nanoseconds
 * @param arguments the words after {@code kubectl}
 */
public record Command(long at, @Nullable List<String> arguments) {

    /** Checks the time and keeps a copy of the arguments. */
    public Command {
        if (at < 0) {
            throw new IllegalArgumentException("a command cannot be given before the run begins");
        }
        arguments = List.copyOf(arguments);
    }
}
