package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the module's README compiles, is short, and prints what the README says. */
class ReadmeTest {

    private static final Path README = Path.of("README.md");

    @TempDir
    private Path directory;

    @Test
    void the_example_prints_what_is_written_below_it() throws IOException, InterruptedException {
        List<String> blocks = blocks();
        Path source = directory.resolve("Greeting.java");
        Files.writeString(source, blocks.get(0));

        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-Xlint:all",
                        "-Werror",
                        "-proc:none",
                        "-d",
                        directory.toString(),
                        source.toString());

        assertThat(compiled).as("exit code of the compiler").isZero();
        assertThat(blocks.get(0).lines()).hasSizeLessThan(40);
        assertThat(run()).isEqualTo(blocks.get(1));
    }

    /** What stands between fences, in order. */
    private static List<String> blocks() throws IOException {
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : Files.readAllLines(README)) {
            if (!line.startsWith("```")) {
                if (block != null) {
                    block.append(line).append('\n');
                }
            } else if (block == null) {
                block = new StringBuilder();
            } else {
                blocks.add(block.toString());
                block = null;
            }
        }
        return blocks;
    }

    private String run() throws IOException, InterruptedException {
        String classPath =
                Path.of("target", "classes").toAbsolutePath() + System.getProperty("path.separator") + directory;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classPath,
                        "Greeting")
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.replace(System.lineSeparator(), "\n");
    }
}
