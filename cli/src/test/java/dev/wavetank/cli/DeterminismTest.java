package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The same scenario and seed tell the same story in this JVM, again in this JVM, and in a fresh one with other
 * hash codes, another garbage collector, time zone, language and encoding; and it is the story whose fingerprint
 * is committed.
 *
 * <p>A change of the model changes the fingerprints: write them anew with
 * {@code mvn test -pl cli -am -Dtest=DeterminismTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dfingerprints.update=true}, and say in the commit why.
 */
class DeterminismTest {

    private static final String COMMITTED = "determinism/fingerprints.txt";
    private static final Path SOURCE = Path.of("src/test/resources", COMMITTED);
    private static final long CHILD_SECONDS = 120;

    @BeforeAll
    static void write_the_fingerprints_anew_when_told_to() throws IOException {
        if (Boolean.getBoolean("fingerprints.update")) {
            Files.write(SOURCE, DeterminismCases.lines());
        }
    }

    @Test
    void a_run_has_the_committed_fingerprint_every_time() throws IOException {
        assertThat(DeterminismCases.lines()).isEqualTo(committed());
        assertThat(DeterminismCases.lines()).isEqualTo(committed());
    }

    @Test
    void a_run_has_the_committed_fingerprint_in_a_strange_jvm() throws Exception {
        // Mode 2 gives every object the same identity hash: whatever is ordered by it shows.
        assertThat(child(
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:hashCode=2",
                        "-XX:+UseSerialGC",
                        "-Duser.timezone=Pacific/Chatham",
                        "-Duser.language=tr",
                        "-Duser.country=TR",
                        "-Dfile.encoding=US-ASCII"))
                .isEqualTo(committed());
    }

    @Test
    void a_run_has_the_committed_fingerprint_in_a_jvm_with_another_compiler() throws Exception {
        assertThat(child("-XX:TieredStopAtLevel=1", "-Duser.timezone=UTC", "-Duser.language=en"))
                .isEqualTo(committed());
    }

    @Test
    void different_seeds_and_scenarios_have_different_fingerprints() throws IOException {
        assertThat(committed())
                .hasSize(10)
                .extracting(line -> line.substring(line.lastIndexOf(' ')))
                .doesNotHaveDuplicates();
    }

    private static List<String> committed() throws IOException {
        return Files.readAllLines(SOURCE);
    }

    private static List<String> child(String... options) throws IOException, InterruptedException {
        Path errors = Files.createTempFile("wavetank-child", ".txt");
        Path output = Files.createTempFile("wavetank-child", ".txt");
        try {
            Process process = new ProcessBuilder(command(options))
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            boolean ended = process.waitFor(CHILD_SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            assertThat(ended)
                    .as("the child ended within " + CHILD_SECONDS + " seconds")
                    .isTrue();
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
            return Files.readAllLines(output, StandardCharsets.UTF_8);
        } finally {
            Files.delete(errors);
            Files.delete(output);
        }
    }

    private static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        // Surefire hides the class path in a jar's manifest and tells the real one here.
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                DeterminismCases.class.getName()));
        return command;
    }
}
