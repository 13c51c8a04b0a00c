package dev.wavetank.sim.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.Event;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.EventOwner;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A system that reaches its goal when somebody sets {@code reached}. */
class PhasesTest implements Goal {

    private static final long HORIZON = 1000;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final MemorySink trace = new MemorySink();
    private boolean reached;
    private long bound = 100;
    private boolean still;

    PhasesTest() {
        simulation.trace().addSink(trace);
    }

    @Override
    public boolean isReached() {
        return reached;
    }

    @Override
    public Bound bound() {
        return new Bound(List.of(new Bound.Term("wait", bound)));
    }

    @Override
    public boolean isStill() {
        return still;
    }

    @Test
    void every_phase_begins_in_the_trace_at_its_time() {
        daemonAt(140, () -> reached = true);
        daemonAt(HORIZON, () -> {});
        Phases phases = phases(50);

        assertThat(phases.converge(this)).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(phases.keep()).isEqualTo(StopReason.TIME_LIMIT);

        assertThat(story()).containsExactly("0 CHAOS 50", "50 HEAL 50", "50 CONVERGE 150", "150 KEEP 180");
        assertThat(simulation.now()).isEqualTo(180);
        assertThat(phases.phase()).isEqualTo(Phase.KEEP);
        assertThat(trace.entries())
                .allSatisfy(entry -> assertThat(entry.cause()).isZero());
    }

    @Test
    void the_heal_comes_after_all_that_was_due_at_its_instant() {
        simulation.schedule(50, EventClass.FAULT, () -> simulation.schedule(0, EventClass.WORK, this::note));

        phases(50).converge(this);

        assertThat(story()).startsWith("0 CHAOS 50", "50 note", "50 HEAL 50");
    }

    @Test
    void without_chaos_a_run_begins_to_converge_at_once() {
        reached = true;

        assertThat(phases(0).converge(this)).isEqualTo(StopReason.QUIESCENT);
        assertThat(story()).containsExactly("0 CONVERGE 100");
    }

    @Test
    void a_quiescent_system_that_has_reached_its_goal_ends_the_run() {
        simulation.schedule(70, EventClass.WORK, () -> reached = true);

        assertThat(phases(50).converge(this)).isEqualTo(StopReason.QUIESCENT);
        assertThat(simulation.now()).isEqualTo(70);
    }

    @Test
    void a_quiescent_system_that_has_not_reached_its_goal_may_be_woken_by_its_duties() {
        daemonAt(90, () -> simulation.schedule(5, EventClass.WORK, () -> reached = true));

        assertThat(phases(50).converge(this)).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(reached).isTrue();
    }

    @Test
    void once_its_periodic_tasks_have_brought_it_to_its_goal_the_run_ends() {
        bound = 10 * VirtualTime.SECOND;
        daemonAt(90, () -> reached = true);
        daemonAt(20 * VirtualTime.SECOND, () -> {});

        Phases.Times times = new Phases.Times(0, 30, 20 * VirtualTime.SECOND);
        assertThat(new Phases(simulation, times, simulation::run).converge(this))
                .isEqualTo(StopReason.QUIESCENT);
        assertThat(simulation.now()).isEqualTo(VirtualTime.SECOND);
    }

    @Test
    void nothing_is_left_to_heal_when_the_system_has_come_to_rest_before() {
        simulation.schedule(10, EventClass.WORK, () -> reached = true);
        Phases phases = phases(50);

        assertThat(phases.converge(this)).isEqualTo(StopReason.QUIESCENT);
        assertThat(phases.phase()).isEqualTo(Phase.CHAOS);
        assertThat(simulation.now()).isEqualTo(10);
    }

    @Test
    void a_bound_that_grows_meanwhile_gives_more_time() {
        daemonAt(140, () -> bound = 200);
        daemonAt(240, () -> reached = true);

        assertThat(phases(50).converge(this)).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(simulation.now()).isEqualTo(250);
        assertThat(reached).isTrue();
    }

