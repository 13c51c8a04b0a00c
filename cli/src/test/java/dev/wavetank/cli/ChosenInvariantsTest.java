package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run is judged by the invariants that were asked for, and says how many were not. */
class ChosenInvariantsTest {

    private static final String WEB = "../examples/web.yaml";

    @TempDir
    private Path directory;

    @Test
    void a_run_counts_what_was_not_judged() {
        Invocation run = Invocation.of("run", WEB, "--invariants", "leaders,SlowStart,scheduler");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("invariants +\\d+ held; \\d+ not judged\n");
        assertThat(Invocation.of("run", WEB).out()).doesNotContain("not judged");
        assertThat(Invocation.of("run", WEB, "--skip-invariants", "SlowStart", "-o", "json")
                        .out())
                .containsPattern("\"notJudged\" : \\[ \"SlowStart\" \\]");
    }

    @Test
    void only_those_that_judge_can_break() {
        String[] words = {"explore", WEB, "--bug", "no-slow-start", "--seeds", "1", "--out", directory.toString()};

        assertThat(explore(words).exitCode()).isEqualTo(1);
        Invocation skipped = explore(words, "--skip-invariants", "SlowStart");

        assertThat(skipped.exitCode()).isZero();
        assertThat(skipped.out()).contains("note: not judged: 1 of ", " invariants; -o json names them\n");
    }

    @Test
    void a_cluster_converges_also_when_convergence_does_not_judge() {
        Invocation run = Invocation.of("run", WEB, "--invariants", "SlowStart");

        assertThat(run.out()).contains("stopped      quiescent at ");
    }

    @Test
    void a_failure_is_replayed_with_the_same_choice() throws IOException {
        explore(
                new String[] {"explore", WEB, "--bug", "no-slow-start", "--seeds", "1", "--out", directory.toString()},
                "--invariants",
                "SlowStart");
        Path saved;
        try (Stream<Path> files = Files.list(directory)) {
            saved = files.findFirst().orElseThrow();
        }

        assertThat(Files.readString(saved)).contains("\ninvariants:\n- SlowStart\n");
        Invocation replay = Invocation.of("replay", saved.toString());
        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out()).contains("same violation: SlowStart", " not judged\n");
        assertThat(Invocation.of("run", saved.toString(), "--skip-invariants", "SlowStart")
                        .exitCode())
                .isZero();
    }

    private static Invocation explore(String[] words, String... more) {
        return Invocation.of(Stream.of(words, more).flatMap(Stream::of).toArray(String[]::new));
    }
}
