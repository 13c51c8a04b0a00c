package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options {@code --guided} and {@code --corpus} of {@code explore}. */
@Tag("slow")
class GuidedExplorationTest {

    private static final String WEB = "../examples/web.yaml";

    @TempDir
    private Path directory;

    /** Without what depends on the speed of the machine. */
    private static String timeless(Invocation invocation) {
        return invocation.out().replaceAll("--jobs \\d| *\\d+\\.\\d +\\d+ +\\d+ : 1", "");
    }

    private Invocation explore(String... more) {
        return Invocation.of(Stream.concat(
                        Stream.of("explore", WEB, "--faults", "heavy", "--out", directory.toString()), Stream.of(more))
                .toArray(String[]::new));
    }

    @Test
    void the_number_of_jobs_changes_nothing() {
        Invocation alone = explore("--guided", "--seeds", "1..40", "--jobs", "1");

        assertThat(alone.exitCode()).isZero();
        assertThat(alone.out()).containsPattern("\nguided: \\d+ inputs kept\n");
        assertThat(timeless(explore("--guided", "--seeds", "1..40", "--jobs", "3")))
                .isEqualTo(timeless(alone));
    }

    @Test
    void an_exploration_goes_on_where_the_last_one_ended() throws IOException {
        Path corpus = directory.resolve("corpus");
        Invocation first = explore("--corpus", corpus.toString(), "--seeds", "1..33");
        List<Path> saved = saved(corpus);

        Invocation next = explore("--corpus", corpus.toString());

        assertThat(first.out())
                .contains("\nguided: " + saved.size() + " inputs kept in " + corpus + ", 0 replayed first\n");
        assertThat(next.out())
                .contains("\nseeds        34..133, order portfolio\n")
                .contains(" in " + corpus + ", " + saved.size() + " replayed first\n");
        assertThat(saved(corpus)).startsWith(saved.toArray(Path[]::new));
        assertThat(corpus.resolve("next-seed.txt")).content().isEqualTo("134\n");
    }

    private static List<Path> saved(Path corpus) throws IOException {
        try (Stream<Path> files = Files.list(corpus)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_derived_failure_is_shrunk_saved_and_replayed_as_any_other() throws IOException {
        Invocation found = Invocation.of(
                "explore",
                "--bug",
                "leaked-expectations",
                "--guided",
                "--seeds",
                "1..250",
                "--stop-after",
                "8",
                "--jobs",
                "2",
                "--out",
                directory.toString());

        List<Path> failures = saved(directory);
        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(failures).hasSizeGreaterThan(2);
        boolean derived = false;
        for (Path failure : failures) {
            String number = failure.getFileName().toString().replaceAll("\\D", "");
            derived |= !Files.readString(failure).contains("\nseed: " + number + "\n");
            Invocation replay = Invocation.of("replay", failure.toString());
            assertThat(replay.exitCode()).as(failure.toString()).isEqualTo(1);
            assertThat(replay.out()).contains("same fingerprint");
        }
        assertThat(derived)
                .as("a failure has the seed of the input that it derives from")
                .isTrue();
    }

    @Test
    void a_broken_file_of_the_corpus_is_named() throws IOException {
        Path file = directory.resolve("seed-000001-00000000.yaml");
        Files.writeString(
                file, "seed: 1\norder: fifo\nscenario: {cluster: {nodes: 0}, timeline: [], faults: [{kind: flood}]}\n");

        Invocation refused = explore("--corpus", directory.toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).startsWith("wavetank: " + file + ":3:").contains("flood");
    }

    @Test
    void a_file_that_is_no_text_is_named_and_a_replay_of_a_part_is_said() throws IOException {
        Path corpus = directory.resolve("corpus");
        explore("--corpus", corpus.toString(), "--seeds", "1..8");
        int files = saved(corpus).size();

        assertThat(explore("--corpus", corpus.toString(), "--seeds", "1..2").out())
                .endsWith(" in " + corpus + ", 2 of " + files + " replayed first\n");

        Path file = Files.write(corpus.resolve("x.yaml"), new byte[] {(byte) 0xff, 0});
        Invocation refused = explore("--corpus", corpus.toString());
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).isEqualTo("wavetank: the file " + file + " is not text in UTF-8\n");
    }

    @Test
    void a_corpus_that_cannot_be_written_is_bad_input() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));

        Invocation refused = explore("--corpus", file.toString(), "--seeds", "1..2");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .startsWith("wavetank: the corpus cannot be saved as " + file)
                .endsWith(": name a directory that you may write to\n");
    }

    @Test
    void faults_of_components_that_this_cluster_does_not_have_are_named() throws IOException {
        Path file = directory.resolve("two.yaml");
        Files.writeString(file, """
                seed: 1
                order: fifo
                scenario:
                  cluster: {nodes: 9}
                  timeline: []
                  faults: [{kind: nodeCrash, node: node-9, at: 1s, for: 2s}]
                """);

        Invocation refused = explore("--corpus", directory.toString());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .startsWith(
                        "wavetank: " + file + ": fault nodeCrash names the node 'node-9', which this cluster does not");
    }
}
