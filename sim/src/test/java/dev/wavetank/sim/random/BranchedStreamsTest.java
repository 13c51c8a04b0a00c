package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BranchedStreamsTest {

    @Test
    void a_branch_changes_what_is_drawn_later_and_nothing_before() {
        RandomStreams whole = new RandomStreams(7);
        RandomStreams branched = new RandomStreams(7);
        List<Long> before = draws(whole, "a");
        assertThat(draws(branched, "a")).isEqualTo(before);

        branched.branch(1);

        assertThat(draws(branched, "a")).isNotEqualTo(draws(whole, "a"));
        assertThat(draws(branched, "new")).isNotEqualTo(draws(whole, "new"));
    }

    @Test
    void a_branch_is_a_function_of_its_salt() {
        assertThat(draws(branched(1), "a")).isEqualTo(draws(branched(1), "a"));
        assertThat(draws(branched(1), "a")).isNotEqualTo(draws(branched(2), "a"));
    }

    private static RandomStreams branched(long salt) {
        RandomStreams streams = new RandomStreams(7);
        streams.branch(salt);
        return streams;
    }

    private static List<Long> draws(RandomStreams streams, String name) {
        return LongStream.range(0, 3)
                .map(i -> streams.stream(name).nextLong())
                .boxed()
                .toList();
    }
}
