package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.terminal.Streams;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command that the manual writes down is one that the program understands, and its files exist. */
class DocumentedCommandsTest {

    private static final String LAUNCHER = "./wavetank ";
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    @Test
    void every_command_is_understood() {
        List<String> mistakes = new ArrayList<>();
        int commands = 0;
        for (Markdown page : Markdown.all()) {
            for (String command : commands(page)) {
                commands++;
                String mistake = mistake(command);
                if (!mistake.isEmpty()) {
                    mistakes.add(page.file().getFileName() + ": " + command + ": " + mistake);
                }
            }
        }
        assertThat(mistakes).isEmpty();
        assertThat(commands).isGreaterThan(30);
    }

    @Test
    void an_option_that_does_not_exist_is_a_mistake() {
        assertThat(mistake("./wavetank run examples/web.yaml --frobnicate")).contains("--frobnicate");
        assertThat(mistake("./wavetank run examples/nothing.yaml")).contains("examples/nothing.yaml");
        assertThat(mistake("./wavetank run examples/web.yaml --seed 3")).isEmpty();
    }

    private static List<String> commands(Markdown page) {
        List<String> commands = new ArrayList<>();
        for (String language : List.of("sh", "console")) {
            for (Markdown.Block block : page.blocks(language)) {
                block.text()
                        .lines()
                        .map(line -> line.replaceFirst("^\\$ ", "").replaceFirst(" +# .*", ""))
                        .flatMap(line -> List.of(line.split(" *[;|] *")).stream())
                        .filter(line -> line.startsWith(LAUNCHER))
                        .forEach(commands::add);
            }
        }
        return commands;
    }

    /** Why the program would refuse the command as it is written; empty when it would not. */
    private static String mistake(String command) {
        List<String> words = WORD.matcher(command.substring(LAUNCHER.length()).replaceFirst(" > .*", ""))
                .results()
                .map(word -> word.group(3) != null
                        ? word.group(3)
                        : word.group().substring(1, word.group().length() - 1))
                .map(word -> word.startsWith("examples/") ? "../" + word : word)
                .toList();
        for (String word : words) {
            if (word.startsWith("../examples/") && !Path.of(word).toFile().exists()) {
                return word.substring(3) + " does not exist";
            }
        }
        Streams nowhere = new Streams(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
                false);
        try {
            Main.commandLine(nowhere).parseArgs(words.toArray(String[]::new));
            return "";
        } catch (CommandLine.ParameterException refused) {
            return String.valueOf(refused.getMessage());
        }
    }
}
