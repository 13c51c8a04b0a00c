package dev.wavetank.sim.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.Trace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pauses, slow processors and wrong clocks. */
class DisturbanceTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final List<String> story = new ArrayList<>();
    private Context context;

    /** Steps at 10, 20, 30, each of which tells when it ran. */
    private void start() {
        components.add("worker", own -> () -> {
            context = own;
            for (int i = 1; i <= 3; i++) {
                int step = i;
                own.after(10L * i, () -> story.add("step " + step + " at " + own.now()));
            }
        });
        components.startAll();
    }

    @Test
    void what_is_due_during_a_pause_waits_and_then_runs_in_order() {
        start();
        at(15, () -> components.pause("worker"));
        at(50, () -> components.resume("worker"));

        assertThat(run()).isEqualTo(StopReason.QUIESCENT);
        assertThat(story).containsExactly("step 1 at 10", "step 2 at 50", "step 3 at 50");
    }

    @Test
    void overlapping_pauses_compose() {
        start();
        at(15, () -> components.pause("worker"));
        at(16, () -> components.pause("worker"));
        at(40, () -> components.resume("worker"));
        at(60, () -> components.resume("worker"));

        run();
        assertThat(story).containsExactly("step 1 at 10", "step 2 at 60", "step 3 at 60");
    }

    @Test
    void a_paused_component_holds_nobody_else_up() {
        start();
        components.add("other", own -> () -> own.after(20, () -> story.add("other at " + own.now())));
        components.startAll();
        at(5, () -> components.pause("worker"));
        at(100, () -> components.resume("worker"));

        run();
        assertThat(story).first().isEqualTo("other at 20");
    }

    @Test
    void a_timer_that_waits_can_still_be_cancelled_and_dies_with_its_incarnation() {
        Timer[] timer = new Timer[1];
        components.add("worker", own -> () -> {
            if (own.incarnation() == 1) {
                timer[0] = own.after(10, () -> story.add("cancelled"));
                own.after(11, () -> story.add("of a dead incarnation"));
            }
        });
        components.startAll();
        at(5, () -> components.pause("worker"));
        at(20, () -> assertThat(timer[0].cancel()).isTrue());
        at(25, () -> components.crash("worker"));
        at(26, () -> components.restart("worker"));
        at(30, () -> components.resume("worker"));

        run();
        assertThat(story).isEmpty();
    }

    @Test
    void a_run_that_waits_for_a_paused_component_is_not_quiescent() {
        start();
        components.pause("worker");

        assertThat(simulation.run(new RunLimits(100, Long.MAX_VALUE, true))).isEqualTo(StopReason.QUIESCENT);
        assertThat(simulation.isQuiescent()).isFalse();
        assertThat(simulation.pendingWork()).containsEntry("worker", 3).hasSize(1);
    }

    @Test
    void a_slow_processor_takes_one_event_after_the_other() {
        start();
        components.slowDown("worker", 25);

        run();
        assertThat(story).containsExactly("step 1 at 10", "step 2 at 35", "step 3 at 60");
    }

    @Test
    void costs_of_an_event_add_up_and_can_be_taken_back() {
        start();
        components.slowDown("worker", 5);
        components.slowDown("worker", 20);
        at(31, () -> components.speedUp("worker", 20));
        at(40, () -> components.speedUp("worker", 5));

        run();
        assertThat(story).containsExactly("step 1 at 10", "step 2 at 31", "step 3 at 36");
        assertThatThrownBy(() -> components.speedUp("worker", 1)).hasMessageContaining("less than nothing");
    }

    @Test
    void what_waits_for_a_slow_processor_does_not_outlive_its_slowness() {
        start();
        components.slowDown("worker", VirtualTime.HOUR);
        at(25, () -> components.speedUp("worker", VirtualTime.HOUR));

        run();
        assertThat(story).containsExactly("step 1 at 10", "step 2 at 25", "step 3 at 30");
    }

    @Test
    void loops_without_delay_advance_time_on_a_slow_processor() {
        components.add("worker", own -> new Loop(own)::start);
        components.startAll();
        components.slowDown("worker", 7);

        simulation.run(RunLimits.until(70));
        assertThat(story).hasSize(11).last().isEqualTo("turn at 70");
    }

    private final class Loop {
        private final Context own;

        private Loop(Context own) {
            this.own = own;
        }

        private void start() {
            own.after(0, () -> {
                story.add("turn at " + own.now());
                start();
            });
        }
    }

    @Test
    void a_skewed_clock_is_wrong_for_its_own_component_only() {
        start();
        components.add(
                "other",
                own -> () -> own.after(
                        20,
                        () -> story.add("other shows "
                                + Duration.between(VirtualTime.EPOCH, own.clock())
                                        .toNanos())));
        components.startAll();
        at(10, () -> components.skewClock("worker", new ClockSkew(-1_000, 0)));
        at(20, () -> assertThat(context.clock()).isEqualTo(VirtualTime.calendar(-980)));
        at(25, () -> components.correctClock("worker", new ClockSkew(-1_000, 0)));
        at(30, () -> assertThat(context.clock()).isEqualTo(VirtualTime.calendar(30)));

        run();
        assertThat(story).contains("other shows 20", "step 3 at 30");
    }

    @Test
    void a_clock_that_runs_fast_shows_more_but_timers_do_not_follow_it() {
        start();
        components.skewClock("worker", new ClockSkew(0, 500_000));
        at(25, () -> assertThat(context.clock()).isEqualTo(VirtualTime.calendar(37)));

        run();
        assertThat(story).last().isEqualTo("step 3 at 30");
    }

    @Test
    void skews_add_up() {
        start();
        components.skewClock("worker", new ClockSkew(100, 0));
        components.skewClock("worker", new ClockSkew(20, 1_000_000));
        at(30, () -> assertThat(context.clock()).isEqualTo(VirtualTime.calendar(30 + 100 + 20 + 30)));
        components.add("calm", own -> () -> {});

        run();
        assertThatThrownBy(() -> components.correctClock("calm", new ClockSkew(1, 1)))
                .isInstanceOf(IllegalStateException.class);
    }

    private void at(long time, Runnable action) {
        simulation.schedule(time, EventClass.FAULT, action::run);
    }

    private StopReason run() {
        return simulation.run(RunLimits.UNTIL_QUIESCENT);
    }
}
