package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Manifests that others have published are applied as they are. */
class PublishedManifestsTest {

    private static final Path MANIFESTS = Path.of("src/test/resources/manifests");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cassandra.yaml                        | v1.32 |",
                "cockroachdb.yaml                      | v1.20 |",
                "guestbook.yaml                        | v1.32 |",
                "guestbook-replicationcontrollers.yaml | v1.32 |",
                "microservices-shop.yaml               | v1.32 |",
            })
    void a_published_manifest_runs_and_every_kind_that_is_only_stored_is_named_once(
            String manifest, String profile, String kinds) {
        Invocation run = Invocation.of("run", MANIFESTS.resolve(manifest).toString(), "--profile", profile);

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(String.join(" ", storedOnly(run))).isEqualTo(kinds == null ? "" : kinds);
    }

    @Test
    void a_manifest_of_old_runs_under_the_profile_that_served_it(@TempDir Path directory) throws IOException {
        Path old = Files.writeString(
                directory.resolve("old.yaml"),
                "{apiVersion: batch/v1beta1, kind: CronJob, metadata: {name: a}, spec: {schedule: '* * * * *',"
                        + " jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image:"
                        + " i}]}}}}}}");

        Invocation then = Invocation.of("run", old.toString(), "--profile", "v1.20");
        assertThat(then.exitCode()).as(then.err()).isZero();

        Invocation now = Invocation.of("run", old.toString());
        assertThat(now.exitCode()).isEqualTo(2);
        assertThat(now.err())
                .contains("no matches for kind \"CronJob\" in version \"batch/v1beta1\" (write apiVersion: batch/v1)");
    }

    private static List<String> storedOnly(Invocation run) {
        return run.out()
                .lines()
                .filter(line -> line.endsWith(": stored, not simulated"))
                .map(line -> line.replaceAll("^note +|: stored, not simulated$", ""))
                .toList();
    }
}
