package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a saved failure depends on, besides its seed: decisions about the order of events, and anchors of faults. */
@Tag("slow")
class OrderAndAnchorsTest {

    private static final String GROWING = """
            cluster: {nodes: 3}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
            - {at: 20s, kubectl: scale deployment/web --replicas=8}
            """;

    /** What goes wrong depends on the order in which others hear of the crash. */
    private static final String CRASHED = """
            cluster: {nodes: 1}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
            faults:
            - kind: componentCrash
              component: kube-apiserver
              after: {component: kube-scheduler, verb: create, object: events/*}
              for: 4s
            """;

    private static final String TRIGGERED = """
            cluster: {nodes: 1}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
            faults:
            - {kind: streamBreak, after: {component: replicaset-controller, verb: create, object: pods/default/*}}
            - {kind: streamBreak, after: {verb: create, object: pods/*, nth: 99, until: 9s}}
            """;

    private static final String ORDER = "pct:3/128@20ms";

    private static final int MOST_SEEDS = 100;

    @TempDir
    private static Path shared;

    /** The exploration of the first seed whose failure still needs another order when it has been shrunk. */
    private static Invocation reordered;

    private static int seedOfReordered;
    private static Path reorderedFile;

    @TempDir
    private Path directory;

    @BeforeAll
    static void exploreReordered() throws IOException {
        for (int seed = 1; seed <= MOST_SEEDS; seed++) {
            reordered = exploreReordered(shared, seed, "text");
            if (reordered.exitCode() == 1) {
                reorderedFile = failureFile(shared);
                seedOfReordered = seed;
                if (Files.readString(reorderedFile).contains("kernel/order[")) {
                    return;
                }
                Files.delete(reorderedFile);
            }
        }
        throw new AssertionError("no failure of the first " + MOST_SEEDS + " seeds needs another order");
    }

    @Test
    void a_failure_that_needs_another_order_is_shown_saved_and_replayed_with_its_decisions() throws IOException {
        Path file = reorderedFile;
        List<String> saved = Files.readAllLines(file).stream()
                .filter(line -> line.contains("kernel/order["))
                .toList();
        Invocation replay = Invocation.of("replay", file.toString());
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of("replay", file.toString(), "-o", "json").out());

