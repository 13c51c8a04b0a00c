package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** What each order policy may do to the times and the order of events, and what it may not. */
class OrderPolicyProperties {

    /** One event: when it was due, when it fired. */
    private record Firing(int id, long due, long at) {}

    @Property(tries = 100)
    void first_in_first_out_fires_on_time_and_in_order_of_scheduling(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 500) int events) {
        List<Firing> firings = run(seed, OrderPolicy.FIFO, events);

        assertThat(firings).allSatisfy(firing -> assertThat(firing.at()).isEqualTo(firing.due()));
        for (int i = 1; i < firings.size(); i++) {
            Firing before = firings.get(i - 1);
            Firing after = firings.get(i);
            assertThat(after.at() > before.at() || after.id() > before.id())
                    .as("%s before %s", before, after)
                    .isTrue();
        }
    }

    @Property(tries = 100)
    void shuffle_fires_nothing_early_nothing_later_than_the_window_and_never_turns_time_back(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 500) int events,
            @ForAll @LongRange(min = 1, max = 50) long window) {
        List<Firing> firings = run(seed, new OrderPolicy.Shuffle(window), events);

        assertThat(firings)
                .allSatisfy(firing -> assertThat(firing.at()).isBetween(firing.due(), firing.due() + window - 1));
        assertThat(firings).extracting(Firing::at).isSorted();
    }

    @Property(tries = 50)
    void shuffle_is_a_function_of_the_seed(@ForAll long seed, @ForAll @LongRange(min = 1, max = 50) long window) {
        OrderPolicy shuffle = new OrderPolicy.Shuffle(window);

        assertThat(run(seed, shuffle, 100)).isEqualTo(run(seed, shuffle, 100));
    }

    @Example
    void shuffle_reaches_every_order_of_three_simultaneous_events() {
        List<List<Integer>> orders = LongStream.range(0, 100)
                .mapToObj(seed -> {
                    Simulation simulation = new Simulation(seed, new OrderPolicy.Shuffle(1), new Trace());
                    List<Integer> order = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        int id = i;
                        simulation.schedule(10, EventClass.WORK, () -> order.add(id));
                    }
                    simulation.run(RunLimits.UNTIL_QUIESCENT);
                    return order;
                })
                .distinct()
                .toList();

        assertThat(orders).hasSize(6);
    }

    /** Half of the events are scheduled at the start, each of which schedules one more when it fires. */
    private static List<Firing> run(long seed, OrderPolicy order, int events) {
        Simulation simulation = new Simulation(seed, order, new Trace());
        RandomStream delays = simulation.random().stream("delays");
        List<Firing> firings = new ArrayList<>();
        int[] ids = {0};
        for (int i = 0; i < (events + 1) / 2; i++) {
            schedule(simulation, delays, firings, ids, true);
        }
        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(firings).hasSize(ids[0]);
        return firings;
    }

    private static void schedule(
            Simulation simulation, RandomStream delays, List<Firing> firings, int[] ids, boolean again) {
        long delay = delays.nextLong(100);
        long due = simulation.now() + delay;
        int id = ids[0]++;
        simulation.schedule(delay, EventClass.WORK, () -> {
            firings.add(new Firing(id, due, simulation.now()));
            if (again) {
                schedule(simulation, delays, firings, ids, false);
            }
        });
    }
}
