package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/**
 * What holds in a busy world under every order policy, with pauses and slow processors. That time never goes back, that
 * nothing fires early, twice, on a paused processor or after it was cancelled, {@link Bustle} sees to itself.
 */
class BustleProperties {

    private static final long WINDOW = OrderPolicyProperties.WINDOW;

    @Property(tries = 300)
    void nothing_is_lost(@ForAll long seed, @ForAll("policies") OrderPolicy policy, @ForAll boolean disturbed) {
        Bustle bustle = new Bustle(seed, policy, disturbed);

        assertThat(bustle.simulation.run(RunLimits.UNTIL_QUIESCENT)).isEqualTo(StopReason.QUIESCENT);
        assertThat(bustle.isComplete()).as(bustle.toString()).isTrue();
    }

    @Property(tries = 300)
    void the_events_of_a_processor_stay_in_order_whatever_disturbs_it(
            @ForAll long seed, @ForAll("inOrderOnEachProcessor") OrderPolicy policy) {
        Bustle bustle = new Bustle(seed, policy, true);
        bustle.simulation.run(RunLimits.UNTIL_QUIESCENT);

        for (String processor : List.of("p0", "p1", "p2")) {
            assertThat(bustle.diary)
                    .filteredOn(firing -> firing.processor().equals(processor))
                    .isSortedAccordingTo(
                            Comparator.comparingLong(Bustle.Firing::due).thenComparingInt(Bustle.Firing::id));
        }
    }

    @Property(tries = 300)
    void a_run_in_slices_of_events_is_the_same_as_one_run(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy policy,
            @ForAll boolean disturbed,
            @ForAll @IntRange(min = 1, max = 50) int events) {
        Bustle sliced = new Bustle(seed, policy, disturbed);
        StopReason reason;
        do {
            reason = sliced.simulation.run(new RunLimits(Long.MAX_VALUE, events, true));
        } while (reason == StopReason.EVENT_LIMIT);

        assertSameAsOneRun(sliced, seed, policy, disturbed);
    }

    @Property(tries = 300)
    void a_run_in_slices_of_time_is_the_same_as_one_run(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy policy,
            @ForAll boolean disturbed,
            @ForAll @LongRange(min = 1, max = 500) long slice) {
        Bustle sliced = new Bustle(seed, policy, disturbed);
        StopReason reason;
        do {
            reason = sliced.simulation.run(new RunLimits(sliced.simulation.now() + slice, Long.MAX_VALUE, true));
        } while (reason == StopReason.TIME_LIMIT);

        assertSameAsOneRun(sliced, seed, policy, disturbed);
    }

    @Property(tries = 1_000)
    void what_is_scheduled_and_cancelled_between_two_runs_counts_as_if_it_were_in_a_run(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy policy,
            @ForAll boolean disturbed,
            @ForAll @LongRange(min = 1, max = 100) long slice) {
        Bustle bustle = new Bustle(seed, policy, disturbed);
        StopReason reason;
        do {
            reason = bustle.simulation.run(new RunLimits(bustle.simulation.now() + slice, Long.MAX_VALUE, true));
            bustle.cancelOne();
            bustle.schedule();
        } while (reason == StopReason.TIME_LIMIT);

        bustle.simulation.run(RunLimits.UNTIL_QUIESCENT);
        assertThat(bustle.isComplete()).as(bustle.toString()).isTrue();
        assertThat(bustle.diary)
                .filteredOn(firing -> !disturbed)
                .allSatisfy(firing -> assertThat(firing.at()).isLessThan(firing.due() + WINDOW));
    }

    @Property(tries = 100)
    void on_a_slow_processor_one_event_follows_the_other_after_what_it_costs(
            @ForAll long seed,
            @ForAll("policies") OrderPolicy policy,
            @ForAll @LongRange(min = 1, max = 50) long cost) {
        Bustle bustle = new Bustle(seed, policy, false);
        bustle.simulation.addEventCost(bustle.simulation.processor("p0"), cost);
        bustle.simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(bustle.isComplete()).isTrue();
        List<Long> instants = bustle.diary.stream()
                .filter(firing -> firing.processor().equals("p0"))
                .map(Bustle.Firing::at)
                .toList();
        for (int i = 1; i < instants.size(); i++) {
            assertThat(instants.get(i) - instants.get(i - 1)).isGreaterThanOrEqualTo(cost);
        }
    }

    private static void assertSameAsOneRun(Bustle sliced, long seed, OrderPolicy policy, boolean disturbed) {
        Bustle whole = new Bustle(seed, policy, disturbed);
        whole.simulation.run(RunLimits.UNTIL_QUIESCENT);

        assertThat(sliced.diary).isEqualTo(whole.diary);
        assertThat(sliced.simulation.firedEvents()).isEqualTo(whole.simulation.firedEvents());
        assertThat(sliced.simulation.now()).isEqualTo(whole.simulation.now());
    }

    @Provide
    Arbitrary<OrderPolicy> policies() {
        return Arbitraries.of(
                OrderPolicy.FIFO,
                new OrderPolicy.Shuffle(1),
                new OrderPolicy.Shuffle(WINDOW),
                new OrderPolicy.RandomWalk(WINDOW),
                new OrderPolicy.Pct(3, 50, WINDOW));
    }

    @Provide
    Arbitrary<OrderPolicy> inOrderOnEachProcessor() {
        return Arbitraries.of(OrderPolicy.FIFO, new OrderPolicy.RandomWalk(WINDOW), new OrderPolicy.Pct(3, 50, WINDOW));
    }
}
