package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What an exploration came to see is told in the end. */
class ExploreCoverageTest {

    @TempDir
    private Path directory;

    private String manifest;

    @BeforeEach
    void write_the_manifest() {
        manifest = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);
    }

    @Test
    void the_rarest_and_what_was_never_reached_are_told_on_one_screen() {
        Invocation run = explore("--seeds=1..40");

        List<String> lines = run.out().lines().toList();
        assertThat(run.exitCode()).isZero();
        assertThat(lines).hasSizeLessThanOrEqualTo(45);
        assertThat(run.out())
                .containsPattern("\nsometimes: \\d+ of \\d+ conditions reached in 40 seeds, the rarest 6 are\n"
                        + "(  in \\d+ +seed \\d+ +\\w.*\n){6}")
                .containsPattern("\nnever reached: \\w")
                .containsPattern("\nhand-overs: \\d+ pairs of writers, new in each 100 seeds: \\d+; the rarest 4 are\n"
                        + "(  in \\d+ +seed \\d+ +\\w+: \\S+ -> \\S+\n){4}$");
    }

    @Test
    void all_of_it_is_told_when_asked_for() {
        String out = explore("--seeds=1..2", "--coverage").out();

        assertThat(out)
                .containsPattern("  in 2 +seed 1 +pods: kube-scheduler -> kubelet\n")
                .doesNotContain("the rarest");
    }

    @Test
    void a_few_seeds_tell_little() {
        assertThat(explore("--seeds=1..9").out()).doesNotContain("sometimes").doesNotContain("hand-overs");
    }

    @Test
    void programs_get_everything_whatever_the_number_of_jobs() {
        JsonNode one = json("--seeds=1..12", "-o=json", "--jobs=1");
        JsonNode other = json("--seeds=1..12", "-o=json", "--jobs=3");

        assertThat(one.get("interrupted").asBoolean()).isFalse();
        JsonNode coverage = one.get("coverage");
        assertThat(coverage).isEqualTo(other.get("coverage"));
        assertThat(coverage.get("seeds").asInt()).isEqualTo(12);
        assertThat(coverage.get("sometimes").size()).isGreaterThan(12);
        assertThat(coverage.get("neverReached").size())
                .isPositive()
                .isLessThan(coverage.get("sometimes").size());
        assertThat(coverage.get("handOvers").size())
                .isEqualTo(coverage.get("newHandOversPer100Seeds").get(0).asInt());
    }

    @Test
    void the_nearest_to_a_violation_is_the_same_whatever_the_number_of_jobs() {
        JsonNode one = json("--seeds=1..12", "-o=json", "--jobs=1").get("margins");
        String text = explore("--seeds=1..12").out();

        assertThat(one).isEqualTo(json("--seeds=1..12", "-o=json", "--jobs=3").get("margins"));
        JsonNode nearest = one.get(0);
        long percent = Math.round(
                100.0 * nearest.get("used").asLong() / nearest.get("allowed").asLong());
        assertThat(percent).isBetween(25L, 100L);
        assertThat(text)
                .containsPattern(
                        "\nnearest: " + nearest.get("invariant").asString() + " used " + percent + "% of \\w+: "
                                + nearest.get("object").asString() + " at [0-9.]+s of seed "
                                + nearest.get("seed").asInt() + "\n  .*run .* --seed "
                                + nearest.get("seed").asInt() + "\n");
    }

    @Test
    void a_seed_that_cannot_be_judged_is_told_to_programs_with_its_reason() {
        JsonNode result = json("--seeds=3..4", "--until=1s", "-o=json");

        assertThat(result.get("unknown").asInt()).isEqualTo(2);
        assertThat(result.at("/ofInterest/0/seed").asInt()).isEqualTo(3);
        JsonNode reasons = result.at("/ofInterest/0/reasons");
        String reason = "horizon 1s reached, before the order of events became fair at 30s";
        assertThat(reasons.get(0).asString()).isEqualTo("QuietAtRest: " + reason);
        assertThat(reasons.get(1).asString()).isEqualTo("NoLivelock: " + reason);
        assertThat(reasons.get(2).asString()).startsWith("Convergence: " + reason + ": ");
    }

    private JsonNode json(String... options) {
        return JsonMapper.shared().readTree(explore(options).out());
    }

    private Invocation explore(String... options) {
        String[] arguments = new String[options.length + 3];
        arguments[0] = "explore";
        arguments[1] = manifest;
        arguments[2] = "--faults=heavy";
        System.arraycopy(options, 0, arguments, 3, options.length);
        return Invocation.of(arguments);
    }
}