    @Test
    void a_system_that_is_still_is_not_waited_for_to_the_bound() {
        bound = 5 * VirtualTime.MINUTE;
        simulation.schedule(10 * VirtualTime.MINUTE, EventClass.WORK, () -> {});
        daemonAt(100 * VirtualTime.SECOND, () -> still = true);

        Phases.Times times = new Phases.Times(0, 30, 20 * VirtualTime.MINUTE);
        assertThat(new Phases(simulation, times, simulation::run).converge(this))
                .isEqualTo(StopReason.TIME_LIMIT);
        assertThat(simulation.now()).isEqualTo(2 * VirtualTime.MINUTE);
    }

    @Test
    void a_horizon_before_the_bound_is_waited_for_though_the_system_is_still() {
        bound = 10 * VirtualTime.MINUTE;
        still = true;
        simulation.schedule(10 * VirtualTime.MINUTE, EventClass.WORK, () -> {});

        Phases.Times times = new Phases.Times(0, 30, 5 * VirtualTime.MINUTE);
        new Phases(simulation, times, simulation::run).converge(this);
        assertThat(simulation.now()).isEqualTo(5 * VirtualTime.MINUTE);
    }

    @Test
    void the_horizon_cuts_short() {
        bound = 2 * HORIZON;
        Phases phases = phases(50);

        assertThat(phases.converge(this)).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(simulation.now()).isEqualTo(HORIZON);
        assertThat(phases.isCutShort(this)).isTrue();
        assertThat(phases.deadline(this)).isEqualTo(50 + 2 * HORIZON);
    }

    @Test
    void a_horizon_within_chaos_ends_the_run_there() {
        Phases phases = phases(2 * HORIZON);

        assertThat(phases.converge(this)).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(phases.phase()).isEqualTo(Phase.CHAOS);
    }

    @Test
    void whoever_stops_the_run_in_chaos_sees_no_heal() {
        simulation.schedule(10, EventClass.WORK, () -> simulation.stop(StopReason.VIOLATION));
        simulation.schedule(20, EventClass.WORK, () -> {});
        Phases phases = phases(50);

        assertThat(phases.converge(this)).isEqualTo(StopReason.VIOLATION);
        assertThat(phases.phase()).isEqualTo(Phase.CHAOS);
    }

    @Test
    void whom_priorities_have_starved_gets_its_turn_once_the_faults_have_healed() {
        Simulation unfair = new Simulation(1, new OrderPolicy.Pct(0, 1, 2 * HORIZON), new Trace());
        List<Long> firstTurns = new ArrayList<>();
        for (String name : List.of("one", "other")) {
            EventOwner busy = unfair.processor(name);
            unfair.schedule(0, EventClass.WORK, busy, () -> {
                firstTurns.add(unfair.now());
                again(unfair, busy);
            });
        }

        new Phases(unfair, new Phases.Times(50, 30, HORIZON), unfair::run).converge(this);

        assertThat(firstTurns).hasSize(2);
        assertThat(firstTurns.get(0)).isZero();
        assertThat(firstTurns.get(1)).isBetween(50L, 100L);
    }

    /** One event a nanosecond, so that whoever has the higher priority always competes. */
    private static void again(Simulation simulation, EventOwner busy) {
        simulation.schedule(1, EventClass.WORK, busy, () -> again(simulation, busy));
    }

    private Phases phases(long heal) {
        return new Phases(simulation, new Phases.Times(heal, 30, HORIZON), simulation::run);
    }

    private void daemonAt(long time, Event event) {
        simulation.schedule(time, EventClass.DAEMON, event);
    }

    private void note() {
        simulation.trace("test", new Write("note", 0, 0));
    }

    private List<String> story() {
        return trace.entries().stream()
                .map(entry -> entry.time()
                        + (entry.record() instanceof PhaseTrace.Begun begun
                                ? " " + begun.phase() + " " + begun.until()
                                : " note"))
                .toList();
    }
}
