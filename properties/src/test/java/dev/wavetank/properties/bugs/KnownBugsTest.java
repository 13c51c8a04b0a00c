package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.Shrinker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every known bug is found by its own invariant in its own storm, and nothing is found where there is none. */
class KnownBugsTest {

    /** Most bugs are found within so many seeds; docs/BUGS.md says how many it takes. */
    private static final int FEW_SEEDS = 30;

    /** Those that take more. */
    private static final List<String> RARE = List.of("kept-expectations", "swallowed-timeouts", "stubborn-leader");

    private static final int ENOUGH_SEEDS = 300;

    static Stream<String> bugs() {
        return KnownBugs.all().stream().map(KnownBug::name);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_bug_is_found_by_its_own_invariant_and_seen_again_when_shrunk_and_saved(String name) {
        KnownBug bug = KnownBugs.named(name);
        PartsSpec spec = spec(bug);
        List<RunResult> failures =
                explore(bug, bug.putInto(ClusterParts.DEFAULT), bug.storm().isStrict());
        assertThat(failures).as("failures within the seeds").isNotEmpty();
        RunResult failure = failures.get(0);
        assertThat(failure.violations().get(0).invariant()).isEqualTo(bug.invariant());

        RunResult shrunk = Shrinker.shrink(failure, spec.parts(), spec.judges()).smallest();
        Failure saved = Failure.of(shrunk, spec);
        Failure loaded = FailureCodec.read("saved", FailureCodec.write(saved));
        RunResult again = ScenarioRun.of(
                loaded.scenario(),
                loaded.seed(),
                loaded.parts().parts(),
                loaded.parts().judges(),
                List.of());

        assertThat(again).isEqualTo(shrunk);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void nothing_is_found_over_the_same_seeds_without_it(String name) {
        assertThat(explore(KnownBugs.named(name), ClusterParts.DEFAULT, false)).isEmpty();
    }

    @Test
    void every_part_has_its_entry_in_the_catalogue_and_every_other_entry_is_judged_strictly() {
        Set<String> put = new TreeSet<>();
        for (KnownBug bug : KnownBugs.all()) {
            if (bug.isOfKubernetes()) {
                assertThat(bug.storm().isStrict()).as(bug.name()).isTrue();
                assertThat(bug.source()).startsWith("kubernetes#");
            } else {
                put.add(bug.name());
            }
            assertThat(ScenarioRun.invariants()).contains(bug.invariant());
            Scenario scenario = bug.storm().scenario();
            assertThat(bug.requirements()).allMatch(requirement -> requirement.isMetBy(scenario.cluster()));
        }
        assertThat(put).isEqualTo(new TreeSet<>(KnownBugs.changes().keySet()));
    }

    @Test
    void names_and_rows_are_unique() {
        assertThat(bugs()).doesNotHaveDuplicates();
        assertThat(KnownBugs.all().stream().flatMap(bug -> bug.row().stream())).doesNotHaveDuplicates();
    }

    @Test
    void a_bug_is_found_by_name_row_and_issue() {
        KnownBug bug = KnownBugs.named("assumed-by-name");

        assertThat(KnownBugs.named("s-2")).isSameAs(bug);
        assertThat(KnownBugs.named("kubernetes#60966")).isSameAs(bug);
        assertThatThrownBy(() -> KnownBugs.named("kubernetes#6096"))
                .hasMessageStartingWith("there is no known bug 'kubernetes#6096': ");
    }

    /** One at a time, so that the first failure is that of the smallest seed. */
    private static List<RunResult> explore(KnownBug bug, ClusterParts parts, boolean strict) {
        int seeds = RARE.contains(bug.name()) ? ENOUGH_SEEDS : FEW_SEEDS;
        Judges judges = Judges.DEFAULT.withStrict(strict);
        return new Exploration(bug.storm().scenario(), parts, bug.storm().sampler(), 1, judges)
                .run(1, seeds, 1, run -> {});
    }

    private static PartsSpec spec(KnownBug bug) {
        List<String> put = bug.isOfKubernetes() ? List.of() : List.of(bug.name());
        return new PartsSpec("fifo", put).withStrict(bug.storm().isStrict());
    }
}
