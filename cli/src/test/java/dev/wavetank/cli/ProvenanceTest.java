package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.explore.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every result says what made it. */
class ProvenanceTest {

    private static final String QPS = "kube-controller-manager.kube-api-qps";
    private static final String COMMIT = "etcd.commit-latency";

    private static final String WEB = "../examples/web.yaml";

    @TempDir
    private Path directory;

    @Test
    void four_reports_with_four_settings_can_be_told_apart() throws IOException {
        Set<String> texts = new TreeSet<>();
        Set<String> pages = new TreeSet<>();
        Set<String> settings = new TreeSet<>();
        for (String qps : List.of("20", "100")) {
            for (String commit : List.of("1ms", "50ms")) {
                Path report = directory.resolve(qps + "-" + commit);
                Invocation.of(
                        "run", WEB, "--report=" + report, "--set", QPS + "=" + qps, "--set", COMMIT + "=" + commit);
                texts.add(Files.readAllLines(report.resolve("stages.txt")).get(1));
                JsonNode json = JsonMapper.shared().readTree(Files.readString(report.resolve("report.json")));
                settings.add(json.at("/provenance/settings").toString());
                pages.add(Files.readString(report.resolve("report.html"))
                        .replaceAll("(?s).*<dt>Cluster</dt><dd>(.*?)</dd>.*", "$1"));
            }
        }

        assertThat(texts).hasSize(4).contains("cluster      v1.36, 3 nodes, " + COMMIT + "=50ms, " + QPS + "=100");
        assertThat(pages).hasSize(4).contains("v1.36, 3 nodes, " + COMMIT + "=50ms, " + QPS + "=100");
        // 20 requests a second are the default, but were asked for.
        assertThat(settings)
                .hasSize(4)
                .contains(
                        "{\"" + COMMIT + "\":\"50ms\",\"" + QPS + "\":\"20\"}",
                        "{\"" + COMMIT + "\":\"50ms\",\"" + QPS + "\":\"100\"}");
    }

    @Test
    void a_text_begins_with_what_made_it() {
        Invocation run = Invocation.of("run", "--out=" + directory, WEB, "--seed", "7", "--nodes", "2");

        assertThat(run.out().lines())
                .startsWith(
                        "made by      wavetank " + Origin.version() + ": wavetank run --out=" + directory + " " + WEB
                                + " --seed 7 --nodes 2",
                        "cluster      v1.36, 2 nodes, default settings",
                        "seed         7, order fifo, no faults",
                        "");
    }

    @Test
    void a_saved_failure_says_what_made_it() throws IOException {
        String scenario = InputFile.write(directory, "growing.yaml", """
                timeline:
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 20s, kubectl: scale deployment/web --replicas=8}
                faults:
                - {kind: halfOpenConnection, between: kube-controller-manager, and: kube-apiserver, at: 2s, for: 0s}
                """);
        Path failures = directory.resolve("failures");
        Invocation.of(
                "explore",
                scenario,
                "--bug=forgotten-expectations",
                "--profile=v1.32",
                "--order=shuffle@20ms",
                "--seeds=1..60",
                "--out=" + failures);

        try (Stream<Path> files = Files.list(failures)) {
            assertThat(Files.readString(files.findFirst().orElseThrow()))
                    .contains("provenance:\n  command: wavetank explore " + scenario + " --bug=forgotten-expectations ")
                    .contains("  settings: {}\n  bugs:\n  - forgotten-expectations\n")
                    .contains("  - kind: halfOpenConnection\n", "    outcome: hit\n    hits: ");
        }
    }

    @Test
    void percentiles_say_over_how_many_of_the_wanted_pods_they_are() throws IOException {
        Path report = directory.resolve("quota");
        Invocation run = Invocation.of("run", "../examples/quota.yaml", "-o=json", "--report=" + report);
        JsonNode stage = JsonMapper.shared().readTree(run.out()).at("/stages/command_to_ready");

        assertThat(stage.get("count").asInt()).isEqualTo(10);
        assertThat(stage.get("wanted").asInt()).isEqualTo(50);
        assertThat(stage.get("missing").asInt()).isEqualTo(40);
        assertThat(Files.readString(report.resolve("stages.txt")))
                .containsPattern("\ncommand_to_ready: \\d+\\.\\d+s  p99 of 10 pods; 40 of 50 wanted never got there\n");
        assertThat(Files.readString(report.resolve("report.html")))
                .contains("p99 of 10 pods; 40 of 50 wanted never got there");
    }
}
