package dev.wavetank.cli;

import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Saves failures and says how to see them again. */
final class FailureFiles {

    /** Where failures are saved when nobody says otherwise. */
    static final String DIRECTORY = "wavetank-failures";

    private FailureFiles() {}

    /** Writes the failure into the directory, under a name made of law and seed, and returns the file. */
    static Path save(Failure failure, Path directory) {
        Path file = directory.resolve(kebab(failure.law()) + "-seed-" + failure.seed() + ".yaml");
        try {
            Files.createDirectories(directory);
            Files.writeString(file, FailureCodec.write(failure));
        } catch (IOException refused) {
            throw new BadInputException(
                    "the failure cannot be saved as " + file + ": name a directory that you may write to", refused);
        }
        return file;
    }

    /** The command that replays a saved failure. */
    static String replayCommand(Path file) {
        String name = file.toString();
        return "wavetank replay "
                + (name.matches("[A-Za-z0-9_./+:@%-]+") ? name : "'" + name.replace("'", "'\\''") + "'");
    }

    private static String kebab(String law) {
        return law.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .toLowerCase(Locale.ROOT);
    }
}
