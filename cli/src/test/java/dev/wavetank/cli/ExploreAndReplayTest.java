package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.terminal.Launcher;
import dev.wavetank.sim.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A known bug is found, saved, shown, and seen again. */
class ExploreAndReplayTest {

    @TempDir
    private Path directory;

    /** The command comes to a cluster that runs already. */
    private static final String RUNNING = """
            timeline:
            - {at: 5s, kubectl: apply -f web.yaml}
            """;

    private String manifest;

    @BeforeEach
    void write_the_manifest() {
        manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);
    }

    @Test
    void a_calm_model_breaks_no_invariant() {
        Invocation run = Invocation.of("explore", manifest, "--seeds", "1..4", "--faults", "none", "--jobs", "1");

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().toList())
                .hasSize(7)
                .satisfies(lines -> assertThat(lines.get(2)).isEqualTo("seeds        1..4, order portfolio"))
                .satisfies(lines -> assertThat(lines.get(4)).startsWith("seeds      held  vacuous  broken  unknown"))
                .satisfies(lines -> assertThat(lines.get(5)).matches("4 +4 +0 +0 +0 .* : 1"))
                .satisfies(lines -> assertThat(lines.get(6)).isEqualTo("faults: 0 in 4 plans, 4 of them empty"));
    }

    @Test
    void explores_for_a_while() {
        Invocation run = Invocation.of("explore", manifest, "--for", "300ms", "--faults", "none", "-o", "json");
        JsonNode result = JsonMapper.shared().readTree(run.out());

        assertThat(result.get("seeds").asLong())
                .isPositive()
                .isEqualTo(result.get("held").asLong());
        assertThat(result.get("realTime").asLong()).isBetween(100_000_000L, 30_000_000_000L);
    }

    @Test
    void a_known_bug_is_found_and_shown_on_one_screen() {
        Invocation run = exploreWithBug();
        String file = failureFile();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out().lines().toList())
                .satisfies(lines -> assertThat(lines.get(4)).startsWith("VIOLATION SlowStart: In one sync "))
                .satisfies(lines -> assertThat(lines.get(5)).startsWith("  object    replicaset/default/web-"))
                .satisfies(lines -> assertThat(lines.get(6)).contains("asked for 2 pods, expected at most 1"))
                .satisfies(lines -> assertThat(lines.get(7)).matches("  time      5\\.\\d{6}s"))
                .containsSubsequence(
                        "  scenario",
                        "    cluster:",
                        "      nodes: 1",
                        "    faults: []",
                        "  seed      1",
                        "  replay    wavetank replay " + file);
        assertThat(Path.of(file)).content().contains("bugs:\n- no-slow-start\n").contains("faults: []");
    }

    @Test
    void a_saved_failure_tells_of_its_pods() throws IOException {
        exploreWithBug();
        Path file = Path.of(failureFile());

        // With more than one node the invariant breaks before the scheduler has looked at a pod.
        Files.writeString(file, Files.readString(file).replace("nodes: 1\n", "nodes: 3\n"));

        Invocation broken = Invocation.of("why", "pod/web", file.toString());
        Invocation untried = Invocation.of("explain", "pod/web", file.toString());
        Files.writeString(file, Files.readString(file).replace("bugs:\n- no-slow-start\n", "bugs: []\n"));
        Invocation mended = Invocation.of("explain", "pod/web", file.toString());

        assertThat(broken.exitCode()).as(broken.err()).isEqualTo(1);
        assertThat(broken.out()).startsWith("pod/default/web-").contains("from the first step to the last\n");
        assertThat(untried.err()).contains("no scheduler has tried pod/web: it has tried no pod");
        assertThat(mended.exitCode()).as(mended.err()).isZero();
        assertThat(mended.out()).startsWith("pod/default/web-").contains(": 1 attempt, on node-", "  chosen: node-");
    }

    @Test
    void a_replay_is_the_same_run() {
        exploreWithBug();

        Invocation replay = Invocation.of("replay", failureFile());
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of("replay", failureFile(), "-o", "json").out());

        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out())
                .containsPattern("invariants +\\d+ not broken until then; 1 broken \\(SlowStart\\)")
                .contains("\nsame violation: SlowStart\nsame fingerprint: ");
        assertThat(json.get("outcome").asString()).isEqualTo("broken");
        assertThat(json.get("sameFingerprint").asBoolean()).isTrue();
        JsonNode violation = json.get("violations").get(0);
        assertThat(violation.get("invariant").asString()).isEqualTo("SlowStart");
        assertThat(violation.get("object").asString()).startsWith("replicaset/default/web-");
        assertThat(violation.get("at").asLong()).isPositive();
        assertThat(violation.get("message").asString()).contains("expected at most 1");
    }

    @Test
    void the_command_that_is_suggested_begins_as_the_user_began() {
        System.setProperty(Launcher.PROPERTY, "./my wavetank");
        try {
            assertThat(exploreWithBug().out()).contains("\n  replay    './my wavetank' replay " + failureFile() + "\n");
            assertThat(Invocation.of("replay").err()).contains("(see ./my wavetank replay --help)");
        } finally {
            System.clearProperty(Launcher.PROPERTY);
        }
    }

    @Test
    void a_failure_is_contrasted_with_runs_that_pass_and_a_run_that_passes_with_nothing() throws IOException {
        exploreWithBug();
        Path healed = directory.resolve("healed.yaml");
        Files.writeString(healed, Files.readString(Path.of(failureFile())).replaceAll("- no-slow-start\n", ""));

        JsonNode failing = JsonMapper.shared()
                .readTree(Invocation.of("replay", failureFile(), "--contrast", "-o", "json")
                        .out());
        Invocation passing = Invocation.of("replay", healed.toString(), "--contrast");

        assertThat(failing.at("/contrast/branches").asInt()).isEqualTo(5);
        assertThat(Invocation.of("replay", failureFile(), "--contrast").out()).contains("\ninevitable from ");
        assertThat(passing.out()).endsWith("\nnothing to contrast: the run breaks no invariant\n");
    }

    @Test
    void a_replay_explains_what_led_to_the_violation() {
        exploreWithBug();

        Invocation replay = Invocation.of("replay", failureFile(), "--explain");
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of("replay", failureFile(), "--explain", "-o", "json")
                        .out());

        List<String> lines = replay.out()
                .substring(replay.out().indexOf("\nwhat led to it"))
                .strip()
                .lines()
                .toList();
        assertThat(replay.exitCode()).isEqualTo(1);
        JsonNode chain = json.get("explanation");
        assertThat(lines.get(0)).isEqualTo("what led to it, step by step:");
        assertThat(String.join("\n", lines))
                .containsSubsequence(
                        "1.    5.000000s  kubectl reads `kubectl apply -f web.yaml`, checks it, ",
                        "kubectl asks the API server to create deployments/default/web, in version apps/v1",
                        "etcd stores deployments/default/web",
                        "kube-controller-manager takes default/web from the queue deployment/1",
                        "etcd stores replicasets/default/web-",
                        "kube-controller-manager remembers what it expects for default/web-",
                        "etcd stores pods/default/web-")
                .doesNotContain("authenticates", "authorizes", "request-received", "expectation.raised");
        assertThat(lines.get(lines.size() - 1)).startsWith("  so that SlowStart: replicaset/default/web-");
        assertThat(lines.get(lines.size() - 2))
                .matches(" +\\d+\\. +5\\.\\d{6}s  kube-controller-manager ends batch 1 of its slow start for"
                        + " replicasets/default/web-\\w+: 2 requests, 0 failed");
        assertThat(chain.get(0).get("cause").asLong()).isZero();
        for (int i = 1; i < chain.size(); i++) {
            assertThat(chain.get(i).get("cause")).isEqualTo(chain.get(i - 1).get("n"));
        }
        assertThat(replay.out())
                .contains("  time      "
                        + VirtualTime.format(
                                chain.get(chain.size() - 1).get("t").asLong()) + "\n");
    }

    @Test
    void a_replay_draws_what_led_to_the_violation() throws IOException {
        exploreWithBug();
        Path mermaid = directory.resolve("story.mmd");
        Path perfetto = directory.resolve("story.json");

        Invocation replay = Invocation.of(
                "replay", failureFile(), "--mermaid", mermaid.toString(), "--perfetto", perfetto.toString());

        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out()).doesNotContain("what led to it");
        assertThat(mermaid)
                .content()
                .startsWith("sequenceDiagram\n    participant c1 as ")
                .contains(" as kubectl\n", " as kube-controller-manager\n", ": create /apis/apps/v1/", ": answer 404\n")
                .doesNotContain("c1->>c1", "authenticates");
        assertThat(ChromeTrace.read(perfetto).tracks())
                .containsExactlyInAnyOrder("kubectl", "kube-apiserver", "etcd", "kube-controller-manager");
    }

    @Test
    void a_drawing_that_cannot_be_written_is_told() {
        exploreWithBug();

        for (String option : List.of("--mermaid", "--perfetto")) {
            Invocation replay = Invocation.of("replay", failureFile(), option, "/no/where/t");

            assertThat(replay.exitCode()).isEqualTo(2);
            assertThat(replay.err())
                    .contains(" cannot be written to /no/where/t: name a file in a directory that exists and that you"
                            + " may write to");
        }
    }

    @Test
    void a_run_without_explain_explains_nothing() {
        exploreWithBug();

        assertThat(Invocation.of("replay", failureFile()).out()).doesNotContain("what led to it");
    }

    @Test
    void swarm_is_another_word_for_heavy() {
        String[] heavy = {"explore", manifest, "--seeds=1..3", "--jobs=1", "--stop-after=9", "--faults=heavy", "-o=json"
        };
        String[] swarm = heavy.clone();
        swarm[5] = "--faults=swarm";

        JsonNode one = JsonMapper.shared().readTree(Invocation.of(heavy).out());
        JsonNode other = JsonMapper.shared().readTree(Invocation.of(swarm).out());

        assertThat(one.get("events").asLong())
                .isPositive()
                .isEqualTo(other.get("events").asLong());
        assertThat(Invocation.of("explore", "--help").out()).contains("swarm");
    }

    @Test
    void a_single_number_is_a_single_seed() {
        Invocation help = Invocation.of("explore", "--help");
        String[] words = {"explore", manifest, "--seeds=10", "--jobs=1", "--faults=none", "-o=json"};

        assertThat(help.out()).contains("--seeds=N|A..B").contains("10 is seed 10 alone");
        assertThat(JsonMapper.shared()
                        .readTree(Invocation.of(words).out())
                        .get("seeds")
                        .asLong())
                .isEqualTo(1);
    }

    @Test
    void a_replay_that_differs_says_so() throws IOException {
        exploreWithBug();
        Path file = Path.of(failureFile());
        Files.writeString(file, Files.readString(file).replaceFirst("fingerprint: .*", "fingerprint: abc"));

        Invocation otherFingerprint = Invocation.of("replay", file.toString());
        Files.writeString(file, Files.readString(file).replaceFirst("(?s)bugs:\n- no-slow-start", "bugs: []"));
        Invocation noViolation = Invocation.of("replay", file.toString());
        exploreWithBug();
        Files.writeString(file, Files.readString(file).replaceFirst("invariant: SlowStart", "invariant: BoundOnce"));
        Invocation otherViolation = Invocation.of("replay", file.toString());

        assertThat(otherFingerprint.exitCode()).isEqualTo(3);
        assertThat(otherFingerprint.out())
                .contains("same violation: SlowStart")
                .contains("another fingerprint: saved abc, now ")
                .contains("possible reasons: the file was edited, ");
        assertThat(noViolation.exitCode()).isEqualTo(3);
        assertThat(noViolation.out())
                .contains("\nno violation: the saved run broke SlowStart with replicaset/")
                .contains("possible reasons: the file was edited, ");
        assertThat(otherViolation.exitCode()).isEqualTo(3);
        assertThat(otherViolation.out())
                .contains("\nanother violation: the saved run broke BoundOnce with replicaset/")
                .contains("same fingerprint: ")
                .contains("possible reasons: the file was edited, ");
    }

    @Test
    void a_report_is_told_to_programs_too() {
        Path page = directory.resolve("page");

        Invocation report = Invocation.of("report", manifest, "--out", page.toString(), "-o", "json");
        JsonNode json = JsonMapper.shared().readTree(report.out());

        assertThat(report.exitCode()).isZero();
        assertThat(json.get("outcome").asString()).isEqualTo("held");
        assertThat(json.get("report").asString())
                .isEqualTo(page.resolve("report.html").toString());
        assertThat(page.resolve("report.html")).isNotEmptyFile();
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
                InputFile.write(directory, "running.yaml", RUNNING),
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
