package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A known bug is found, saved, shown, and seen again. */
class ExploreAndReplayTest {

    @TempDir
    private Path directory;

    private String manifest;

    @BeforeEach
    void write_the_manifest() {
        manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);
    }

    @Test
    void a_calm_model_breaks_no_law() {
        Invocation run = Invocation.of("explore", manifest, "--seeds", "1..4", "--faults", "none", "--jobs", "1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList())
                .hasSize(2)
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("seeds      held  broken  unknown"))
                .satisfies(lines -> assertThat(lines.get(1)).matches("4 +4 +0 +0 .* : 1"));
    }

    @Test
    void explores_for_a_while() {
        Invocation run = Invocation.of("explore", manifest, "--for", "300ms", "--faults", "none", "-o", "json");
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(result.get("seeds").asLong())
                .isPositive()
                .isEqualTo(result.get("held").asLong());
        assertThat(result.get("realSeconds").asDouble()).isBetween(0.1, 30.0);
    }

    @Test
    void a_known_bug_is_found_and_shown_on_one_screen() {
        Invocation run = exploreWithBug();
        String file = failureFile();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines().toList())
                .satisfies(lines -> assertThat(lines.get(0)).startsWith("VIOLATION SlowStart: In one sync "))
                .satisfies(lines -> assertThat(lines.get(1)).startsWith("  object    replicaset/default/web-"))
                .satisfies(lines -> assertThat(lines.get(2)).contains("asked for 2 pods, expected at most 1"))
                .satisfies(lines -> assertThat(lines.get(3)).matches("  time      0\\.\\d{6}s, record \\d+"))
                .contains("  seed      1", "  replay    wavetank replay " + file);
        assertThat(Path.of(file)).content().contains("bugs:\n- no-slow-start\n").contains("faults: []");
    }

    @Test
    void a_replay_is_the_same_run() {
        exploreWithBug();

        Invocation replay = Invocation.of("replay", failureFile());
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of("replay", failureFile(), "-o", "json").out());

        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out())
                .containsPattern("laws +\\d not broken until then \\(.*\\); 1 broken \\(SlowStart\\)")
                .contains("\nsame violation: SlowStart\nsame fingerprint: ");
        assertThat(json.get("outcome").asString()).isEqualTo("broken");
        assertThat(json.get("sameFingerprint").asBoolean()).isTrue();
        JsonNode violation = json.get("violations").get(0);
        assertThat(violation.get("law").asString()).isEqualTo("SlowStart");
        assertThat(violation.get("object").asString()).startsWith("replicaset/default/web-");
        assertThat(violation.get("at").asLong()).isPositive();
        assertThat(violation.get("message").asString()).contains("expected at most 1");
    }

    @Test
    void a_replay_that_differs_says_so() throws IOException {
        exploreWithBug();
        Path file = Path.of(failureFile());
        Files.writeString(file, Files.readString(file).replaceFirst("fingerprint: .*", "fingerprint: abc"));

        Invocation otherFingerprint = Invocation.of("replay", file.toString());
        Files.writeString(file, Files.readString(file).replaceFirst("(?s)bugs:\n- no-slow-start", "bugs: []"));
        Invocation noViolation = Invocation.of("replay", file.toString());

        assertThat(otherFingerprint.exitCode()).isEqualTo(3);
        assertThat(otherFingerprint.out())
                .contains("same violation: SlowStart")
                .contains("another fingerprint: saved abc, now ");
        assertThat(noViolation.exitCode()).isEqualTo(3);
        assertThat(noViolation.out()).contains("another violation: the saved run broke SlowStart with replicaset/");
    }

    @Test
    void a_saved_failure_can_be_run_and_reported() {
        exploreWithBug();

        Invocation run = Invocation.of(
                "run", failureFile(), "--out", directory.resolve("again").toString());
        Invocation report = Invocation.of(
                "report", failureFile(), "--out", directory.resolve("page").toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("VIOLATION SlowStart: ")
                .contains("  replay    wavetank replay " + directory.resolve("again/slow-start-seed-1.yaml"));
        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(report.out()).endsWith("written to " + directory.resolve("page/report.html") + "\n");
        assertThat(directory.resolve("page/report.html")).content().contains("SlowStart");
    }

    private Invocation exploreWithBug() {
        return Invocation.of(
                "explore",
                manifest,
                "--seeds=1..9",
                "--jobs=1",
                "--bug=no-slow-start",
                "--out",
                directory.resolve("failures").toString());
    }

    private String failureFile() {
        return directory.resolve("failures/slow-start-seed-1.yaml").toString();
    }
}
