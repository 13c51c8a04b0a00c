package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option {@code --generate} of {@code explore}. */
@Tag("slow")
class GeneratedScenariosTest {

    @Test
    void each_seed_has_a_scenario_of_its_own_whatever_the_number_of_jobs() {
        Invocation one = Invocation.of("explore", "--generate", "--seeds", "1..8", "-o", "json", "--jobs", "1");
        Invocation two = Invocation.of("explore", "--generate", "--seeds", "1..8", "-o", "json", "--jobs", "2");

        assertThat(one.exitCode()).isZero();
        assertThat(coverage(one)).isEqualTo(coverage(two)).contains("\"jobs: ", "\"statefulsets: ", "\"daemonsets: ");
        assertThat(one.out()).contains("\"seeds\" : \"1..8\"").doesNotContain("\"nodes\" :");
    }

    private static String coverage(Invocation explored) {
        return explored.out().substring(explored.out().indexOf("\"coverage\""));
    }

    @Test
    void a_bug_that_is_put_in_is_found_saved_and_shown_by_its_seed(@TempDir Path directory) {
        Invocation found = Invocation.of(
                "explore", "--generate", "--bug", "no-slow-start", "--seeds", "1..40", "--out", directory.toString());

        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.out()).contains("VIOLATION SlowStart", "name: generated ", "each seed its own");
        assertThat(directory).isDirectoryContaining("glob:**slow-start*.yaml");
    }

    @Test
    void of_one_seed_the_scenario_is_shown() {
        String shown = Invocation.of("explore", "--generate", "--seeds", "9", "--faults", "none")
                .out();

        assertThat(shown)
                .contains("wavetank run FILE --seed 9 --order portfolio", "  timeline:\n", "name: generated 9");
        assertThat(Invocation.of("explore", "--generate", "--seeds", "9..10").out())
                .doesNotContain("timeline:");
    }

    @Test
    void the_options_of_a_cluster_hold_for_every_scenario() {
        Invocation old = Invocation.of(
                "explore", "--generate", "--seeds", "1..3", "--profile", "v1.20", "--set", "etcd.members=3");

        assertThat(old.exitCode()).isZero();
        assertThat(old.out()).contains("cluster      v1.20, each seed its own, etcd.members=3");
    }

    @Test
    void what_fits_one_scenario_is_refused() {
        assertRefused("leave out the file", "../examples/web.yaml");
        assertRefused("leave out --aim", "--aim");
        assertRefused("a plan fits one scenario", "--faults", "../examples/faults.yaml");
    }

    private static void assertRefused(String sentence, String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "explore";
        all[1] = "--generate";
        System.arraycopy(words, 0, all, 2, words.length);
        Invocation refused = Invocation.of(all);

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("wavetank: --", sentence);
    }
}
