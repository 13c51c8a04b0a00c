package dev.wavetank.model.kubeproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SyncRunnerTest {

    private static final long MS = VirtualTime.MILLISECOND;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<Long> begun = new ArrayList<>();
    private SyncRunner runner;
    private Context context;

    /** A runner with an interval of a second whose function takes 70 ms, asked at these times. */
    private List<Long> runs(long... askedAt) {
        Components components = new Components(simulation);
        components.add("proxy", made -> () -> {
            context = made;
            runner = new SyncRunner(made, VirtualTime.SECOND, done -> {
                begun.add(context.now() / MS);
                context.after(70 * MS, done::run);
            });
            for (long at : askedAt) {
                context.after(at * MS, runner::run);
            }
        });
        components.startAll();
        simulation.run(RunLimits.until(VirtualTime.MINUTE));
        return begun;
    }

    @Test
    void it_runs_at_once() {
        assertThat(runs(500)).containsExactly(500L);
    }

    @Test
    void two_runs_may_follow_each_other_and_a_third_waits_for_the_interval_after_the_second() {
        assertThat(runs(0, 100, 200)).containsExactly(0L, 100L, 1170L);
    }

    @Test
    void what_is_asked_during_a_run_comes_after_it() {
        assertThat(runs(0, 10, 20, 30)).containsExactly(0L, 70L);
    }

    @Test
    void what_is_asked_while_one_waits_is_one_run() {
        assertThat(runs(0, 100, 200, 300, 400, 900)).containsExactly(0L, 100L, 1170L);
    }

    @Test
    void after_a_pause_there_are_two_again() {
        assertThat(runs(0, 100, 5000, 5100)).containsExactly(0L, 100L, 5000L, 5100L);
    }
}
