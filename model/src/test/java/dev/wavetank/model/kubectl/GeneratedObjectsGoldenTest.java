package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kubectl 1.32 printed for commands that make objects of flags, without a server. */
class GeneratedObjectsGoldenTest {

    /** A command and its output, standard error and standard output in one. */
    record Recorded(String command, String output) {

        @Override
        public String toString() {
            return command;
        }
    }

    static List<Recorded> recorded() {
        try (InputStream file = GeneratedObjectsGoldenTest.class.getResourceAsStream("created-by-flags.txt")) {
            String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(text.split("(?m)^\\$ "))
                    .skip(1)
                    .map(block -> block.split("\n", 2))
                    .map(parts -> new Recorded(parts[0], parts[1]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_dry_run_prints_what_the_real_command_prints(Recorded recorded) {
        KubectlResult result = new Terminal().type(recorded.command());
        assertThat(result.stderr() + result.stdout()).isEqualTo(recorded.output());
    }

    @Test
    void since_v1_34_times_that_are_not_set_are_left_out() {
        assertThat(new Terminal(KubernetesVersion.V1_34)
                        .type("create job j --image=a --dry-run=client -o yaml")
                        .stdout())
                .isEqualTo(
                        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: j\nspec:\n  template:\n    metadata: {}\n"
                                + "    spec:\n      containers:\n      - image: a\n        name: j\n        resources: {}\n"
                                + "      restartPolicy: Never\nstatus: {}\n");
    }
}
