package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ControllerExpectationsTest {

    private static final ObjectKey OWNER = new ObjectKey("default", "web");

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private ControllerExpectations expectations;

    @BeforeEach
    void start() {
        Components components = new Components(simulation);
        components.add("controller", context -> {
            expectations = new ControllerExpectations(context, "replicaset-controller");
            return () -> {};
        });
        components.startAll();
    }

    @Test
    void creations_are_satisfied_when_all_were_observed() {
        expectations.expectCreations(OWNER, 2);
        expectations.creationObserved(OWNER);
        assertThat(expectations.satisfied(OWNER)).isFalse();
        expectations.creationObserved(OWNER);
        assertThat(expectations.satisfied(OWNER)).isTrue();
    }

    @Test
    void a_creation_more_than_expected_does_no_harm() {
        expectations.expectCreations(OWNER, 1);
        expectations.creationObserved(OWNER);
        expectations.creationObserved(OWNER);
        assertThat(expectations.satisfied(OWNER)).isTrue();
    }

    @Test
    void a_deletion_that_is_observed_twice_counts_once() {
        expectations.expectDeletions(OWNER, List.of("a", "b"));
        expectations.deletionObserved(OWNER, "a");
        expectations.deletionObserved(OWNER, "a");
        assertThat(expectations.satisfied(OWNER)).isFalse();
        expectations.deletionObserved(OWNER, "b");
        assertThat(expectations.satisfied(OWNER)).isTrue();
    }

    /** Whoever reads the trace is told when something begins to be expected and when nothing is any more. */
    @Test
    void the_trace_tells_what_is_expected() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        expectations.expectCreations(OWNER, 2);
        expectations.creationObserved(OWNER);
        expectations.creationObserved(OWNER);
        expectations.creationObserved(OWNER);
        expectations.expectDeletions(OWNER, List.of("a"));
        expectations.forget(OWNER);
        expectations.expectCreations(OWNER, 0);
        expectations.forget(OWNER);

        assertThat(sink.entries().stream().map(TraceEntry::record))
                .containsExactly(told(2, 0), told(0, 0), told(0, 1), told(0, 0));
    }

    private static ExpectationTrace told(int creations, int deletions) {
        return new ExpectationTrace("replicaset-controller", OWNER, creations, deletions);
    }

    @Test
    void expectations_are_given_up_after_five_minutes() {
        expectations.expectCreations(OWNER, 1);
        simulation.run(RunLimits.until(ControllerExpectations.TIMEOUT));
        assertThat(expectations.satisfied(OWNER)).isFalse();
        simulation.run(RunLimits.until(ControllerExpectations.TIMEOUT + 1));
        assertThat(expectations.satisfied(OWNER)).isTrue();
    }

    @Test
    void a_forgotten_owner_has_no_expectations() {
        expectations.expectCreations(OWNER, 1);
        expectations.forget(OWNER);
        assertThat(expectations.satisfied(OWNER)).isTrue();
    }
}
