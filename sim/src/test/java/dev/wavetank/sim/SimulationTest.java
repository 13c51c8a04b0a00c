package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final List<String> story = new ArrayList<>();

    @Test
    void the_clock_jumps_to_the_next_event() {
        tell(30, EventClass.WORK, "late");
        tell(10, EventClass.WORK, "early");

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 early", "30 late");
        assertThat(simulation.firedEvents()).isEqualTo(2);
    }

    @Test
    void simultaneous_events_fire_first_in_first_out() {
        for (int i = 0; i < 6; i++) {
            tell(5, EventClass.WORK, "event " + i);
        }

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("5 event 0", "5 event 1", "5 event 2", "5 event 3", "5 event 4", "5 event 5");
    }

    @Test
    void a_cancelled_event_never_fires() {
        long handle = simulation.schedule(10, EventClass.WORK, () -> story.add("cancelled"));
        tell(20, EventClass.WORK, "kept");

        assertThat(simulation.cancel(handle)).isTrue();
        assertThat(simulation.cancel(handle)).isFalse();
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("20 kept");
    }

    @Test
    void the_handle_of_a_fired_event_does_not_cancel_its_successor() {
        long first = simulation.schedule(1, EventClass.WORK, () -> {});
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        tell(1, EventClass.WORK, "in the same slot");

        assertThat(simulation.cancel(first)).isFalse();
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("2 in the same slot");
    }

    @Test
    void stops_when_quiescent_before_a_daemon_event() {
        tell(10, EventClass.WORK, "work");
        tell(20, EventClass.DAEMON, "heartbeat");

        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);

        assertThat(story).containsExactly("10 work");
        assertThat(simulation.now()).isEqualTo(10);
    }

    @Test
    void a_daemon_event_fires_while_work_is_pending() {
        tell(10, EventClass.DAEMON, "heartbeat");
        tell(20, EventClass.WORK, "work");

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("10 heartbeat", "20 work");
    }

    @Test
    void every_class_but_daemon_keeps_a_run_going() {
        assertThat(simulation.isQuiescent()).isTrue();
        for (EventClass eventClass : EventClass.values()) {
            long handle = simulation.schedule(1, eventClass, () -> {});
            assertThat(simulation.isQuiescent()).as(eventClass.name()).isEqualTo(eventClass == EventClass.DAEMON);
            simulation.cancel(handle);
        }
        assertThat(simulation.isQuiescent()).isTrue();
    }

    @Test
    void stops_at_the_time_limit_and_goes_on_later() {
        tell(10, EventClass.WORK, "at the limit");
        tell(11, EventClass.WORK, "beyond");

        assertThat(simulation.run(RunLimits.until(10))).isEqualTo(StopReason.TIME_LIMIT);
        assertThat(story).containsExactly("10 at the limit");

        assertThat(simulation.run(RunLimits.until(100))).isEqualTo(StopReason.QUIESCENT);
        assertThat(story).containsExactly("10 at the limit", "11 beyond");
        assertThat(simulation.now()).isEqualTo(100);
    }

    @Test
    void a_limit_in_the_past_does_not_turn_the_clock_back() {
        simulation.run(RunLimits.until(100));
        tell(5, EventClass.WORK, "later");

        assertThat(simulation.run(RunLimits.until(50))).isEqualTo(StopReason.TIME_LIMIT);

        assertThat(simulation.now()).isEqualTo(100);
        assertThat(story).isEmpty();
    }

    @Test
    void stops_after_as_many_events_as_allowed() {
        tell(1, EventClass.WORK, "one");
        tell(2, EventClass.WORK, "two");
        tell(3, EventClass.WORK, "three");
        RunLimits two = new RunLimits(Long.MAX_VALUE, 2, true);

        assertThat(simulation.run(two)).isEqualTo(StopReason.EVENT_LIMIT);
        assertThat(story).containsExactly("1 one", "2 two");
        assertThat(simulation.run(two)).isEqualTo(StopReason.QUIESCENT);
        assertThat(story).hasSize(3);
    }

    @Test
    void stops_after_the_event_that_asks_for_it_and_the_first_reason_counts() {
        simulation.schedule(1, EventClass.WORK, () -> {
            simulation.stop(StopReason.VIOLATION);
            simulation.stop(StopReason.GOAL);
        });
        tell(1, EventClass.WORK, "after");

        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.VIOLATION);
        assertThat(story).isEmpty();
        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(story).containsExactly("1 after");
    }

    @Test
    void refuses_events_outside_of_time() {
        simulation.run(RunLimits.until(7));

        assertThatThrownBy(() -> simulation.schedule(-3, EventClass.WORK, () -> {}))
                .hasMessage("cannot schedule an event 3 ns in the past");
        assertThatThrownBy(() -> simulation.schedule(Long.MAX_VALUE, EventClass.WORK, () -> {}))
                .hasMessage("the event would be due after the end of virtual time");
        assertThatThrownBy(() -> simulation.schedule(Long.MAX_VALUE - 7, EventClass.WORK, () -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(simulation.isQuiescent()).isTrue();
    }

    @Test
    void a_record_links_to_the_latest_record_on_its_causal_path() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        simulation.schedule(1, EventClass.WORK, () -> {
            simulation.trace("a", new Note("cause"));
            simulation.schedule(5, EventClass.WORK, this::silentHop);
        });
        simulation.schedule(2, EventClass.WORK, () -> simulation.trace("b", new Note("unrelated")));

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(sink.entries())
                .containsExactly(
                        new TraceEntry(1, 1, "a", 0, new Note("cause")),
                        new TraceEntry(2, 2, "b", 0, new Note("unrelated")),
                        new TraceEntry(3, 7, "a", 1, new Note("effect")));
    }

    private void silentHop() {
        simulation.schedule(1, EventClass.WORK, () -> simulation.trace("a", new Note("effect")));
    }

    private void tell(long delay, EventClass eventClass, String what) {
        simulation.schedule(delay, eventClass, () -> story.add(simulation.now() + " " + what));
    }

    private record Note(String what) implements TraceRecord {
        @Override
        public String type() {
            return "note";
        }

        @Override
        public void describe(Fields out) {
            out.text("what", what);
        }
    }
}
