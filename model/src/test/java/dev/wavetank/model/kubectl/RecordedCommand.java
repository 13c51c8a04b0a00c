package dev.wavetank.model.kubectl;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * A command that was typed into a real kubectl, and what it printed.
 *
 * @param words behind {@code kubectl}
 * @param result exit code, standard output, and below {@code STDERR} the errors
 */
record RecordedCommand(List<String> words, String result) {

    /** Stands behind output that does not end with a line end. */
    private static final String OPEN_END = "\u0001\n";

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** The commands of a file, each behind a line {@code $} with its words as a JSON array. */
    static List<RecordedCommand> in(String file) {
        try (InputStream stream = RecordedCommand.class.getResourceAsStream(file)) {
            String text = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^\\$ (?=\\[)"))
                    .skip(1)
                    .map(block -> block.split("\n", 2))
                    .map(parts -> new RecordedCommand(words(parts[0]), parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(String array) {
        List<?> words = (List<?>) CODEC.tree("{\"words\":" + array + "}").get("words");
        return words.stream().map(String::valueOf).toList();
    }

    /** What the model has printed, in the same form. */
    static String text(KubectlResult result) {
        String end = result.stdout().isEmpty() || result.stdout().endsWith("\n") ? "" : OPEN_END;
        return "exit " + result.exitCode() + "\n" + result.stdout() + end
                + (result.stderr().isEmpty() ? "" : "STDERR\n" + result.stderr());
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
