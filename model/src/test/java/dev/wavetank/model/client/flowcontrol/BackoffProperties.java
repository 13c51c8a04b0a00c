package dev.wavetank.model.client.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/**
 * Waits after failures: {@code ItemExponentialFailureRateLimiter} of {@code
 * k8s.io/client-go/util/workqueue/default_rate_limiters.go} (v1.32).
 */
class BackoffProperties {

    private static final Backoff BACKOFF = new Backoff(VirtualTime.MILLISECOND, VirtualTime.SECOND);

    @Example
    void the_first_failure_waits_the_first_time_and_each_further_one_twice_as_long() {
        assertThat(BACKOFF.after(1)).isEqualTo(VirtualTime.MILLISECOND);
        assertThat(BACKOFF.after(2)).isEqualTo(2 * VirtualTime.MILLISECOND);
        assertThat(BACKOFF.after(10)).isEqualTo(512 * VirtualTime.MILLISECOND);
    }

    @Example
    void no_wait_is_longer_than_the_longest() {
        assertThat(BACKOFF.after(11)).isEqualTo(VirtualTime.SECOND);
        assertThat(BACKOFF.after(12)).isEqualTo(VirtualTime.SECOND);
    }

    @Property
    void many_failures_do_not_overflow(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long first,
            @ForAll @IntRange(min = 40, max = Integer.MAX_VALUE) int failures) {
        long most = VirtualTime.SECOND;
        assertThat(new Backoff(first, most).after(failures)).isEqualTo(most);
    }
}
