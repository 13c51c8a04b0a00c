package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What kubectl 1.32 printed, and with which exit code it ended, when there was no server: objects made of flags,
 * refused command lines, and the errors of a connection that is refused.
 */
class WithoutServerGoldenTest {

    private static final Path RECORDED = Path.of("src/test/resources/dev/wavetank/model/kubectl");

    @Test
    void commands_without_a_server_print_what_they_printed() throws IOException {
        List<String> verdicts = new ArrayList<>();
        StringBuilder differences = new StringBuilder();
        for (RecordedCommand recorded : RecordedCommand.in("without-server-1.32.txt")) {
            Terminal terminal = new Terminal();
            terminal.stopServer();
            terminal.file("x.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {}\n");
            String expected = normalized(recorded.result());
            String printed = normalized(RecordedCommand.text(terminal.type(recorded.words())));
            boolean equal = printed.equals(expected);
            verdicts.add((equal ? "equal   " : "differs ") + recorded);
            if (!equal) {
                differences.append("### ").append(recorded).append('\n');
                differences
                        .append(expected)
                        .append("--- model\n")
                        .append(printed)
                        .append('\n');
            }
        }
        if (Boolean.getBoolean("guard.update")) {
            Files.writeString(RECORDED.resolve("without-server.txt"), String.join("\n", verdicts) + "\n");
            Files.writeString(Path.of("target/without-server-differences.md"), differences.toString());
        }
        assertThat(verdicts)
                .containsExactlyElementsOf(
                        Files.readAllLines(RECORDED.resolve("without-server.txt"), StandardCharsets.UTF_8));
        long equal = verdicts.stream().filter(line -> line.startsWith("equal")).count();
        assertThat(Files.readString(Path.of("../ARCHITECTURE.md"), StandardCharsets.UTF_8))
                .contains("| kubectl without a server | " + equal + " of " + verdicts.size() + " |");
    }

    /**
     * Without the name of the server, times and processes. The recorded binary was built by a distributor, and prints
     * errors of flags and of commands by another function than the one that upstream calls, which adds a line.
     */
    private static String normalized(String text) {
        return text.replaceAll("(\\?\n(?:\t[^\n]+\n)+)\n", "$1")
                .replaceAll("https?://(localhost:8080|apiserver)", "SERVER")
                .replaceAll("dial tcp (127.0.0.1:8080|apiserver)", "dial tcp SERVER")
                .replaceAll("the server (localhost:8080|apiserver)", "the server SERVER")
                .replaceAll("v1\\.32\\.[0-9]+(-dispatcher)?", "v1.32")
                .replaceAll("(?m)^Error: ", "error: ")
                .replaceAll("(?m)^E[0-9]{4} .* run.go:72\\] \"command failed\" err=\"(.*)\"$", "error: $1")
                .replaceAll("(?m)^([IWE])[0-9]{4} [0-9:.]+ +[0-9]+ ", "$1 ")
                .replace("\\\"", "\"");
    }
}
