package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every mistake gets a sentence that says what is wrong and how to mend it, and an exit code that a script can use.
 * To add one: a line in {@code mistakes.txt}, with the exit code, the command line, in which {@code INPUT} is a file
 * with the document after it, and how the sentence begins.
 */
class MistakesTest {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

    @TempDir
    private Path directory;

    /**
     * A mistake.
     *
     * @param exitCode of the command
     * @param command what follows {@code wavetank}
     * @param document the text of the file {@code INPUT}
     * @param sentence how the message begins, with {@code INPUT} for the name of the file
     */
    record Mistake(int exitCode, String command, String document, String sentence) {

        private static Mistake of(String line) {
            String[] parts = line.split(" \\| ", -1);
            return new Mistake(
                    Integer.parseInt(parts[0].strip()), parts[1].strip(), parts[2].strip(), parts[3].strip());
        }
    }

    static List<Mistake> mistakes() throws IOException {
        try (InputStream file = Objects.requireNonNull(MistakesTest.class.getResourceAsStream("mistakes.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(Mistake::of)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void gets_one_clear_sentence_and_its_exit_code(Mistake mistake) throws IOException {
        Path input = directory.resolve("input.yaml");
        Files.writeString(input, mistake.document() + "\n", StandardCharsets.UTF_8);

        Invocation invocation = Invocation.of(words(mistake.command(), input));

        assertThat(invocation.exitCode()).as(invocation.err()).isEqualTo(mistake.exitCode());
        assertThat(invocation.err().replace(input.toString(), "INPUT")).contains(mistake.sentence());
        assertThat(invocation.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(invocation.err() + invocation.out()).doesNotContain("internal error", "Exception", "\tat ");
    }

    @Test
    void eighty_of_them_are_tried() throws IOException {
        assertThat(mistakes()).hasSizeGreaterThanOrEqualTo(80);
    }

    private static String[] words(String command, Path input) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            String found = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(found.replace("INPUT", input.toString()));
        }
        return words.toArray(String[]::new);
    }
}
