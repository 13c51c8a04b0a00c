package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitCommandTest {

    private static final String NO_SHAPE = "kubelet_runtime_operations_duration_seconds_bucket{operation_type="
            + "\"start_container\",le=\"0.1\"} 0\nkubelet_runtime_operations_duration_seconds_bucket{operation_type="
            + "\"start_container\",le=\"0.5\"} 40\n";

    @TempDir
    Path directory;

    @Test
    void what_it_prints_is_a_setting_of_a_run_whose_report_says_where_it_comes_from() throws IOException {
        Path metrics = Files.writeString(directory.resolve("kubelet.txt"), NO_SHAPE);
        String printed = Invocation.of("fit", metrics.toString()).out();
        String value = printed.replaceAll("(?s).*container-runtime.start-time: \"([^\"]+)\".*", "$1");

        Invocation run = Invocation.of(
                "run",
                "../examples/web.yaml",
                "--set=container-runtime.start-time=" + value,
                "--report=" + directory.resolve("report"));

        assertThat(value).startsWith("quantiles 100ms 120ms").endsWith("fitted to kubelet.txt (40 samples)");
        assertThat(run.exitCode()).isZero();
        assertThat(directory.resolve("report/stages.txt"))
                .content()
                .contains("\nfitted  container-runtime.start-time = quantiles 100ms", "(kubelet.txt (40 samples))");
    }

    @Test
    void bad_input_gets_a_sentence() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.txt"), "up 1\n");
        Path cut = Files.writeString(directory.resolve("cut.jsonl"), "{\"verb\":");
        Path metrics = Files.writeString(directory.resolve("kubelet.txt"), NO_SHAPE);
        String twice = metrics.toString();

        assertThat(Invocation.of("fit", empty.toString()).err()).contains("has no samples for a setting: expected");
        assertThat(Invocation.of("fit", cut.toString()).err()).contains("line 1: expected an event of audit.k8s.io");
        assertThat(Invocation.of("fit", twice, twice).err()).contains("both have samples for container-runtime.start");
        assertThat(Invocation.of("fit", twice, "--shape=round").err()).contains("expected lognormal, empirical or");
    }
}
