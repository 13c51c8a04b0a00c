package dev.wavetank.sim.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComponentsTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final List<String> story = new ArrayList<>();
    private final List<Context> lives = new ArrayList<>();

    /** Counts its ticks in memory, and is lost without its timers. */
    private final class Clock implements Component {
        private final Context context;
        private int ticks;

        private Clock(Context context) {
            this.context = context;
            lives.add(context);
        }

        @Override
        public void start() {
            context.after(10, this::tick);
        }

        private void tick() {
            story.add(context.now() + " " + context.name() + " life " + context.incarnation() + " tick " + ++ticks);
            context.after(10, this::tick);
        }
    }

    @Test
    void starts_all_in_the_order_in_which_they_were_added_and_each_once() {
        components.add("b", Clock::new);
        components.add("a", Clock::new);

        components.startAll();
        components.startAll();

        assertThat(lives).extracting(Context::name).containsExactly("b", "a");
        assertThat(components.names()).containsExactly("b", "a");
        assertThat(components.isAlive("b")).isTrue();
    }

    @Test
    void a_crash_drops_timers_and_a_restart_builds_a_fresh_object() {
        components.add("clock", Clock::new);
        components.startAll();
        at(25, () -> components.crash("clock"));
        at(100, () -> components.restart("clock"));

        simulation.run(RunLimits.until(125));

        assertThat(story)
                .containsExactly(
                        "10 clock life 1 tick 1",
                        "20 clock life 1 tick 2",
                        "110 clock life 2 tick 1",
                        "120 clock life 2 tick 2");
    }

    @Test
    void overlapping_crashes_keep_it_down_until_the_last_is_over() {
        components.add("clock", Clock::new);
        components.startAll();

        components.crash("clock");
        components.crash("clock");
        components.restart("clock");
        assertThat(components.isAlive("clock")).isFalse();
        components.restart("clock");

        assertThat(components.isAlive("clock")).isTrue();
        assertThat(lives).hasSize(2);
    }

    @Test
    void a_component_that_crashed_before_it_was_started_stays_down() {
        components.add("clock", Clock::new);
        components.crash("clock");

        components.startAll();
        assertThat(components.isAlive("clock")).isFalse();
        components.restart("clock");

        assertThat(components.isAlive("clock")).isTrue();
        assertThat(lives).extracting(Context::incarnation).containsExactly(1);
    }

    @Test
    void an_ended_context_does_nothing() {
        MemorySink sink = new MemorySink();
        components.add("clock", Clock::new);
        components.startAll();
        components.crash("clock");
        simulation.trace().addSink(sink);
        Context ended = lives.get(0);

        Timer timer = ended.after(1, () -> story.add("zombie"));
        ended.daemonAfter(1, () -> story.add("zombie"));
        ended.trace(new ComponentTrace.Started(7));
        simulation.run(RunLimits.until(100));

        assertThat(ended.isAlive()).isFalse();
        assertThat(timer.cancel()).isFalse();
        assertThat(story).isEmpty();
        assertThat(sink.entries()).isEmpty();
    }

    @Test
    void the_rest_of_an_event_that_crashed_its_own_component_sets_no_timers() {
        components.add(
                "suicidal",
                context -> () -> context.after(1, () -> {
                    components.crash("suicidal");
                    context.after(1, () -> story.add("zombie"));
                }));
        components.startAll();

        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).isEmpty();
        assertThat(components.isAlive("suicidal")).isFalse();
    }

    @Test
    void a_crash_leaves_other_components_alone() {
        components.add("victim", Clock::new);
        components.add("survivor", Clock::new);
        components.startAll();
        at(5, () -> components.crash("victim"));

        simulation.run(RunLimits.until(10));

        assertThat(story).containsExactly("10 survivor life 1 tick 1");
    }

    @Test
    void a_cancelled_timer_does_not_fire_and_a_fired_one_cannot_be_cancelled() {
        List<Timer> timers = new ArrayList<>();
        components.add("c", context -> () -> {
            timers.add(context.after(1, () -> story.add("kept")));
            timers.add(context.after(2, () -> story.add("cancelled")));
        });
        components.startAll();

        assertThat(timers.get(1).cancel()).isTrue();
        simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(story).containsExactly("kept");
        assertThat(timers.get(0).cancel()).isFalse();
    }

    @Test
    void daemon_timers_do_not_keep_a_run_going() {
        components.add("c", context -> () -> context.daemonAfter(1, () -> story.add("heartbeat")));
        components.startAll();

        assertThat(simulation.isQuiescent()).isTrue();
        simulation.run(RunLimits.until(1));

        assertThat(story).containsExactly("heartbeat");
    }

    @Test
    void a_new_incarnation_goes_on_with_the_random_stream_of_the_last() {
        List<Long> draws = new ArrayList<>();
        components.add("c", context -> () -> draws.add(context.random("jitter").nextLong()));
        components.startAll();
        components.crash("c");
        components.restart("c");

        Simulation same = new Simulation(1, OrderPolicy.FIFO, new Trace());
        assertThat(draws)
                .containsExactly(
                        same.random().stream("c/jitter").nextLong(),
                        same.random().stream("c/jitter").nextLong());
    }

    @Test
    void two_owners_of_one_random_stream_are_refused() {
        components.add("c", context -> () -> {
            context.random("jitter");
            assertThatThrownBy(() -> context.random("jitter"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the random stream 'jitter' of c is opened twice: keep it, or give each part a stream"
                            + " with its own name");
            story.add("refused");
        });
        components.startAll();

        assertThat(story).containsExactly("refused");
    }

    @Test
    void lives_and_deaths_are_traced() {
        MemorySink sink = new MemorySink();
        simulation.trace().addSink(sink);
        components.add("c", context -> () -> {});
        components.startAll();
        components.crash("c");
        components.restart("c");

        assertThat(sink.entries())
                .extracting(entry -> entry.component() + " " + entry.record())
                .containsExactly("c Started[incarnation=1]", "c Crashed[incarnation=1]", "c Started[incarnation=2]");
    }

    @Test
    void refuses_names_it_does_not_know_or_has_already() {
        components.add("c", Clock::new);

        assertThatThrownBy(() -> components.add("c", Clock::new)).hasMessage("there is a component 'c' already");
        assertThatThrownBy(() -> components.crash("d")).hasMessage("there is no component 'd'");
        assertThatThrownBy(() -> components.restart("c"))
                .hasMessage("component 'c' has not crashed: nothing to restart");
    }

    @Test
    void a_run_waits_for_a_periodic_task_for_as_long_as_it_has_work() {
        List<String> work = new ArrayList<>(List.of("one", "two"));
        components.add("sweeper", context -> () -> {
            context.awaitWhile("sweep", () -> !work.isEmpty());
            sweepEvery(context, 10, work);
        });
        components.startAll();

        assertThat(simulation.isQuiescent()).isFalse();
        assertThat(simulation.pendingWork()).containsExactly(Map.entry("sweeper", 1));
        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(work).isEmpty();
        assertThat(simulation.now()).isEqualTo(20);
    }

    @Test
    void work_that_several_wait_for_is_done_when_one_of_them_has_done_it() {
        List<String> done = new ArrayList<>();
        for (String name : List.of("a", "b")) {
            components.add(name, context -> () -> context.awaitAny("a leader", () -> done.contains(name)));
        }
        components.startAll();
        assertThat(simulation.isQuiescent()).isFalse();

        done.add("b");
        assertThat(simulation.isQuiescent()).isTrue();

        components.crash("b");
        assertThat(simulation.isQuiescent()).isFalse();
        assertThat(simulation.pendingWork()).containsExactly(Map.entry("a", 1));

        components.crash("a");
        assertThat(simulation.isQuiescent()).isTrue();
    }

    private static void sweepEvery(Context context, long period, List<String> work) {
        context.daemonAfter(period, () -> {
            if (!work.isEmpty()) {
                work.remove(0);
            }
            sweepEvery(context, period, work);
        });
    }

    private void at(long time, Runnable action) {
        simulation.schedule(time, EventClass.FAULT, action::run);
    }
}
