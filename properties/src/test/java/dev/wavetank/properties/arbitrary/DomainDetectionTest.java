package dev.wavetank.properties.arbitrary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.ScenarioSource;
import java.util.Iterator;
import java.util.Objects;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Shrinkable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** As many tries of the domain find a known bug as often as seeds of an exploration do, within chance. */
@Tag("slow")
class DomainDetectionTest {

    private static final int RUNS = 100;

    /** Of a bug that nearly every run finds. */
    private static final int FEW = 20;

    /** So many standard deviations are chance. */
    private static final double CHANCE = 2;

    @Test
    void a_bug_is_found_in_its_storm_as_often_as_by_seeds() {
        KnownBug bug = KnownBugs.named("kept-expectations");
        compare(
                bug,
                new ScenarioSource.One(
                        bug.storm().scenario(),
                        Objects.requireNonNull(bug.storm().sampler())),
                RUNS);
    }

    @Test
    void a_bug_is_found_in_any_scenario_as_often_as_by_seeds() {
        compare(KnownBugs.named("no-slow-start"), ScenarioArbitraries.storms(KubernetesVersion.DEFAULT), FEW);
    }

    private static void compare(KnownBug bug, ScenarioSource source, int runs) {
        long bySeeds = bySeeds(bug, source, runs);
        long byTries = byTries(bug, source, runs);
        double share = (double) (bySeeds + byTries) / (2 * runs);
        double deviation = Math.sqrt(2 * runs * share * (1 - share));

        assertThat(byTries).as(bug.name()).isPositive();
        assertThat((double) byTries)
                .as("%s: found by %d of %d seeds", bug.name(), bySeeds, runs)
                .isGreaterThanOrEqualTo(bySeeds - CHANCE * deviation);
    }

    private static long bySeeds(KnownBug bug, ScenarioSource source, int runs) {
        ClusterParts parts = bug.putInto(ClusterParts.DEFAULT.withOrder("portfolio"));
        return new Exploration(source, parts, runs, Judges.DEFAULT)
                .run(1, runs, Runtime.getRuntime().availableProcessors(), run -> {}).stream()
                        .filter(failure -> isOf(bug, failure))
                        .count();
    }

    private static long byTries(KnownBug bug, ScenarioSource source, int runs) {
        Random random = new Random(1);
        Iterator<Scenario> scenarios = drawn(ScenarioArbitraries.scenarios(source), random);
        Iterator<PartsSpec> orders = drawn(ScenarioArbitraries.parts(), random);
        Iterator<Long> seeds = drawn(ScenarioArbitraries.seeds(), random);
        long found = 0;
        for (int i = 0; i < runs; i++) {
            ClusterParts parts = bug.putInto(orders.next().parts());
            found += isOf(bug, ScenarioRun.of(scenarios.next(), seeds.next(), parts)) ? 1 : 0;
        }
        return found;
    }

    private static boolean isOf(KnownBug bug, RunResult run) {
        return run.violations().stream()
                .anyMatch(violation -> violation.invariant().equals(bug.invariant()));
    }

    private static <T> Iterator<T> drawn(Arbitrary<T> arbitrary, Random random) {
        return arbitrary.generator(RUNS).stream(random).map(Shrinkable::value).iterator();
    }
}
