package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
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
        if (at > VirtualTime.SPAN_MAX) {
            throw new IllegalArgumentException("a command cannot be given after "
                    + VirtualTime.span(VirtualTime.SPAN_MAX) + ", was " + VirtualTime.span(at));
        }
        arguments = List.copyOf(arguments);
    }

    /** Words as a line that can be given to a shell: quotes stand around those that need them. */
    public static String line(List<String> words) {
        return ShellWords.line(words);
    }
}
