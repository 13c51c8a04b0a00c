package dev.wavetank.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.arbitrary.ScenarioArbitraries;
import dev.wavetank.properties.arbitrary.Seed;
import dev.wavetank.properties.explore.Failure;
import dev.wavetank.properties.explore.FailureCodec;
import dev.wavetank.properties.explore.FailureReport;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.VirtualTime;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;

/** What is true of every scenario. */
@Tag("slow")
class ScenarioProperties {

    private static final PartsSpec SHUFFLED = new PartsSpec("shuffle", PartsSpec.DEFAULT.bugs());

    private static final Path FAILURES = Path.of("target", "wavetank-failures");

    @Property(tries = 150)
    void no_invariant_is_broken(@ForAll("scenarios") Scenario scenario, @ForAll @Seed long seed) {
        assertNotBroken(scenario, seed, PartsSpec.DEFAULT);
    }

    @Property(tries = 50)
    void no_invariant_is_broken_when_simultaneous_events_are_shuffled(
            @ForAll("scenarios") Scenario scenario, @ForAll @Seed long seed) {
        assertNotBroken(scenario, seed, SHUFFLED);
    }

    @Property(tries = 30)
    void the_same_seed_tells_the_same_story(@ForAll("scenarios") Scenario scenario, @ForAll @Seed long seed) {
        RunResult first = ScenarioRun.of(scenario, seed, SHUFFLED.parts());
        RunResult second = ScenarioRun.of(scenario, seed, SHUFFLED.parts());
        assertThat(second).isEqualTo(first);
    }

    @Property(tries = 200)
    void a_scenario_is_read_as_it_was_written(@ForAll("scenarios") Scenario scenario) {
        assertThat(ScenarioCodec.read("written", ScenarioCodec.write(scenario))).isEqualTo(scenario);
    }

    @Property(tries = 200)
    void a_failure_is_read_as_it_was_written(
            @ForAll("scenarios") Scenario scenario,
            @ForAll String message,
            @ForAll @LongRange(min = 0, max = VirtualTime.SPAN_MAX) long at,
            @ForAll long seed) {
        Failure failure = new Failure(
                "SlowStart",
                "replicaset/default/web",
                message,
                at,
                "00ff",
                seed,
                SHUFFLED,
                List.of("controller site"),
                Collections.singletonMap("command", message),
                scenario);
        assertThat(FailureCodec.read("written", FailureCodec.write(failure))).isEqualTo(failure);
    }

    @Provide
    Arbitrary<Scenario> scenarios() {
        return ScenarioArbitraries.scenarios();
    }

    private static void assertNotBroken(Scenario scenario, long seed, PartsSpec parts) {
        FailureReport.assertNotBroken(ScenarioRun.of(scenario, seed, parts.parts()), parts, FAILURES);
    }

    @Property(tries = 8)
    void no_invariant_is_broken_by_workloads_of_any_kind(
            @ForAll("ofEveryKind") Scenario scenario, @ForAll @Seed long seed) {
        assertNotBroken(scenario, seed, PartsSpec.DEFAULT);
    }

    @Provide
    Arbitrary<Scenario> ofEveryKind() {
        return ScenarioArbitraries.ofEveryKind();
    }
}
