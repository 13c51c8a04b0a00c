package dev.wavetank.model.client.flowcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyedBackoffTest {

    private final KeyedBackoff backoff = new KeyedBackoff(10, 40);

    @Test
    void waits_double_up_to_the_longest() {
        long now = 0;
        for (long expected : new long[] {10, 20, 40, 40}) {
            backoff.next("a", now, now);
            assertThat(backoff.wait("a")).isEqualTo(expected);
            now += expected;
        }
        assertThat(backoff.wait("b")).isZero();
    }

    @Test
    void a_wait_counts_from_an_event_or_from_the_last_change() {
        backoff.next("a", 100, 100);

        assertThat(backoff.isWaiting("a", 109)).isTrue();
        assertThat(backoff.isWaiting("a", 110)).isFalse();
        assertThat(backoff.isWaitingSince("a", 105, 112)).isTrue();
        assertThat(backoff.isWaitingSince("a", 105, 115)).isFalse();
        assertThat(backoff.isWaitingSince("b", 105, 112)).isFalse();
    }

    @Test
    void an_entry_is_forgotten_after_twice_the_longest_wait() {
        backoff.next("a", 0, 0);
        backoff.next("a", 0, 0);

        assertThat(backoff.isWaitingSince("a", 81, 82)).isFalse();
        backoff.next("a", 81, 81);
        assertThat(backoff.wait("a")).isEqualTo(10);
    }

    @Test
    void keys_are_forgotten_by_their_beginning() {
        backoff.next("u_a", 0, 0);
        backoff.next("v_a", 0, 0);
        backoff.forget("u_");

        assertThat(backoff.wait("u_a")).isZero();
        assertThat(backoff.wait("v_a")).isEqualTo(10);
    }
}