        assertThat(reordered.out())
                .containsPattern("\n  shrunk    (?:.*, )?faults \\d+( to \\d+)?, .*decisions \\d+ to " + saved.size()
                        + ", \\d+ runs(, the most that are made)?\n")
                .containsPattern("\n  order     " + ORDER + ", but first in, first out apart from " + saved.size()
                        + " decisions?\n");
        assertThat(saved).isNotEmpty();
        assertThat(replay.exitCode()).isEqualTo(1);
        assertThat(replay.out())
                .contains("\nsame violation: ", "\nsame fingerprint: ")
                .contains("\norder        " + ORDER + ", but first in, first out apart from " + saved.size()
                        + " decision")
                .doesNotContain("choices matched");
        assertThat(json.get("decisions").get("matched").asInt()).isEqualTo(saved.size());
        assertThat(json.get("decisions").get("missed").isEmpty()).isTrue();
    }

    @Test
    void a_run_shows_the_order_that_the_seed_drew() {
        String scenario = InputFile.write(directory, "growing.yaml", GROWING);
        String walked = Invocation.of("run", scenario, "--order=walk").out();
        JsonNode drawn = JsonMapper.shared()
                .readTree(Invocation.of("run", scenario, "--order=walk", "-o", "json")
                        .out());
        JsonNode plain = JsonMapper.shared()
                .readTree(Invocation.of("run", scenario, "-o", "json").out());

        assertThat(walked).containsPattern("\nseed         1, order walk@\\d+[mu]s\\S*, no faults\n");
        assertThat(walked).contains(", order " + drawn.at("/provenance/order").asString() + ", no faults\n");
        assertThat(plain.at("/provenance/order").asString()).isEqualTo("fifo");
    }

    @Test
    void programs_are_told_what_was_shrunk() {
        JsonNode failure = JsonMapper.shared()
                .readTree(exploreReordered(directory, seedOfReordered, "json").out())
                .get("failures")
                .get(0);

        assertThat(failure.get("order").asString()).isEqualTo(ORDER);
        assertThat(failure.get("orderBefore").asString()).isEqualTo(ORDER);
        assertThat(failure.get("decisions").size())
                .isLessThan(failure.get("decisionsBefore").asInt());
        assertThat(failure.get("decisions").get(0).asString()).startsWith("kernel/order[");
    }

    @Test
    void a_decision_that_the_run_never_comes_to_is_a_warning() throws IOException {
        Path file = directory.resolve("with-another-decision.yaml");
        String text = Files.readString(reorderedFile);
        Files.writeString(
                file, text.replaceFirst("decisions:\n", "decisions:\n- \"kernel/order[9999999] = 1 of 2\"\n"));
        long total = text.lines().filter(line -> line.contains("kernel/order[")).count() + 1;

        Invocation replay = Invocation.of("replay", file.toString());
        JsonNode json = JsonMapper.shared()
                .readTree(Invocation.of("replay", file.toString(), "-o", "json").out());

        assertThat(replay.out())
                .contains("\nwarning      " + (total - 1) + " of " + total + " choices matched: ")
                .contains("\n             never found: kernel/order[9999999] = 1 of 2\n");
        assertThat(json.get("decisions").get("missed").get(0).asString()).isEqualTo("kernel/order[9999999] = 1 of 2");
    }

    @Test
    void a_run_whose_faults_wait_for_something_says_whether_it_happened() {
        String scenario = InputFile.write(directory, "triggered.yaml", TRIGGERED);

        Invocation run = Invocation.of("run", scenario);
        JsonNode anchors = JsonMapper.shared()
                .readTree(Invocation.of("run", scenario, "-o", "json").out())
                .get("anchors");

        assertThat(run.out())
                .containsPattern("\nnote +streamBreak .* after create pods/\\* by \\*, number 99:"
                        + " never opened\nanchors +1 of 2 anchors matched\noutcome ");
        assertThat(anchors.get("matched").asInt()).isEqualTo(1);
        assertThat(anchors.get("total").asInt()).isEqualTo(2);
        assertThat(anchors.get("missed").get(0).get("after").asString()).isEqualTo("create pods/* by *, number 99");
    }

    @Test
    void a_replay_says_which_anchors_have_not_been_found_when_it_ends() throws IOException {
        Invocation.of(
                "explore",
                InputFile.write(directory, "growing.yaml", GROWING),
                "--seeds=1..1",
                "--jobs=1",
                "--bug=no-slow-start",
                "--out=" + directory.resolve("failures"));
        Path file = failureFile(directory);
        String clause = "{kind: streamBreak, after: {component: kubelet/node-1, verb: create, object: pods/*}}";
        Files.writeString(file, Files.readString(file).replace("faults: []", "faults: [" + clause + "]"));

        Invocation replay = Invocation.of("replay", file.toString());
        JsonNode anchors = JsonMapper.shared()
                .readTree(Invocation.of("replay", file.toString(), "-o", "json").out())
                .get("anchors");

        assertThat(replay.out())
                .containsPattern("\nanchors +0 of 1 anchor matched\n"
                        + " +streamBreak .* after create pods/\\* by kubelet/node-1, number 1:"
                        + " not until the run ended\n");
        assertThat(anchors.get("missed").get(0).get("kind").asString()).isEqualTo("streamBreak");
    }

    @Test
    void a_run_whose_faults_wait_for_nothing_says_nothing_about_anchors() {
        String scenario = InputFile.write(directory, "growing.yaml", GROWING);

        Invocation text = Invocation.of("run", scenario, "--faults", "none");
        Invocation json = Invocation.of("run", scenario, "-o", "json");

        assertThat(text.out()).doesNotContain("anchors").doesNotContain("choices");
        assertThat(json.out()).doesNotContain("anchors").doesNotContain("decisions");
    }

    @Test
    void explore_picks_an_order_for_each_seed_and_fifo_is_there_for_the_asking() {
        String scenario = InputFile.write(directory, "growing.yaml", GROWING);

        long portfolio = events("explore", scenario, "--seeds=1..8", "--faults=none", "-o=json");
        long asked = events("explore", scenario, "--seeds=1..8", "--faults=none", "-o=json", "--order=portfolio");
        long fifo = events("explore", scenario, "--seeds=1..8", "--faults=none", "-o=json", "--order=fifo");

        assertThat(portfolio).isEqualTo(asked).isNotEqualTo(fifo);
        assertThat(Invocation.of("explore", "--help").out()).contains("Without --order, every seed picks an order");
    }

    @Test
    void a_saved_failure_is_explored_in_its_own_order() {
        String file = reorderedFile.toString();

        long own = events("explore", file, "--seeds=1..4", "--faults=none", "-o=json");
        long reordered = events("explore", file, "--seeds=1..4", "--faults=none", "-o=json", "--order=" + ORDER);

        assertThat(own).isEqualTo(reordered);
    }

    private static long events(String... arguments) {
        return JsonMapper.shared()
                .readTree(Invocation.of(arguments).out())
                .get("events")
                .asLong();
    }

    private static Invocation exploreReordered(Path directory, int seed, String format) {
        return Invocation.of(
                "explore",
                InputFile.write(directory, "crashed.yaml", CRASHED),
                "--seeds=" + seed + ".." + seed,
                "--jobs=1",
                "--order=" + ORDER,
                "--bug=swallowed-timeouts",
                "--out=" + directory.resolve("failures"),
                "-o=" + format);
    }

    private static Path failureFile(Path directory) throws IOException {
        try (var files = Files.list(directory.resolve("failures"))) {
            return files.findFirst().orElseThrow();
        }
    }
}
