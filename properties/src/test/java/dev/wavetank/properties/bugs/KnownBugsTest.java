package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.Shrinker;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every known bug of controllers is found by its own invariant, and nothing is found where there is no bug. */
class KnownBugsTest {

    /**
     * Every bug is found within so many seeds. Measured: no-slow-start by 198 of 200; forgotten-expectations by 5 of
     * 200; leaked-expectations by the 14th seed and stubborn-leader by the 103rd.
     */
    private static final int ENOUGH_SEEDS = 300;

    private static final Scenario SCENARIO = Scenario.ofCommand(
            ClusterSpec.DEFAULT, List.of("create", "deployment", "web", "--image=nginx", "--replicas=5"));

    /** Leaders change while there is work to do. */
    private static final Scenario TWO_LEADERS = ScenarioCodec.read("two-leaders.yaml", """
            cluster: {settings: {kube-controller-manager.count: "2"}}
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=5}
            - {at: 30s, kubectl: scale deployment web --replicas=4}
            - {at: 60s, kubectl: scale deployment web --replicas=5}
            - {at: 90s, kubectl: scale deployment web --replicas=4}
            """);

    static Stream<String> bugs() {
        return KnownBugs.all().stream()
                .filter(bug ->
                        !SchedulerBugs.all().contains(bug) && !KubeletBugs.all().contains(bug))
                .map(KnownBug::name);
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_bug_is_found_by_its_own_invariant(String bug) {
        RunResult failure = find(bug);

        assertThat(failure.violations().get(0).invariant())
                .isEqualTo(KnownBugs.named(bug).invariant());
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void a_failure_that_was_shrunk_and_saved_is_seen_again(String bug) {
        PartsSpec spec = withBug(bug);
        RunResult shrunk = Shrinker.shrink(find(bug), spec.parts()).smallest();
        Failure saved = Failure.of(shrunk, spec);

        Failure loaded = FailureCodec.read("saved", FailureCodec.write(saved));
        RunResult again =
                ScenarioRun.of(loaded.scenario(), loaded.seed(), loaded.parts().parts());

        assertThat(Failure.of(again, loaded.parts())).isEqualTo(saved);
        assertThat(again).isEqualTo(shrunk);
    }

    @Test
    void the_model_without_bugs_breaks_no_invariant_over_the_same_seeds() {
        assertThat(explore(SCENARIO, ClusterParts.DEFAULT)).isEmpty();
        assertThat(explore(TWO_LEADERS, ClusterParts.DEFAULT)).isEmpty();
    }

    private static RunResult find(String bug) {
        Scenario scenario = bug.equals("stubborn-leader") ? TWO_LEADERS : SCENARIO;
        List<RunResult> failures = explore(scenario, withBug(bug).parts());
        assertThat(failures).as("failures within " + ENOUGH_SEEDS + " seeds").isNotEmpty();
        return failures.get(0);
    }

    /** One at a time, so that the first failure is that of the smallest seed. */
    private static List<RunResult> explore(Scenario scenario, ClusterParts parts) {
        return new Exploration(scenario, parts, new FaultSampler(FaultSampler.Intensity.LIGHT), 1)
                .run(1, ENOUGH_SEEDS, 1, run -> {});
    }

    private static PartsSpec withBug(String bug) {
        return new PartsSpec("fifo", List.of(bug));
    }
}
