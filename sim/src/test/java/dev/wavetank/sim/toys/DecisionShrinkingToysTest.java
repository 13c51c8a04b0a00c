package dev.wavetank.sim.toys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.random.ChoiceText;
import dev.wavetank.sim.shrink.DecisionShrinking;
import dev.wavetank.sim.shrink.DeltaDebugging.Minimum;
import dev.wavetank.sim.toys.counter.CounterToy;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A failing run, shrunk to the few decisions that make it fail. */
@Tag("slow")
class DecisionShrinkingToysTest {

    private static final String ORDER_STREAM = OrderPolicy.STREAM;
    private static final OrderPolicy SHUFFLE = OrderPolicy.parse("shuffle@2ms", 0);
    private static final OrderPolicy WALK = OrderPolicy.parse("walk@2ms", 0);
    private static final OrderPolicy PCT = OrderPolicy.parse("pct:3/100@2ms", 0);
    private static final List<Toy> FAULTY = Toys.FAULTY;

    @ParameterizedTest
    @FieldSource("FAULTY")
    void some_failure_that_needs_reordering_needs_few_of_its_decisions(Toy toy) {
        assertThat(smallestShare(toy, SHUFFLE)).isBetween(1L, 25L);
        assertThat(smallestShare(toy, WALK)).isBetween(1L, 25L);
    }

    @ParameterizedTest
    @FieldSource("FAULTY")
    void a_failure_under_priorities_shrinks_too_although_each_event_that_has_to_wait_takes_a_decision(Toy toy) {
        assertThat(smallestShare(toy, PCT)).isBetween(1L, 60L);
    }

    /** The smallest share of its reorderings, in percent, to which one of the first three failures comes down. */
    private static long smallestShare(Toy toy, OrderPolicy order) {
        long smallest = 100;
        for (long seed : seedsThatNeedReordering(toy, order, 3)) {
            ChoiceLog log = new ChoiceLog().record(ORDER_STREAM);
            toy.run(seed, order, log);
            Minimum<Choice> minimum = DecisionShrinking.minimize(
                    log.choices(), taken -> replay(toy, seed, order, taken).isBroken(), 3_000);

            assertThat(minimum.minimal()).isTrue();
            assertThat(minimum.parts()).hasSizeLessThan(reorderings(log.choices()));
            long share = 100L * minimum.parts().size() / reorderings(log.choices());
            smallest = Math.min(smallest, Math.max(1, share));
        }
        return smallest;
    }

    @Test
    void a_shrunk_failure_is_saved_as_text_and_fails_again_in_the_same_way() {
        Toy toy = new CounterToy(true);
        long seed = seedsThatNeedReordering(toy, SHUFFLE, 1)[0];
        ChoiceLog log = new ChoiceLog().record(ORDER_STREAM);
        toy.run(seed, SHUFFLE, log);
        List<Choice> shrunk = DecisionShrinking.minimize(
                        log.choices(),
                        taken -> replay(toy, seed, SHUFFLE, taken).isBroken(),
                        1_000)
                .parts();
        String text = ChoiceText.write(shrunk);

        ChoiceLog replayed = new ChoiceLog().zero(ORDER_STREAM).override(ChoiceText.read(text));
        Outcome outcome = toy.run(seed, SHUFFLE, replayed);

        assertThat(text.lines())
                .hasSameSizeAs(shrunk)
                .allSatisfy(line -> assertThat(line).matches("kernel/order\\[\\d+] = \\d+ of \\d+"));
        assertThat(outcome).isEqualTo(replay(toy, seed, SHUFFLE, shrunk));
        assertThat(outcome.isBroken()).isTrue();
        assertThat(replayed.missed()).isEmpty();
    }

    private static long[] seedsThatNeedReordering(Toy toy, OrderPolicy order, int count) {
        return LongStream.iterate(1, seed -> seed + 1)
                .filter(seed -> toy.run(seed, order).isBroken())
                .filter(seed -> !toy.run(seed, OrderPolicy.FIFO).isBroken())
                .limit(count)
                .toArray();
    }

    private static Outcome replay(Toy toy, long seed, OrderPolicy order, List<Choice> taken) {
        return toy.run(seed, order, new ChoiceLog().zero(ORDER_STREAM).override(taken));
    }

    private static int reorderings(List<Choice> choices) {
        return (int) choices.stream().filter(choice -> choice.value() != 0).count();
    }
}
