package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands print for programs has the form that docs/result.schema.json publishes. */
class ResultSchemaTest {

    private static final Schema SCHEMA = schema();

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run ../examples/storm.yaml",
                "run ../examples/quota.yaml --faults heavy --seed 3 --order shuffle --until 20m",
                "run ../examples/web.yaml --check-determinism",
                "kubectl create deployment web --image=nginx",
                "kubectl get nothing",
                "report ../examples/lost-answer.yaml",
                "run ../examples/rolling-update.yaml",
                "explore ../examples/storm.yaml --seeds 1..12",
                "explore ../examples/storm.yaml --seeds 1..3 --guided",
                "explore ../examples/storm.yaml --seeds 1..3 --bug no-slow-start",
                "measure ../examples/web.yaml --seeds 1..3",
                "measure ../examples/rolling-update.yaml --seeds 1..2",
                "measure ../examples/web.yaml --seeds 1 --until 1s",
                "sweep ../examples/web.yaml --seeds 1..2 --set etcd.commit-latency=1ms,50ms",
                "bench --for 20ms --replicas 5",
                "versions",
                "versions --changes v1.24..v1.25",
                "settings",
                "invariants",
                "invariants SlowStart",
                "run ../examples/web.yaml --invariants scheduler",
                "faults",
                "bugs",
                "stages"
            })
    void every_command_prints_what_the_schema_permits(String line) {
        String[] words = line.replaceFirst("^(\\w+)", "$1 -o json").split(" ");

        assertThat(SCHEMA.validate(Invocation.of(words).out(), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void so_do_a_replay_and_the_file_of_a_report() throws IOException {
        Invocation.of("explore", "../examples/storm.yaml", "--bug=no-slow-start", "--seeds=1", "--out=" + directory);
        Path saved;
        try (Stream<Path> files = Files.list(directory)) {
            saved = files.findFirst().orElseThrow();
        }
        Path report = directory.resolve("report");
        String replay = Invocation.of(
                        "replay", saved.toString(), "-o=json", "--explain", "--contrast", "--report=" + report)
                .out();

        assertThat(SCHEMA.validate(replay, InputFormat.JSON)).isEmpty();
        assertThat(SCHEMA.validate(Files.readString(report.resolve("report.json")), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void so_do_a_saved_measurement_and_a_comparison() throws IOException {
        String saved = directory.resolve("saved.json").toString();
        Invocation.of("measure", "../examples/rolling-update.yaml", "--seeds=1..2", "--save=" + saved);
        String compared = Invocation.of("compare", saved, saved, "-o=json", "--fail-if=p50(pod_startup) > +10%")
                .out();

        assertThat(SCHEMA.validate(Files.readString(Path.of(saved)), InputFormat.JSON))
                .isEmpty();
        assertThat(SCHEMA.validate(compared, InputFormat.JSON)).isEmpty();
    }

    @Test
    void another_form_is_refused() {
        String result = Invocation.of("run", "../examples/web.yaml", "-o=json").out();

        assertThat(SCHEMA.validate(result.replace("\"virtualTime\"", "\"virtualSeconds\""), InputFormat.JSON))
                .isNotEmpty();
        assertThat(SCHEMA.validate(result.replaceFirst("\"p99\" : \\d+", "\"p99\" : 0.5"), InputFormat.JSON))
                .isNotEmpty();
    }

    private static Schema schema() {
        try {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(Files.readString(Path.of("..", "docs", "result.schema.json")), InputFormat.JSON);
        } catch (IOException missing) {
            throw new AssertionError(missing);
        }
    }
}
