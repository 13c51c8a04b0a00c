package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands measure, sweep and compare. */
@Tag("slow")
class MeasureCommandTest {

    @TempDir
    private Path directory;

    private String manifest;

    @BeforeEach
    void write_the_manifest() {
        manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);
    }

    private static JsonNode json(Invocation invocation) {
        assertThat(invocation.exitCode()).as(invocation.err()).isZero();
        return JsonMapper.shared().readTree(invocation.out());
    }

    /** Everything but the command line, in which the numbers of jobs differ. */
    private static String results(Invocation invocation) {
        assertThat(invocation.exitCode()).as(invocation.err()).isZero();
        return invocation.out().replaceFirst("made by.*\n", "");
    }

    @Test
    void the_number_of_jobs_changes_nothing() {
        assertThat(results(Invocation.of("measure", manifest, "--seeds=1..12", "--jobs=2")))
                .isEqualTo(results(Invocation.of("measure", manifest, "--seeds=1..12", "--jobs=1")));
        String[] precise = {"measure", manifest, "--seeds=1..100", "--precision=p50=25%", "--jobs=1"};
        String alone = results(Invocation.of(precise));
        precise[4] = "--jobs=3";
        assertThat(results(Invocation.of(precise))).isEqualTo(alone);
        assertThat(alone).containsPattern("runs +[2-9]0 seeds: [2-9]0 held\n");
    }

    @Test
    void a_run_shows_the_times_that_a_measurement_of_its_seed_has() {
        JsonNode run = json(Invocation.of("run", manifest, "--seed=4", "-o=json"))
                .get("stages")
                .get("pod_startup");
        JsonNode slowest = json(Invocation.of(
                        "measure", manifest, "--seeds=4", "--stage=pod_startup", "--percentiles=100", "-o=json"))
                .get("estimates")
                .get(0);

        // A run is exact to three digits.
        assertThat(slowest.get("value").asDouble() / run.get("max").asDouble()).isBetween(0.999, 1.001);
        assertThat(slowest.get("count").asLong()).isEqualTo(2);
        assertThat(slowest.get("interval").isNull()).isTrue();
    }

    @Test
    void pods_that_never_got_ready_are_counted_and_never_left_out() {
        Invocation text = Invocation.of("measure", manifest, "--seeds=1..3", "--until=1s", "--stage=command_to_ready");

        assertThat(text.exitCode()).isZero();
        assertThat(text.out())
                .contains("runs         3 seeds: 3 unknown\n", "unknown      first seed 1: ")
                .contains("pods         6 wanted at the end, 6 of them never ready: first seed 1, pod/default/web-")
                .containsPattern("command_to_ready +6 +6 +never +never\\.\\.never");
    }

    @Test
    void a_broken_invariant_gives_exit_code_1_and_the_first_seed_that_broke_it() throws IOException {
        Invocation.of("explore", manifest, "--bug=no-slow-start", "--seeds=1..3", "--out=" + directory.resolve("f"));
        List<Path> failures = new ArrayList<>();
        try (var files = Files.list(directory.resolve("f"))) {
            files.forEach(failures::add);
        }

        Invocation measured = Invocation.of("measure", failures.get(0).toString(), "--seeds=5..6");

        assertThat(measured.exitCode()).isEqualTo(1);
        assertThat(measured.out()).contains("2 seeds: 2 broken", "broken       first seed 5: SlowStart: ");
    }

    @Test
    void warm_up_leaves_out_the_pods_that_were_created_in_it() {
        String scenario = InputFile.write(directory, "scenario.yaml", """
                timeline:
                - {at: 0s, kubectl: create deployment a --image=nginx --replicas=2}
                - {at: 1m, kubectl: create deployment b --image=nginx --replicas=3}
                """);

        JsonNode late = json(
                Invocation.of("measure", scenario, "--seeds=1", "--warm-up=30s", "--stage=pod_startup", "-o=json"));

        assertThat(late.get("podsWanted").asLong()).isEqualTo(3);
        assertThat(late.get("estimates").get(0).get("count").asLong()).isEqualTo(3);
    }

    /** The grid of a platform engineer's question, with fewer pods. */
    @Test
    void pairing_by_seed_removes_most_of_the_variance_of_a_difference() throws IOException {
        Files.writeString(Path.of(manifest), InputFile.DEPLOYMENT.replace("replicas: 2", "replicas: 40"));

        JsonNode cells = json(Invocation.of(
                        "sweep",
                        manifest,
                        "--nodes=4",
                        "--seeds=1..12",
                        "--set=kube-controller-manager.kube-api-qps=20,100",
                        "--set=etcd.commit-latency=1ms,50ms",
                        "--percentiles=50,90",
                        "-o=json"))
                .get("cells");

        assertThat(cells.size()).isEqualTo(4);
        assertThat(cells.get(0).get("differences").size()).isZero();
        for (int cell = 1; cell < 4; cell++) {
            for (JsonNode difference : cells.get(cell).get("differences")) {
                assertThat(difference.get("varianceRemoved").asDouble())
                        .as(cells.get(cell).get("settings") + " " + difference)
                        .isGreaterThan(0.7);
            }
        }
        assertThat(cells.get(1).get("settings").get("etcd.commit-latency").asString())
                .isEqualTo("50ms");
        assertThat(cells.get(1).get("differences").get(2).get("verdict").asString())
                .isEqualTo("higher");
    }

    @Test
    void a_cell_has_the_figures_of_a_measurement_with_its_settings() {
        JsonNode cell = json(Invocation.of(
                        "sweep", manifest, "--seeds=1..3", "--set=etcd.commit-latency=1ms,50ms", "-o=json"))
                .get("cells")
                .get(1);
        JsonNode alone = json(Invocation.of(
                "measure",
                manifest,
                "--seeds=1..3",
                "--set=etcd.commit-latency=50ms",
                "--stage=pod_startup,command_to_ready",
                "-o=json"));

        assertThat(cell.get("estimates")).isEqualTo(alone.get("estimates"));
    }

    @Test
    void a_comma_of_a_value_is_written_with_a_backslash() {
        Invocation swept = Invocation.of(
                "sweep", manifest, "--seeds=1", "--set=kube-apiserver.authorization-mode=Node\\,RBAC,AlwaysAllow");

        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.out()).contains("\nNode,RBAC    ", "\nAlwaysAllow  ");
    }

    @Test
    void a_page_that_is_not_written_is_said_to_be_none() {
        String file = InputFile.write(directory, "config.yaml", """
                timeline: [{at: 0s, kubectl: create configmap c --from-literal=a=b}]
                """);
        Path page = directory.resolve("none.html");
        Invocation swept =
                Invocation.of("sweep", file, "--seeds=1", "--set=etcd.commit-latency=1ms,2ms", "--html=" + page);

        assertThat(swept.exitCode()).as(swept.err()).isZero();
        assertThat(swept.out()).contains("no page is written, because no combination has figures");
        assertThat(page).doesNotExist();
    }

    private String save(String name, String... options) {
        String file = directory.resolve(name).toString();
        List<String> words = new ArrayList<>(List.of("measure", manifest, "--save=" + file));
        words.addAll(List.of(options));
        assertThat(Invocation.of(words.toArray(String[]::new)).exitCode()).isZero();
        return file;
    }

    @Test
    void a_gate_fails_only_when_the_interval_says_so() {
        String base = save("base.json", "--seeds=1..15");
        String slow = save("slow.json", "--seeds=1..15", "--set=etcd.commit-latency=200ms");

        Invocation failed = Invocation.of("compare", base, slow, "--fail-if=p50(command_to_ready) > +10%");
        Invocation unsure = Invocation.of("compare", base, slow, "--fail-if=p50(command_to_ready) > +5s");
        Invocation same = Invocation.of("compare", base, base, "--fail-if=p50(command_to_ready) > +0.1%");

        assertThat(failed.exitCode()).as(failed.out()).isEqualTo(1);
        assertThat(failed.out()).contains("\nfailed       p50(command_to_ready) > +10% is true: +");
        assertThat(unsure.exitCode()).isZero();
        assertThat(unsure.out()).contains("\npassed       p50(command_to_ready) > +5.00s is not shown: +");
        assertThat(same.exitCode()).isZero();
        assertThat(same.out()).contains("not shown to differ", ", paired by seed:\n");
    }

    @Test
    void other_seeds_are_not_paired() {
        Invocation compared = Invocation.of("compare", save("a.json", "--seeds=1..3"), save("b.json", "--seeds=4..6"));

        assertThat(compared.exitCode()).isZero();
        assertThat(compared.out())
                .contains(
                        ", not paired:\n", "warning      the seeds differ, so nothing is paired: with the same seeds");
    }

    @Test
    void results_of_different_scenarios_are_not_compared() throws IOException {
        String base = save("base.json", "--seeds=1..2");
        String shorter = save("shorter.json", "--seeds=1..2", "--until=10m");
        String warm = save("warm.json", "--seeds=1..2", "--warm-up=1ms");
        Files.writeString(Path.of(manifest), InputFile.DEPLOYMENT.replace("replicas: 2", "replicas: 3"));
        String larger = save("larger.json", "--seeds=1..2", "--stage=run_to_ready");

        for (String other : List.of(shorter, larger)) {
            Invocation refused = Invocation.of("compare", base, other);
            assertThat(refused.exitCode()).isEqualTo(2);
            assertThat(refused.err())
                    .startsWith("wavetank: " + base + " and " + other + " are results of different scenarios (")
                    .hasLineCount(1);
        }
        assertThat(Invocation.of("compare", base, warm).err()).contains(" were measured with different --warm-up: ");
        assertThat(Invocation.of("compare", larger, larger).err())
                .startsWith("wavetank: the measurements have none of the stages to compare: ");
    }

    @Test
    void tables_have_other_forms() {
        String[] measure = {"measure", manifest, "--seeds=1..2", "--stage=pod_startup", "--percentiles=50", "-o=csv"};
        assertThat(Invocation.of(measure).out())
                .matches("stage,percentile,count,never,value_ns,low_ns,high_ns\n"
                        + "pod_startup,p50,4,0,\\d+,\\d+,\\d+\n");
        measure[5] = "-o=markdown";
        assertThat(Invocation.of(measure).out())
                .contains(
                        "\n| STAGE | COUNT | NEVER | P50 | 95% INTERVAL |\n|---|--:|--:|--:|--:|\n| pod_startup | 4 |");
    }

    @Test
    void a_saved_sweep_has_a_file_for_each_combination_that_compare_reads() {
        Path grid = directory.resolve("grid");
        Invocation.of(
                "sweep",
                "../examples/web.yaml",
                "--seeds=1..3",
                "--set=etcd.commit-latency=1ms,50ms",
                "--save=" + grid);

        Invocation compared = Invocation.of(
                "compare",
                grid.resolve("etcd.commit-latency=1ms.json").toString(),
                grid.resolve("etcd.commit-latency=50ms.json").toString(),
                "--percentiles=50");

        assertThat(compared.err()).isEmpty();
        assertThat(compared.out()).contains("paired by seed:", "etcd.commit-latency=50ms");
    }

    @Test
    void each_of_the_commands_writes_a_page() throws IOException {
        Path page = directory.resolve("pages/page.html");
        String saved = save("saved.json", "--seeds=1..3");
        List<List<String>> commands = List.of(
                List.of("measure", manifest, "--seeds=1..3"),
                List.of("sweep", manifest, "--seeds=1..3", "--set=etcd.commit-latency=1ms,50ms"),
                List.of("compare", saved, saved));
        List<String> kinds = List.of("Measurement", "Sweep", "Comparison");
        for (int i = 0; i < commands.size(); i++) {
            List<String> words = new ArrayList<>(commands.get(i));
            String plain = results(Invocation.of(words.toArray(String[]::new)));
            words.add("--html=" + page);

            assertThat(results(Invocation.of(words.toArray(String[]::new))))
                    .as("a page changes nothing of the figures")
                    .isEqualTo(plain);
            assertThat(Files.readString(page))
                    .contains("Wavetank " + kinds.get(i), "Where the time went", "--html=" + page);
        }
    }

    @Test
    void a_page_that_cannot_be_written_is_bad_input() {
        Invocation refused = Invocation.of("measure", manifest, "--seeds=1", "--html=" + manifest + "/page.html");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo("wavetank: --html: cannot write " + manifest
                        + "/page.html: name a file in a directory that you may write to\n");
    }
}
