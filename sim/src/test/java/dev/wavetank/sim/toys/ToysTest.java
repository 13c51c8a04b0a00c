package dev.wavetank.sim.toys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.ChoiceLog;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a seed finds, and what it does not. */
@Tag("slow")
class ToysTest {

    private static final List<Toy> SOUND = Toys.SOUND;
    private static final List<Toy> FAULTY = Toys.FAULTY;
    private static final List<String> ORDERS = SeedsToFindTable.ORDERS;
    private static final List<String> COMPETING = List.of("shuffle@2ms", "walk@2ms", "pct:3/100@2ms");

    @ParameterizedTest
    @FieldSource("SOUND")
    void a_sound_toy_keeps_its_invariant_under_every_order(Toy toy) {
        for (String order : ORDERS) {
            for (long seed = 0; seed < 500; seed++) {
                Outcome outcome = toy.run(seed, OrderPolicy.parse(order, seed));
                assertThat(outcome.violation())
                        .as("%s, %s, seed %d", toy, order, seed)
                        .isEmpty();
            }
        }
    }

    @ParameterizedTest
    @FieldSource("FAULTY")
    void exploration_finds_the_bug_of_a_faulty_toy_when_events_compete(Toy toy) {
        for (String order : COMPETING) {
            assertThat(new SeedsToFind(toy, order, 1, 5_000).most())
                    .as("seeds to find the bug of %s under %s", toy, order)
                    .isLessThanOrEqualTo(5_000);
        }
    }

    @ParameterizedTest
    @FieldSource("FAULTY")
    void the_same_seed_tells_the_same_story(Toy toy) {
        for (String order : ORDERS) {
            OrderPolicy policy = OrderPolicy.parse(order, 7);
            assertThat(toy.run(7, policy)).as(order).isEqualTo(toy.run(7, policy));
        }
    }

    @ParameterizedTest
    @FieldSource("SOUND")
    void recorded_choices_tell_the_story_again_under_another_seed(Toy toy) {
        for (String order : ORDERS) {
            OrderPolicy policy = OrderPolicy.parse(order, 7);
            ChoiceLog recorded = ChoiceLog.recording();
            Outcome outcome = toy.run(7, policy, recorded);
            ChoiceLog replayed = new ChoiceLog().override(recorded.choices());

            assertThat(toy.run(8, policy, replayed)).as(order).isEqualTo(outcome);
            assertThat(replayed.missed()).isEmpty();
        }
    }

    @ParameterizedTest
    @FieldSource("SOUND")
    void decisions_that_are_all_zero_are_first_in_first_out(Toy toy) {
        for (String order : COMPETING) {
            for (long seed = 0; seed < 20; seed++) {
                Outcome zeroed =
                        toy.run(seed, OrderPolicy.parse(order, seed), new ChoiceLog().zero(OrderPolicy.STREAM));
                assertThat(zeroed).as("%s, seed %d", order, seed).isEqualTo(toy.run(seed, OrderPolicy.FIFO));
            }
        }
    }
}
