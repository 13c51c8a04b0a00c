package dev.wavetank.properties.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.coverage.Coverage;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExplorationTest {

    private static final Scenario SCENARIO = Scenario.ofCommand(
            ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=3"));
    private static final ClusterParts BUGGY = new PartsSpec("fifo", List.of("no-slow-start")).parts();

    @Test
    void returns_no_more_failures_than_were_asked_for_however_many_runs_fail_at_once() {
        List<ExploredRun> finished = new ArrayList<>();

        List<RunResult> failures = new Exploration(SCENARIO, BUGGY, null, 1).run(1, 8, 8, finished::add);

        assertThat(failures).extracting(RunResult::seed).containsExactly(1L);
        assertThat(finished).extracting(run -> run.result().seed()).containsExactly(1L);
    }

    @Test
    void what_is_seen_does_not_depend_on_the_number_of_jobs() {
        Exploration exploration =
                new Exploration(SCENARIO, ClusterParts.DEFAULT, new FaultSampler(FaultSampler.Intensity.HEAVY), 1);
        List<ExploredRun> alone = new ArrayList<>();
        List<ExploredRun> together = new ArrayList<>();

        exploration.run(1, 20, 1, alone::add);
        exploration.run(1, 20, 4, together::add);

        assertThat(together).isEqualTo(alone);
        assertThat(alone)
                .extracting(run -> run.result().seed())
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
        Coverage all = alone.stream().map(ExploredRun::coverage).reduce(Coverage.NONE, Coverage::merge);
        assertThat(all.sometimes().get("component came back after a crash").runs())
                .isBetween(1L, 20L);
        assertThat(all.handOvers()).isNotEmpty();
    }

    @Test
    void ends_early_when_nobody_wants_more() {
        List<ExploredRun> finished = new ArrayList<>();
        Exploration.Observer observer = new Exploration.Observer() {
            @Override
            public void finished(ExploredRun run) {
                finished.add(run);
            }

            @Override
            public boolean wantsMore() {
                return finished.size() < 3;
            }
        };

        new Exploration(SCENARIO, ClusterParts.DEFAULT, null, 1).run(5, 1000, 1, observer);

        assertThat(finished).extracting(run -> run.result().seed()).containsExactly(5L, 6L, 7L);
    }
}
