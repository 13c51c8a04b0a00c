package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.reports.journey.Stage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CatalogueCommandsTest {

    @ParameterizedTest
    @ValueSource(strings = {"settings", "invariants", "faults", "bugs", "stages"})
    void every_entry_has_a_name_and_a_sentence_in_both_forms(String command) {
        String text = Invocation.of(command).out();
        JsonNode entries = json(command).get(command);

        assertThat(entries.size()).isPositive();
        assertThat(text).startsWith(entries.size() + " ");
        for (JsonNode entry : entries) {
            assertThat(entry.get("meaning").asString()).isNotBlank();
            assertThat(text)
                    .contains("\n\n" + entry.get("name").asString() + "\n    "
                            + entry.get("meaning").asString() + "\n");
        }
    }

    @Test
    void settings_are_chosen_by_a_word_of_their_names() {
        Invocation chosen = Invocation.of("settings", "registry-qps", "etcd.commit");

        assertThat(chosen.exitCode()).isZero();
        assertThat(chosen.out())
                .startsWith("2 of 181 settings, for --set")
                .contains("\nkubelet.registry-qps\n", "\netcd.commit-latency\n")
                .doesNotContain("kube-scheduler");
    }

    @Test
    void settings_have_the_defaults_of_the_cluster() {
        assertThat(Invocation.of("settings", "--profile", "v1.20").out())
                .contains("\nkube-controller-manager.node-monitor-grace-period\n", "\n    default: 40s\n");
        assertThat(Invocation.of("settings", "--nodes", "5000").out())
                .startsWith("181 settings, for --set NAME=VALUE and for cluster.settings of a scenario; defaults of"
                        + " v1.36 with 5000 nodes.\n")
                .contains("Reads that one API server serves at the same time; more get a 429. 0 for no limit.\n"
                        + "    default: 3000\n");
    }

    @Test
    void lists_what_there_is() {
        assertThat(names("invariants")).isEqualTo(ScenarioRun.invariants());
        assertThat(names("stages"))
                .isEqualTo(Arrays.stream(Stage.values()).map(Stage::key).toList());
        assertThat(names("bugs"))
                .isEqualTo(KnownBugs.all().stream().map(KnownBug::name).toList());
        assertThat(names("faults")).contains("componentCrash", "nodeCrash", "etcdSpaceAlarm");
    }

    @Test
    void an_invariant_says_why_it_is_there_and_what_breaks_it() {
        assertThat(Invocation.of("invariants", "SlowStart").out())
                .startsWith("1 of ")
                .contains(
                        "\n    reason: Without it a controller whose quota is used up",
                        "\n    sources: pkg/controller/replicaset/replica_set.go (v1.32), slowStartBatch",
                        "\n    bugs: no-slow-start (kubernetes#49145): ",
                        "\n    tags: controllers, workloads, jobs, safety\n");
        assertThat(json("invariants", "SlowStart")
                        .get("invariants")
                        .get(0)
                        .get("tags")
                        .get(3)
                        .asString())
                .isEqualTo("safety");
    }

    @Test
    void invariants_are_listed_by_tag() {
        assertThat(names("invariants", "--tag", "leaders"))
                .containsExactly("LeaseRunsOut", "OneActingLeader", "LeasesCountHolders", "LeasesTakenInTime");
        assertThat(names("invariants", "--tag", "leaders,storage")).contains("LeaseRunsOut", "VolumesFirst");
    }

    @Test
    void an_unknown_invariant_or_tag_is_refused_with_the_nearest() {
        Invocation name = Invocation.of("invariants", "SlowStarts");
        Invocation tag = Invocation.of("invariants", "--tag", "schedulers");
        Invocation choice = Invocation.of("run", "../examples/web.yaml", "--skip-invariants", "Convergenc");

        assertThat(List.of(name.exitCode(), tag.exitCode(), choice.exitCode())).containsOnly(2);
        assertThat(name.err())
                .isEqualTo("wavetank: there is no invariant 'SlowStarts': did you mean 'SlowStart'? wavetank invariants"
                        + " without a name lists them\n");
        assertThat(tag.err())
                .startsWith("wavetank: there is no tag 'schedulers': did you mean 'scheduler'? use api-server or ");
        assertThat(choice.err())
                .isEqualTo("wavetank: --skip-invariants: there is no invariant and no tag 'Convergenc': did you mean"
                        + " 'Convergence'? wavetank invariants lists them\n");
    }

    @Test
    void a_bug_says_what_it_needs() {
        assertThat(Invocation.of("bugs").out()).contains("\n    needs: kube-controller-manager.count=2 or more");

        Invocation alone = Invocation.of(
                "explore", "../examples/web.yaml", "--bug", "stubborn-leader", "--seeds", "1", "--faults", "none");

        assertThat(alone.exitCode()).isZero();
        assertThat(alone.err())
                .contains("wavetank: --bug stubborn-leader needs kube-controller-manager.count=2, which is set\n");
    }

    @Test
    void a_bug_that_the_version_has_mended_is_said_not_to_be_there() {
        String[] words = {"explore", "../examples/web.yaml", "--bug", "RS-1", "--seeds", "1", "--faults", "none"};
        String note = "wavetank: --bug stale-expectations is not there to be found: v1.36 has mended it, and this is"
                + " v1.36; choose an older --profile\n";

        assertThat(Invocation.of(words).err()).contains(note);
        assertThat(Invocation.of(Stream.concat(Arrays.stream(words), Stream.of("--profile", "v1.35"))
                                .toArray(String[]::new))
                        .err())
                .doesNotContain("not there to be found");
    }

    @Test
    void a_setting_against_what_a_bug_needs_is_refused() {
        Invocation refused = Invocation.of(
                "explore",
                "../examples/web.yaml",
                "--bug",
                "stubborn-leader",
                "--set",
                "kube-controller-manager.count=1");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo("wavetank: --bug stubborn-leader needs kube-controller-manager.count=2 or more: add --set"
                        + " kube-controller-manager.count=2\n");
    }

    @Test
    void a_bug_brings_its_own_storm_under_all_its_names(@TempDir Path directory) {
        for (String name : List.of("stale-expectations", "rs-1", "RS-1", "kubernetes#129795")) {
            Invocation found = Invocation.of("explore", "--bug", name, "--seeds", "16", "--out", directory.toString());

            assertThat(found.exitCode()).isEqualTo(1);
            assertThat(found.out()).contains("VIOLATION NoSurplusPods: ", "(known: kubernetes#129795)");
        }
        assertThat(Invocation.of("explore", "--bug", "RS-1", "--seeds", "16", "--profile", "v1.36")
                        .exitCode())
                .isZero();
    }

    @Test
    void without_a_file_there_has_to_be_one_bug() {
        assertThat(Invocation.of("explore").err())
                .isEqualTo("wavetank: explore needs a FILE: a scenario or manifests; or one --bug alone, which brings"
                        + " its own scenario; or --generate, which draws one for each seed\n");
    }

    private static List<String> names(String... command) {
        List<String> names = new ArrayList<>();
        json(command)
                .get(command[0])
                .forEach(entry -> names.add(entry.get("name").asString()));
        return names;
    }

    private static JsonNode json(String... command) {
        return JsonMapper.shared()
                .readTree(Invocation.of(Stream.concat(Arrays.stream(command), Stream.of("-o", "json"))
                                .toArray(String[]::new))
                        .out());
    }
}
