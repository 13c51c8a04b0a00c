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
     * kubectl begins what it found itself with {@code error:}, and says of an object that the server refused to
     * take that it {@code is invalid}. Waiting in vain is reported with {@code error:} too, but is the cluster's
     * doing.
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
