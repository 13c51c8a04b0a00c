package dev.wavetank.sim;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Order policies to draw from, for properties that hold under all of them. */
public final class Policies {

    private Policies() {}

    /** Every policy, those that let events compete with windows of up to so many nanoseconds. */
    public static Arbitrary<OrderPolicy> within(long longestWindow) {
        Arbitrary<Long> windows = Arbitraries.longs().between(1, longestWindow);
        return Arbitraries.oneOf(
                Arbitraries.just(OrderPolicy.FIFO),
                windows.map(OrderPolicy.Shuffle::new),
                windows.map(OrderPolicy.RandomWalk::new),
                windows.flatMap(window -> Arbitraries.integers()
                        .between(0, 5)
                        .map(changes -> new OrderPolicy.Pct(changes, 200, window))));
    }
}
