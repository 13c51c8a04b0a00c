package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests that others have published are applied as they are. */
class PublishedManifestsTest {

    private static final Path MANIFESTS = Path.of("src/test/resources/manifests");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cassandra.yaml                        |",
                "cockroachdb.yaml                      |",
                "guestbook.yaml                        |",
                "guestbook-replicationcontrollers.yaml |",
                "microservices-shop.yaml               |",
            })
    void a_published_manifest_runs_and_every_kind_that_is_only_stored_is_named_once(String manifest, String kinds) {
        Invocation run = Invocation.of("run", MANIFESTS.resolve(manifest).toString());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(String.join(" ", storedOnly(run))).isEqualTo(kinds == null ? "" : kinds);
    }

    private static List<String> storedOnly(Invocation run) {
        return run.out()
                .lines()
                .filter(line -> line.endsWith(": stored, not simulated"))
                .map(line -> line.replaceAll("^note +|: stored, not simulated$", ""))
                .toList();
    }
}
