package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The option {@code --aim} of {@code explore}. */
class AimedFaultsTest {

    @Test
    void a_bug_is_found_by_one_of_the_faults_and_saved_with_it(@TempDir Path directory) {
        Invocation found = Invocation.of(
                "explore", "--bug", "kept-expectations", "--aim", "--seeds", "1..20", "--out", directory.toString());

        assertThat(found.exitCode()).isEqualTo(1);
        assertThat(found.err()).matches("(?s)wavetank: --aim: \\d+ faults at what the scenario writes without any, .*");
        assertThat(found.out())
                .contains("VIOLATION ExpectationsMet: ")
                .containsPattern("faults 1( to 0)?, ")
                .contains(" explore --bug kept-expectations --aim --seeds 1..20 ");
    }

    @Test
    void seeds_have_the_same_faults_however_many_there_are() {
        String one = Invocation.of("explore", "../examples/web.yaml", "--aim", "--seeds", "7")
                .out();

        assertThat(one).containsPattern("hit by kind: [a-zA-Z]+ [01] of 1\n");
        assertThat(Invocation.of("explore", "../examples/web.yaml", "--aim", "--seeds", "7", "--jobs", "2")
                        .out()
                        .replaceAll("--jobs 2|\\d+\\.\\d +\\d+ +\\d+ : 1", ""))
                .isEqualToIgnoringWhitespace(one.replaceAll("\\d+\\.\\d +\\d+ +\\d+ : 1", ""));
    }

    @Test
    void other_faults_are_refused() {
        Invocation refused = Invocation.of("explore", "../examples/web.yaml", "--aim", "--faults", "heavy");

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .isEqualTo("wavetank: --aim brings the faults: leave out --faults and --fault-kinds\n");
    }
}
