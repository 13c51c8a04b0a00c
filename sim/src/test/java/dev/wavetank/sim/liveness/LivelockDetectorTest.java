package dev.wavetank.sim.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Controllers that keep values as they want them to be, over a store that counts revisions. */
class LivelockDetectorTest {

    private static final LivelockDetector.Settings SETTINGS = new LivelockDetector.Settings(4, 0, 1000);

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final Map<String, Long> store = new TreeMap<>();
    private final List<Livelock> found = new ArrayList<>();
    private long revision;

    /** Looks at a value every 10 ns and writes what it makes of it. */
    private final class Controller implements Component {
        private final Context context;
        private final String subject;
        private final LongUnaryOperator wanted;
        private final boolean careful;

        private Controller(Context context, String subject, LongUnaryOperator wanted, boolean careful) {
            this.context = context;
            this.subject = subject;
            this.wanted = wanted;
            this.careful = careful;
        }

        @Override
        public void start() {
            context.after(10, this::reconcile);
        }

        private void reconcile() {
            long seen = store.getOrDefault(subject, 0L);
            long next = wanted.applyAsLong(seen);
            if (next != seen || !careful) {
                store.put(subject, next);
                context.trace(new Write(subject, next, ++revision));
            }
            context.after(10, this::reconcile);
        }
    }

    @Test
    void two_controllers_fight_over_a_value() {
        add("a", "x", seen -> 1);
        add("b", "x", seen -> 2);

        run(SETTINGS, 500);

        assertThat(found.get(0))
                .hasToString("a and b fight over x: the same state 4 times within 30ns")
                .satisfies(livelock -> assertThat(livelock.actors()).containsExactly("a", "b"));
    }

    @Test
    void a_system_that_is_busy_and_gets_somewhere_is_no_livelock() {
        add("counter", "x", seen -> seen + 1);
        add("a", "y", seen -> 1);

        run(SETTINGS, 5000);

        assertThat(found).isEmpty();
    }

    @Test
    void a_fight_is_hidden_by_a_value_that_always_grows_unless_that_is_volatile() {
        add("a", "x", seen -> 1);
        add("b", "x", seen -> 2);

        run(new LivelockDetector(StateReader.ofFields(Set.of()), SETTINGS), 500);
        assertThat(found).isEmpty();

        run(SETTINGS, 1000);
        assertThat(found).isNotEmpty();
    }

    @Test
    void a_controller_that_writes_what_is_there_already_never_rests() {
        components.add("hot", context -> new Controller(context, "x", seen -> 7, false));

        run(SETTINGS, 500);

        assertThat(found.get(0))
                .hasToString("hot writes x again and again and changes nothing: the same state 4 times within 30ns");
    }

    @Test
    void a_circle_over_several_subjects_is_told_in_turn() {
        add("a", "x", seen -> 1 - store.getOrDefault("y", 0L));
        add("b", "y", seen -> store.getOrDefault("x", 0L));

        run(SETTINGS, 500);

        assertThat(found.get(0).toString())
                .startsWith("going round in circles, a writes x (2 times), then b writes y (2 times)")
                .endsWith(": the same state 4 times within 60ns");
        assertThat(found.get(0).round()).hasSize(4);
    }

    @Test
    void a_burst_is_no_livelock() {
        components.add("hot", context -> new Controller(context, "x", seen -> 7, false));

        run(new LivelockDetector.Settings(4, 400, 2000), 1000);
        assertThat(found).isEmpty();

        run(new LivelockDetector.Settings(4, 400, 2000), 3000);
        assertThat(found).isNotEmpty();
    }

    @Test
    void what_is_seen_again_after_the_window_counts_from_the_beginning() {
        components.add("slow", context -> new Controller(context, "x", seen -> 7, false));

        run(new LivelockDetector.Settings(4, 9, 25), 1000);

        assertThat(found).isEmpty();
    }

    @Test
    void things_that_come_and_go_under_new_names_can_repeat_the_state() {
        List<StateReader.State> story = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            story.add(new StateReader.State("pod-" + i, 42, false));
            story.add(new StateReader.State("pod-" + i, 42, true));
        }

        assertThat(observed(story)).isPresent();
    }

    @Test
    void many_things_that_go_one_after_the_other_are_no_repetition() {
        List<StateReader.State> story = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            story.add(new StateReader.State("pod-" + i, 42, true));
        }

        assertThat(observed(story)).isEmpty();
    }

    @Test
    void impossible_settings_are_refused() {
        assertThatThrownBy(() -> new LivelockDetector.Settings(1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new LivelockDetector.Settings(2, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Optional<Livelock> observed(List<StateReader.State> story) {
        int[] next = {0};
        LivelockDetector detector = new LivelockDetector(write -> Optional.of(story.get(next[0]++)), SETTINGS);
        Trace trace = new Trace();
        List<Livelock> all = new ArrayList<>();
        trace.addSink(entry -> detector.observe(entry).ifPresent(all::add));
        for (int i = 0; i < story.size(); i++) {
            trace.record(i, "test", new Write("pod", 0, i));
        }
        return all.stream().findFirst();
    }

    private void add(String name, String subject, LongUnaryOperator wanted) {
        components.add(name, context -> new Controller(context, subject, wanted, true));
    }

    private void run(LivelockDetector.Settings settings, long until) {
        run(new LivelockDetector(StateReader.ofFields(Set.of("revision")), settings), until);
    }

    private void run(LivelockDetector detector, long until) {
        simulation.trace().addSink(entry -> detector.observe(entry).ifPresent(found::add));
        components.startAll();
        simulation.run(RunLimits.until(until));
    }
}
