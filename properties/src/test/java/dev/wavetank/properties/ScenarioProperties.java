package dev.wavetank.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.arbitrary.Seed;
import dev.wavetank.properties.arbitrary.WavetankDomain;
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
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;

/** What is true of every scenario. */
@Tag("slow")
@Domain(WavetankDomain.class)
@Domain(DomainContext.Global.class)
class ScenarioProperties {

    private static final Path FAILURES = Path.of("target", "wavetank-failures");

    @Property(tries = 30)
    void no_invariant_is_broken(@ForAll Scenario scenario, @ForAll PartsSpec parts, @ForAll @Seed long seed) {
        FailureReport.assertNotBroken(ScenarioRun.of(scenario, seed, parts.parts()), parts, FAILURES);
    }

    @Property(tries = 6)
    void the_same_seed_tells_the_same_story(
            @ForAll Scenario scenario, @ForAll PartsSpec parts, @ForAll @Seed long seed) {
        RunResult first = ScenarioRun.of(scenario, seed, parts.parts());
        RunResult second = ScenarioRun.of(scenario, seed, parts.parts());
        assertThat(second).isEqualTo(first);
    }

    @Property(tries = 200)
    void a_scenario_is_read_as_it_was_written(@ForAll Scenario scenario) {
        assertThat(ScenarioCodec.read("written", ScenarioCodec.write(scenario))).isEqualTo(scenario);
    }

    @Property(tries = 200)
    void a_failure_is_read_as_it_was_written(
            @ForAll Scenario scenario,
            @ForAll PartsSpec parts,
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
                parts,
                List.of("controller site"),
                Collections.singletonMap("command", message),
                scenario);
        assertThat(FailureCodec.read("written", FailureCodec.write(failure))).isEqualTo(failure);
    }
}
