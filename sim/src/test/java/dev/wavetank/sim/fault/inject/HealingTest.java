package dev.wavetank.sim.fault.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A fault heals when the plan says so, although the order policy opened it late. */
class HealingTest {

    private static final long WINDOW = 50;
    private static final long OPENS = 100;
    private static final long HEALS = 1_100;

    @Test
    void opening_late_does_not_put_healing_off() {
        int late = 0;
        for (long seed = 0; seed < 200; seed++) {
            MemorySink sink = run(seed);
            assertThat(timeOf(FaultTrace.Opened.class, sink)).isBetween(OPENS, OPENS + WINDOW - 1);
            assertThat(timeOf(FaultTrace.Closed.class, sink))
                    .as("seed %d", seed)
                    .isEqualTo(HEALS);
            late += timeOf(FaultTrace.Opened.class, sink) > OPENS + WINDOW / 2 ? 1 : 0;
        }
        assertThat(late).isGreaterThan(20);
    }

    private static MemorySink run(long seed) {
        Simulation simulation = new Simulation(seed, new OrderPolicy.Shuffle(WINDOW), new Trace());
        Components components = new Components(simulation);
        Network network = new Network(simulation, new NetworkSettings(new Distribution.Constant(1), 100, 100, 20));
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        components.add("victim", context -> () -> {});
        components.startAll();
        new FaultInjector(simulation, List.of(new KernelFaultHandler(components, network)))
                .inject(FaultPlan.of(FaultClause.at(OPENS, HEALS - OPENS, new ComponentFault.Pause("victim"))));
        // Something to compete with when it opens, and nothing when it closes.
        for (long time = 0; time < OPENS + 4 * WINDOW; time += 5) {
            simulation.schedule(time, EventClass.WORK, () -> {});
        }
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return sink;
    }

    private static long timeOf(Class<? extends TraceRecord> type, MemorySink sink) {
        return sink.entries().stream()
                .filter(entry -> type.isInstance(entry.record()))
                .findFirst()
                .orElseThrow()
                .time();
    }
}
