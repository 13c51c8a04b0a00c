package dev.wavetank.model.client.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/**
 * The rate limit of clients: {@code golang.org/x/time/rate} behind {@code
 * k8s.io/client-go/util/flowcontrol/throttle.go} (v1.32).
 */
class TokenBucketProperties {

    private static final long SECOND = VirtualTime.SECOND;

    private static List<Long> waits(TokenBucket bucket, long now, int tokens) {
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < tokens; i++) {
            waits.add(bucket.take(now));
        }
        return waits;
    }

    @Example
    void a_full_bucket_gives_a_burst_at_once_and_then_one_token_an_interval() {
        assertThat(waits(new TokenBucket(new RateLimit(5, 3)), 7 * SECOND, 5))
                .containsExactly(0L, 0L, 0L, SECOND / 5, 2 * SECOND / 5);
    }

    @Example
    void an_idle_bucket_fills_up_to_its_burst_and_no_further() {
        TokenBucket bucket = new TokenBucket(new RateLimit(5, 3));
        waits(bucket, 0, 3);

        assertThat(waits(bucket, SECOND / 5, 2)).containsExactly(0L, SECOND / 5);
        assertThat(waits(bucket, 1000 * SECOND, 4)).containsExactly(0L, 0L, 0L, SECOND / 5);
    }

    @Example
    void a_token_that_is_waited_for_is_reserved() {
        TokenBucket bucket = new TokenBucket(new RateLimit(1, 1));
        waits(bucket, 0, 3);

        assertThat(bucket.take(SECOND / 2)).isEqualTo(5 * SECOND / 2);
    }

    @Example
    void a_rate_may_be_less_than_one_a_second() {
        assertThat(waits(new TokenBucket(new RateLimit(0.1, 1)), 0, 2)).containsExactly(0L, 10 * SECOND);
    }

    @Example
    void without_a_limit_nothing_waits() {
        assertThat(waits(new TokenBucket(RateLimit.NONE), 0, 1000)).containsOnly(0L);
    }

    @Example
    void a_limit_needs_a_burst_and_no_negative_rate() {
        assertThatThrownBy(() -> new RateLimit(5, 0)).hasMessageContaining("burst at least 1");
        assertThatThrownBy(() -> new RateLimit(-1, 5)).hasMessageContaining("qps must not be negative");
        assertThatThrownBy(() -> new RateLimit(Double.NaN, 5)).hasMessageContaining("qps must not be negative");
    }

    @Property(tries = 200)
    void no_interval_has_more_tokens_than_the_burst_and_none_overtakes(
            @ForAll @IntRange(min = 1, max = 5) int burst,
            @ForAll @Size(max = 40) List<@LongRange(min = 0, max = 3) Long> gaps) {
        TokenBucket bucket = new TokenBucket(new RateLimit(1, burst));
        List<Long> granted = new ArrayList<>();
        long now = 0;
        for (long gap : gaps) {
            now += gap * SECOND / 2;
            granted.add(now + bucket.take(now));
        }

        assertThat(granted).isSorted();
        for (int i = burst; i < granted.size(); i++) {
            assertThat(granted.get(i) - granted.get(i - burst)).isGreaterThanOrEqualTo(SECOND);
        }
    }
}
