package dev.wavetank.model.controller.nodelifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Evictions of a zone keep their distance, at every rate ({@code EvictionRateLimiterBurst}, v1.32). */
class EvictionRateProperties {

    private static final long SECOND = VirtualTime.SECOND;

    @Property(tries = 200)
    void no_interval_has_two_evictions_and_no_node_waits_longer_than_one(
            @ForAll @IntRange(min = 1, max = 100) int perHundredSeconds,
            @ForAll @IntRange(min = 1, max = 60) int stepSeconds) {
        EvictionRate tested = new EvictionRate(perHundredSeconds / 100.0);
        long interval = 100 * SECOND / perHundredSeconds;
        long last = -1;
        for (long now = 0; now < 1000 * SECOND; now += stepSeconds * SECOND) {
            assertThat(tested.pause(now)).isBetween(0L, interval);
            if (tested.tryAccept(now)) {
                // An interval is cut to whole nanoseconds.
                assertThat(last < 0 || now - last >= interval - 1).isTrue();
                last = now;
            } else {
                assertThat(now - last).isLessThan(interval);
            }
        }
    }
}
