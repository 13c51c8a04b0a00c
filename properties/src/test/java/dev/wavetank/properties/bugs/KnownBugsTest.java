package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.Shrinker;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every known bug is found by its own invariant in its own storm. */
@Tag("slow")
class KnownBugsTest {

    private static final Shrinker.Limits A_FEW_RUNS = new Shrinker.Limits(8, Long.MAX_VALUE);

    static Stream<String> bugs() {
        return KnownBugs.all().stream().map(KnownBug::name);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_bug_is_found_by_its_own_invariant_and_seen_again_when_shrunk_and_saved(String name) {
        KnownBug bug = KnownBugs.named(name);
        PartsSpec spec = spec(bug);
        List<RunResult> failures = BugStorms.explore(
                bug, bug.putInto(ClusterParts.DEFAULT), bug.storm().isStrict());
        assertThat(failures).as("failures within the seeds").isNotEmpty();
        RunResult failure = failures.get(0);
        assertThat(failure.violations().get(0).invariant()).isEqualTo(bug.invariant());

        RunResult shrunk = Shrinker.shrink(failure, spec.parts(), spec.judges(), A_FEW_RUNS, 1)
                .smallest();
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

    private static PartsSpec spec(KnownBug bug) {
        List<String> put = bug.isOfKubernetes() ? List.of() : List.of(bug.name());
        return new PartsSpec("fifo", put).withStrict(bug.storm().isStrict());
    }
}
