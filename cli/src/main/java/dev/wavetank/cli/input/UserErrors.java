package dev.wavetank.cli.input;

import dev.wavetank.model.cluster.CommandResult;
import java.util.List;

/** Separates invalid commands from commands that failed because of the cluster's state. */
public final class UserErrors {

    private UserErrors() {}

    /** Whether any command could not be carried out because what the user wrote is wrong. */
    public static boolean any(List<CommandResult> commands) {
        return commands.stream().anyMatch(UserErrors::isMistake);
    }

    /**
     * Whether a command failed because the manifest or the arguments are wrong, not because of the cluster's state.
     */
    public static boolean isMistake(CommandResult command) {
        return command.exitCode() != 0 && command.stderr().lines().anyMatch(UserErrors::blamesTheUser);
    }

    /**
     * kubectl prefixes its own errors with {@code error:}, and reports an object that the server rejected as {@code
     * is invalid}. A timeout has the prefix {@code error:} too, but the cluster causes it.
     */
    private static boolean blamesTheUser(String line) {
        if (line.startsWith("error: timed out") || line.contains("exceeded its progress deadline")) {
            return false;
        }
        return line.startsWith("error: ")
                || line.startsWith("Error from server (BadRequest)")
                || line.startsWith("The ") && line.contains(" is invalid");
    }
}
