package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Refuses a command line whose files would overwrite what it reads, or one another. */
public final class OutputFiles {

    private static final List<String> OUTPUTS = List.of("--trace", "--audit-log", "--perfetto", "--mermaid");

    private OutputFiles() {}

    /**
     * Looks at the files of a command line.
     *
     * @throws BadInputException for the first that would overwrite another
     */
    public static void refuseClashes(CommandSpec command) {
        Map<Path, String> written = new LinkedHashMap<>();
        for (OptionSpec option : command.options()) {
            Path file = isOutput(option) ? path(option.getValue()) : null;
            if (file != null) {
                String other = written.put(file, option.longestName());
                if (other != null) {
                    throw new BadInputException(
                            other + " and " + option.longestName() + " would both write " + file + ": name two files");
                }
            }
        }
        command.positionalParameters().forEach(parameter -> refuse(parameter, written));
        command.options().stream().filter(option -> !isOutput(option)).forEach(option -> refuse(option, written));
    }

    private static boolean isOutput(OptionSpec option) {
        return OUTPUTS.contains(option.longestName());
    }

    private static void refuse(ArgSpec read, Map<Path, String> written) {
        for (Object one : values(read.getValue())) {
            Path file = path(one);
            String output = file == null ? null : written.get(file);
            if (output != null) {
                throw new BadInputException(
                        output + " would overwrite " + one + ", which the run reads: name another file");
            }
        }
    }

    private static Collection<?> values(@Nullable Object value) {
        if (value instanceof Collection<?> all) {
            return all;
        }
        return value == null ? List.of() : List.of(value);
    }

    /** The file that a value names, however it is written; null when it names none that can be overwritten. */
    private static @Nullable Path path(@Nullable Object value) {
        if (!(value instanceof Path) && !(value instanceof String)) {
            return null;
        }
        try {
            Path file = Path.of(value.toString()).toAbsolutePath().normalize();
            if (!Files.exists(file)) {
                return file;
            }
            return Files.isRegularFile(file) ? file.toRealPath() : null;
        } catch (InvalidPathException | IOException unusable) {
            return null;
        }
    }
}
