package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Published test vectors: another implementation that gives these numbers is the same generator. */
class RandomStreamTest {

    @Test
    void a_stream_is_split_mix_64_seeded_with_its_key() {
        RandomStream stream = new RandomStream(1234567L);

        assertThat(LongStream.generate(stream::nextLong).limit(5).mapToObj(Long::toUnsignedString))
                .containsExactly(
                        "6457827717110365317",
                        "3203168211198807973",
                        "9817491932198370423",
                        "4593380528125082431",
                        "16408922859458223821");
    }

    @Test
    void seed_and_name_decide_the_numbers() {
        assertThat(firstThree(0, "")).containsExactly(968999591178511036L, 8524995788417003113L, -3009788645930208563L);
        assertThat(firstThree(1, "scheduler/tie"))
                .containsExactly(5361843702660714754L, -6333811950908313505L, 4031568870681292566L);
        assertThat(firstThree(42, "network/a/b"))
                .containsExactly(6790734771846790188L, -8641159957486716005L, 3061518009621014753L);
        assertThat(firstThree(-1, "kernel/order"))
                .containsExactly(-8755547022717006049L, 3778510770774415759L, -4832853397500839827L);
    }

    @Test
    void a_name_finds_the_same_stream_again() {
        RandomStreams streams = new RandomStreams(5);

        assertThat(streams.stream("a")).isSameAs(streams.stream("a")).isNotSameAs(streams.stream("b"));
        assertThat(streams.seed()).isEqualTo(5);
    }

    @Test
    void every_kind_of_draw_costs_one_step() {
        RandomStream reference = RandomStream.of(9, "steps");
        LongStream.range(0, 5).forEach(i -> reference.nextLong());
        RandomStream stream = RandomStream.of(9, "steps");

        stream.nextLong(10);
        stream.between(3, 4);
        stream.nextDouble();
        stream.chance(new Ratio(50, 100));
        stream.pick(List.of("a", "b"));

        assertThat(stream.nextLong()).isEqualTo(reference.nextLong());
    }

    @Test
    void refuses_an_empty_range() {
        RandomStream stream = RandomStream.of(1, "x");

        assertThatThrownBy(() -> stream.nextLong(0)).hasMessage("bound must be positive, was 0");
        assertThatThrownBy(() -> stream.between(2, 1)).hasMessage("bound must be positive, was 0");
        assertThatThrownBy(() -> new Ratio(3, 2)).hasMessage("a probability lies between 0 and 1, was 3/2");
        assertThatThrownBy(() -> new Ratio(0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> firstThree(long seed, String name) {
        RandomStream stream = RandomStream.of(seed, name);
        return LongStream.generate(stream::nextLong).limit(3).boxed().toList();
    }
}
