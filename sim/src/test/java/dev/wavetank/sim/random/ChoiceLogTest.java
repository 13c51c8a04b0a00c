package dev.wavetank.sim.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChoiceLogTest {

    @Test
    void records_every_kind_of_draw_with_its_index_and_bound() {
        ChoiceLog log = ChoiceLog.recording();
        RandomStream stream = new RandomStreams(1, log).stream("a");

        long raw = stream.nextLong();
        long between = stream.between(10, 14);
        double fraction = stream.nextDouble();
        boolean taken = stream.chance(new Ratio(1, 3));
        String picked = stream.pick(List.of("x", "y"));

        assertThat(log.choices())
                .containsExactly(
                        new Choice("a", 0, Choice.RAW, raw),
                        new Choice("a", 1, 5, between - 10),
                        new Choice("a", 2, 1L << 53, (long) (fraction * 0x1.0p53)),
                        new Choice("a", 3, 3, log.choices().get(3).value()),
                        new Choice("a", 4, 2, picked.equals("x") ? 0 : 1));
        assertThat(log.choices().get(3).value() < 1).isEqualTo(taken);
    }

    @Test
    void records_only_the_streams_it_was_told_to() {
        ChoiceLog log = new ChoiceLog().record("kernel/order").record("network/*");
        RandomStreams streams = new RandomStreams(1, log);

        List.of("kernel/order", "kernel/orders", "network/a/b", "networks")
                .forEach(name -> streams.stream(name).nextInt(2));

        assertThat(log.choices()).extracting(Choice::stream).containsExactly("kernel/order", "network/a/b");
    }

    @Test
    void a_decision_that_something_else_made_is_recorded_and_overridden_like_a_draw() {
        ChoiceLog log = ChoiceLog.recording()
                .override(List.of(new Choice("a", 1, 4, 3), new Choice("a", 2, 9, 8)))
                .zero("b");
        RandomStreams streams = new RandomStreams(1, log);
        RandomStream stream = streams.stream("a");

        assertThat(stream.decide(4, 2)).isEqualTo(2);
        assertThat(stream.decide(4, 2)).isEqualTo(3);
        assertThat(stream.decide(4, 2)).as("8 does not fit").isEqualTo(2);
        assertThat(streams.stream("b").decide(4, 2)).isZero();
        assertThat(log.choices())
                .containsExactly(
                        new Choice("a", 0, 4, 2),
                        new Choice("a", 1, 4, 3),
                        new Choice("a", 2, 4, 2),
                        new Choice("b", 0, 4, 0));
        assertThat(log.summary()).isEqualTo("1 of 2 choices matched");
    }

    @Test
    void a_decision_costs_one_step_and_has_to_be_possible() {
        RandomStream decided = RandomStream.of(1, "a");
        RandomStream drawn = RandomStream.of(1, "a");
        drawn.nextInt(4);

        assertThat(decided.decide(4, 2)).isEqualTo(2);
        assertThat(decided.nextLong()).isEqualTo(drawn.nextLong());
        assertThatThrownBy(() -> decided.decide(4, 4)).hasMessage("a decision among 4 cannot be 4");
    }

    @Test
    void remembers_many_draws() {
        ChoiceLog log = ChoiceLog.recording();
        RandomStream stream = new RandomStreams(1, log).stream("a");
        RandomStream reference = RandomStream.of(1, "a");

        for (int i = 0; i < 1_000; i++) {
            stream.nextInt(100);
        }

        assertThat(log.choices())
                .hasSize(1_000)
                .allSatisfy(choice -> assertThat(choice.value()).isEqualTo(reference.nextInt(100)));
    }

    @Test
    void zeroes_bounded_draws_that_no_override_decides() {
        ChoiceLog log = new ChoiceLog().zero("order").override(List.of(new Choice("order", 1, 9, 4)));
        RandomStream order = new RandomStreams(3, log).stream("order");

        assertThat(List.of(order.nextInt(9), order.nextInt(9), order.nextInt(9)))
                .containsExactly(0, 4, 0);
        assertThat(order.nextLong()).isNotZero();
    }

    @Test
    void tells_which_choices_decided_nothing() {
        Choice fits = new Choice("a", 0, 6, 3);
        Choice notBelowTheBound = new Choice("a", 1, 6, 5);
        Choice ofAnotherKind = new Choice("a", 2, Choice.RAW, 5);
        Choice neverReached = new Choice("a", 4, 6, 5);
        Choice nowhere = new Choice("b", 0, 6, 5);
        ChoiceLog log = new ChoiceLog()
                .override(List.of(nowhere, neverReached, ofAnotherKind, notBelowTheBound, fits))
                .record("a");
        RandomStream stream = new RandomStreams(1, log).stream("a");
        RandomStream reference = RandomStream.of(1, "a");
        reference.nextLong();

        assertThat(stream.nextInt(4)).isEqualTo(3);
        assertThat(stream.nextInt(5)).isEqualTo(reference.nextInt(5));
        assertThat(stream.nextInt(6)).isEqualTo(reference.nextInt(6));
        stream.nextInt(6);

        assertThat(log.missed()).containsExactly(notBelowTheBound, ofAnotherKind, neverReached, nowhere);
        assertThat(log.summary()).isEqualTo("1 of 5 choices matched");
        assertThat(log.choices()).hasSize(4).first().isEqualTo(new Choice("a", 0, 4, 3));
    }

    @Test
    void decides_raw_draws_too() {
        ChoiceLog log = new ChoiceLog().override(List.of(new Choice("a", 1, Choice.RAW, -7)));
        RandomStream stream = new RandomStreams(1, log).stream("a");

        stream.nextLong();

        assertThat(stream.nextLong()).isEqualTo(-7);
    }

    @Test
    void refuses_two_choices_for_one_draw() {
        assertThatThrownBy(() -> new ChoiceLog().override(List.of(new Choice("a", 1, 3, 0), new Choice("a", 1, 4, 2))))
                .hasMessage("two choices for the same draw: a[1] = 0 of 3, and a[1] = 2 of 4");
    }

    @Test
    void refuses_a_second_run_and_late_orders() {
        ChoiceLog log = ChoiceLog.recording();
        new RandomStreams(1, log).stream("a");

        assertThatThrownBy(() -> new RandomStreams(1, log).stream("a"))
                .hasMessage("a choice log serves one run; make a new one for the next");
        assertThatThrownBy(() -> log.zero("b")).hasMessage("the run has begun: configure a choice log before it");
    }
}
