package dev.wavetank.properties.guided;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** A guided exploration is a function of its scenario and its seeds. */
@Tag("slow")
class GuidedExplorationProperties {

    private static final Scenario SCENARIO =
            Scenario.ofCommand(ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx"));

    private final Exploration exploration = new Exploration(
            SCENARIO, ClusterParts.DEFAULT.withOrder("portfolio"), new FaultSampler(Intensity.HEAVY), 1);

    /** What was kept, and every run. */
    private record Log(List<RunInput> kept, List<SortedSet<String>> reached, List<ExploredRun> runs) {

        private Log() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private Log explore(long first, long count, int jobs, List<RunInput> saved) {
        Log log = new Log();
        new GuidedExploration(exploration, saved, (input, reached) -> {
                    log.kept().add(input);
                    log.reached().add(reached);
                })
                .run(first, count, jobs, log.runs()::add);
        return log;
    }

    @Property(tries = 3)
    void the_result_is_the_same_whatever_the_number_of_jobs(
            @ForAll @LongRange(min = 1, max = 1_000_000) long first, @ForAll @IntRange(min = 2, max = 5) int jobs) {
        long count = 2 * GuidedExploration.ROUND + 5;

        Log alone = explore(first, count, 1, List.of());

        assertThat(explore(first, count, jobs, List.of())).isEqualTo(alone);
        assertThat(alone.runs())
                .extracting(ExploredRun::number)
                .doesNotHaveDuplicates()
                .hasSize((int) count);
        assertThat(alone.runs().subList(GuidedExploration.ROUND, (int) count))
                // Whether each does is drawn: a bound on how many would fail for a few of a thousand first seeds.
                .as("inputs derive from those that were kept")
                .filteredOn(run -> run.number() != run.input().seed())
                .isNotEmpty();
    }

    @Property(tries = 2)
    void what_was_kept_is_replayed_first_and_reaches_the_same_again(
            @ForAll @LongRange(min = 1, max = 1_000_000) long first) {
        Log before = explore(first, GuidedExploration.ROUND, 2, List.of());

        Log after = explore(first + 1_000, before.kept().size(), 2, before.kept());

        assertThat(after.kept()).isEmpty();
        assertThat(after.runs())
                .extracting(run -> run.input().withNumber(0))
                .isEqualTo(
                        before.kept().stream().map(input -> input.withNumber(0)).toList());
        for (int i = 0; i < before.kept().size(); i++) {
            assertThat(after.runs().get(i).coverage().reached())
                    .containsAll(before.reached().get(i));
        }
    }
}
