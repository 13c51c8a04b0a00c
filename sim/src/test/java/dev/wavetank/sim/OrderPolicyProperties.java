package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What each order policy may do to the times and the order of events, and what it may not. */
class OrderPolicyProperties {

    static final long WINDOW = 20;
    private static final int PROCESSORS = 4;

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

    @Property(tries = 200)
    void nothing_fires_early_nor_later_than_the_window_and_time_never_goes_back(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 500) int events,
            @ForAll("policies") OrderPolicy policy) {
        List<Firing> firings = run(seed, policy, events);

        assertThat(firings)
                .allSatisfy(firing -> assertThat(firing.at()).isBetween(firing.due(), firing.due() + WINDOW - 1));
        assertThat(firings).extracting(Firing::at).isSorted();
    }

    @Property(tries = 50)
    void an_order_is_a_function_of_the_seed(@ForAll long seed, @ForAll("policies") OrderPolicy policy) {
        assertThat(run(seed, policy, 100)).isEqualTo(run(seed, policy, 100));
    }

    @Property(tries = 100)
    void decisions_that_are_all_zero_are_first_in_first_out(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 300) int events,
            @ForAll("policies") OrderPolicy policy) {
        ChoiceLog zeroed = new ChoiceLog().zero(OrderPolicy.STREAM);

        assertThat(run(new RandomStreams(seed, zeroed), policy, events)).isEqualTo(run(seed, OrderPolicy.FIFO, events));
    }

    @Property(tries = 50)
    void the_decisions_alone_tell_the_order_again_whatever_the_priorities_are(
            @ForAll long seed, @ForAll("policies") OrderPolicy policy) {
        ChoiceLog recorded = new ChoiceLog().record(OrderPolicy.STREAM);
        List<Firing> firings = run(new RandomStreams(seed, recorded), policy, 100);
        List<Choice> others = recorded.choices().stream()
                .filter(choice -> choice.value() != 0)
                .toList();
        ChoiceLog taken =
                new ChoiceLog().zero(OrderPolicy.STREAM).override(others).zero(OrderPolicy.STREAM + "/priorities");

        assertThat(run(new RandomStreams(seed, taken), policy, 100)).isEqualTo(firings);
        assertThat(taken.missed()).isEmpty();
        assertThat(others).isNotEmpty();
    }

    @Property(tries = 100)
    void the_events_of_one_processor_stay_in_order_unless_everything_is_shuffled(
            @ForAll long seed, @ForAll("inOrderOnEachProcessor") OrderPolicy policy) {
        List<Firing> firings = run(seed, policy, 300);

        for (int processor = 0; processor < PROCESSORS; processor++) {
            int number = processor;
            List<Firing> mine = firings.stream()
                    .filter(firing -> firing.id() % PROCESSORS == number)
                    .toList();
            assertThat(mine)
                    .isSortedAccordingTo(Comparator.comparingLong(Firing::due).thenComparingInt(Firing::id));
        }
    }

    @Property(tries = 100)
    void an_event_that_is_cancelled_while_it_competes_never_fires(
            @ForAll long seed, @ForAll("policies") OrderPolicy policy) {
        Simulation simulation = new Simulation(seed, policy, new Trace());
        List<Integer> fired = new ArrayList<>();
        List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int id = i;
            handles.add(simulation.schedule(i, EventClass.WORK, simulation.processor("p" + i), () -> {
                fired.add(id);
                // Each one that fires takes back its neighbours, which compete with it.
                assertThat(simulation.cancel(handles.get((id + 1) % 10))).isEqualTo(!fired.contains((id + 1) % 10));
                handles.set((id + 1) % 10, 0L);
                fired.add((id + 1) % 10);
            }));
        }
        assertThat(simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(fired).hasSizeGreaterThanOrEqualTo(10);
        assertThat(simulation.firedEvents()).isLessThan(10);
    }

    @Property(tries = 100)
    void no_event_fires_beyond_the_limit_of_a_run(@ForAll long seed, @ForAll("policies") OrderPolicy policy) {
        Simulation simulation = new Simulation(seed, policy, new Trace());
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            simulation.schedule(
                    i, EventClass.WORK, simulation.processor("p" + i % 5), () -> times.add(simulation.now()));
        }
        for (long limit = 3; limit < 60; limit += 7) {
            long last = limit;
            simulation.run(RunLimits.until(limit));
            assertThat(times).allSatisfy(time -> assertThat(time).isLessThanOrEqualTo(last));
            // What is due by the limit fires by then, or late by less than the window.
            assertThat(times).hasSizeGreaterThanOrEqualTo((int) Math.min(50, limit + 2 - WINDOW));
        }
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        assertThat(times).hasSize(50);
    }

    @Example
    void a_random_walk_lets_every_processor_be_first_as_often() {
        int[] first = new int[2];
        for (long seed = 0; seed < 2_000; seed++) {
            Simulation simulation = new Simulation(seed, new OrderPolicy.RandomWalk(1), new Trace());
            boolean[] begun = {false};
            // Nine events against one: a shuffle would let the busy one be first nine times out of ten.
            for (int i = 0; i < 10; i++) {
                int processor = i == 9 ? 1 : 0;
                simulation.schedule(10, EventClass.WORK, simulation.processor("p" + processor), () -> {
                    first[processor] += begun[0] ? 0 : 1;
                    begun[0] = true;
                });
            }
            simulation.run(RunLimits.UNTIL_QUIESCENT);
        }
        assertThat(first[1]).isBetween(900, 1_100);
    }

    @Example
    void under_pct_one_processor_runs_before_another_until_a_priority_changes() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(switches(seed, 0)).as("without a change").isEqualTo(1);
            assertThat(switches(seed, 1)).as("with one change").isBetween(1, 2);
        }
        assertThat(LongStream.range(0, 50).map(seed -> switches(seed, 1)).max()).hasValue(2);
    }

    /** How often two processors with twenty simultaneous events each take turns. */
    private static int switches(long seed, int changes) {
        Simulation simulation = new Simulation(seed, new OrderPolicy.Pct(changes, 40, 1), new Trace());
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int processor = i % 2;
            simulation.schedule(10, EventClass.WORK, simulation.processor("p" + processor), () -> order.add(processor));
        }
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        return (int) IntStream.range(1, 40)
                .filter(i -> !order.get(i).equals(order.get(i - 1)))
                .count();
    }

    @Example
    void in_the_fair_tail_low_priority_starves_nobody() {
        Simulation simulation = new Simulation(1, new OrderPolicy.Pct(0, 1, 1_000_000), new Trace());
        int[] steps = new int[2];
        for (int i = 0; i < 2; i++) {
            again(simulation, steps, i);
        }
        simulation.run(new RunLimits(Long.MAX_VALUE, 1_000, false));
        assertThat(Math.min(steps[0], steps[1])).isLessThan(5);

        simulation.beginFairTail();
        simulation.run(new RunLimits(Long.MAX_VALUE, 1_000, false));
        assertThat(Math.min(steps[0], steps[1])).isGreaterThan(400);
    }

    /** Keeps a processor busy for ever with steps that take no longer than a nanosecond. */
    private static void again(Simulation simulation, int[] steps, int number) {
        simulation.schedule(1, EventClass.WORK, simulation.processor("p" + number), () -> {
            steps[number]++;
            again(simulation, steps, number);
        });
    }

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Arbitraries.of(
                new OrderPolicy.Shuffle(WINDOW),
                new OrderPolicy.RandomWalk(WINDOW),
                new OrderPolicy.Pct(3, 50, WINDOW));
    }

    @Provide
    Arbitrary<OrderPolicy> inOrderOnEachProcessor() {
        return Arbitraries.of(OrderPolicy.FIFO, new OrderPolicy.RandomWalk(WINDOW), new OrderPolicy.Pct(3, 50, WINDOW));
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
        return run(new RandomStreams(seed), order, events);
    }

    private static List<Firing> run(RandomStreams random, OrderPolicy order, int events) {
        Simulation simulation = new Simulation(random, order, new Trace());
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
        simulation.schedule(delay, EventClass.WORK, simulation.processor("p" + id % PROCESSORS), () -> {
            firings.add(new Firing(id, due, simulation.now()));
            if (again) {
                schedule(simulation, delays, firings, ids, false);
            }
        });
    }
}
