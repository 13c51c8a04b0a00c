package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailureReportTest {

    private static final PartsSpec BUGGY = new PartsSpec("fifo", List.of("no-slow-start"));

    private static final Scenario SCENARIO = Scenario.ofCommand(
            ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));

    @TempDir
    private Path directory;

    @Test
    void a_broken_invariant_is_told_and_saved() throws IOException {
        RunResult broken = ScenarioRun.of(SCENARIO, 1, BUGGY.parts());
        Path file = directory.resolve("failures/slow-start-seed-1.yaml");

        assertThatThrownBy(() -> FailureReport.assertNotBroken(broken, BUGGY, directory.resolve("failures")))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("VIOLATION SlowStart: ")
                .hasMessageContaining("\n  seed        1\n")
                .hasMessageContaining(
                        "\n  scenario\n" + ScenarioCodec.write(SCENARIO).indent(4))
                .hasMessageContaining("\n  fingerprint " + broken.fingerprint() + "\n")
                .hasMessageEndingWith("\n  replay      wavetank replay " + file + "\n");

        assertThat(FailureCodec.read("saved", Files.readString(file))).isEqualTo(Failure.of(broken, BUGGY));
    }

    @Test
    void a_run_that_broke_no_invariant_passes_and_saves_nothing() {
        RunResult held = ScenarioRun.of(SCENARIO, 1, PartsSpec.DEFAULT.parts());

        assertThatCode(() -> FailureReport.assertNotBroken(held, PartsSpec.DEFAULT, directory.resolve("failures")))
                .doesNotThrowAnyException();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_directory_that_cannot_be_written_is_named() throws IOException {
        Path taken = Files.createFile(directory.resolve("taken"));
        RunResult broken = ScenarioRun.of(SCENARIO, 1, BUGGY.parts());

        assertThatThrownBy(() -> FailureReport.saveAndReport(broken, BUGGY, taken))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("the failure cannot be saved as " + taken.resolve("slow-start-seed-1.yaml")
                        + ": name a directory that you may write to");
    }

    @Test
    void a_replay_command_is_quoted_for_the_shell() {
        assertThat(FailureReport.replayCommand("./wavetank", Path.of("out/a-seed-1.yaml")))
                .isEqualTo("./wavetank replay out/a-seed-1.yaml");
        assertThat(FailureReport.replayCommand("my tools/wavetank", Path.of("it's.yaml")))
                .isEqualTo("'my tools/wavetank' replay 'it'\\''s.yaml'");
    }
}
