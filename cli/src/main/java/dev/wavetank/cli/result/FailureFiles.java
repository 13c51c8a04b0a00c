package dev.wavetank.cli.result;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.terminal.Launcher;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureReport;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Saves failures and returns the commands that replay them. */
public final class FailureFiles {

    /** Where failures are saved by default. */
    public static final String DIRECTORY = "wavetank-failures";

    private FailureFiles() {}

    /**
     * Writes the failure into the directory and returns the file.
     *
     * @param number of the run in its exploration, for the name of the file
     */
    public static Path save(Failure failure, long number, Path directory) {
        try {
            return FailureReport.save(failure, number, directory);
        } catch (UncheckedIOException refused) {
            throw new BadInputException(refused.getMessage(), refused);
        }
    }

    /** The command that replays a saved failure, ready to be pasted. */
    public static String replayCommand(Path file) {
        return FailureReport.replayCommand(Launcher.command(), file);
    }
}
