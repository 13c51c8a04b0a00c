package dev.wavetank.properties.guided;

import dev.wavetank.properties.explore.RunInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A folder with the inputs that explorations kept, one in each file, and with the number at which the next exploration
 * goes on. Files are only added; to forget an input, delete its file.
 *
 * @param directory made when the first input is saved
 */
public record CorpusFolder(Path directory) {

    private static final String SUFFIX = ".yaml";
    private static final String NEXT = "next-seed.txt";

    /**
     * The saved runs of a folder, in the order of their names; none when there is no such folder.
     *
     * @throws UncheckedIOException when it cannot be read, naming the folder
     */
    public static List<Path> files(Path directory) {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX))
                    .sorted()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the corpus cannot be read: " + directory, unreadable);
        }
    }

    /**
     * The input in a file of a corpus.
     *
     * @param file its name, for messages
     * @param text what is in it
     * @throws dev.wavetank.model.yaml.ManifestException when it has none, naming file, line and field
     */
    public static RunInput read(Path file, String text) {
        return RunInputCodec.read(file.toString(), text);
    }

    /**
     * The number after the last that an exploration with this folder ran; 1 when there was none.
     *
     * @throws IllegalArgumentException when the file says something else or cannot be read, naming it
     */
    public long nextSeed() {
        Path file = directory.resolve(NEXT);
        if (!Files.exists(file)) {
            return 1;
        }
        try {
            long next = Long.parseLong(Files.readString(file).strip());
            if (next > 0) {
                return next;
            }
            throw notANumber(file, null);
        } catch (IOException | NumberFormatException wrong) {
            throw notANumber(file, wrong);
        }
    }

    private static IllegalArgumentException notANumber(Path file, @Nullable Exception cause) {
        return new IllegalArgumentException(
                file + ":1: expected the number of the next seed: write one, or delete the file to begin with seed 1",
                cause);
    }

    /**
     * Remembers how far an exploration came.
     *
     * @param last the greatest number that it ran
     * @throws UncheckedIOException when it cannot be written, naming the file
     */
    public void explored(long last) {
        if (last >= nextSeed() && last < Long.MAX_VALUE) {
            write(directory.resolve(NEXT), last + 1 + "\n");
        }
    }

    /**
     * Saves an input.
     *
     * @param reached what it reached first
     * @return the file, whose name is made of the number and of a sum over the content
     * @throws UncheckedIOException when it cannot be written, naming the file
     */
    public Path save(RunInput input, SortedSet<String> reached) {
        String text = RunInputCodec.write(input, reached);
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        Path file = directory.resolve(
                String.format(Locale.ROOT, "seed-%06d-%08x" + SUFFIX, input.number(), sum.getValue()));
        write(file, text);
        return file;
    }

    private void write(Path file, String text) {
        try {
            Files.createDirectories(directory);
            Files.writeString(file, text);
        } catch (IOException refused) {
            throw new UncheckedIOException(
                    "the corpus cannot be saved as " + file + ": name a directory that you may write to", refused);
        }
    }
}
