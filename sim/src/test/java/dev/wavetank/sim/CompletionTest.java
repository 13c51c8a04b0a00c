package dev.wavetank.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CompletionTest {

    private final List<Object> seen = new ArrayList<>();

    @Test
    void calls_every_continuation_once_in_the_order_in_which_they_were_added() {
        Completion<String> completion = new Completion<>();
        completion.whenDone(answer -> seen.add("1 " + answer));
        completion.whenDone(answer -> seen.add("2 " + answer));
        completion.whenDone(answer -> seen.add("3 " + answer));
        assertThat(seen).isEmpty();

        completion.complete("x");
        completion.whenDone(answer -> seen.add("late " + answer));

        assertThat(seen).containsExactly("1 x", "2 x", "3 x", "late x");
    }

    @Test
    void a_second_answer_is_a_bug() {
        Completion<String> completion = Completion.of("first");

        assertThatThrownBy(() -> completion.complete("second"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("completed twice: first first, then second");
    }

    @Test
    void a_continuation_may_add_another_one() {
        Completion<String> completion = new Completion<>();
        completion.whenDone(outer -> completion.whenDone(inner -> seen.add(outer + inner)));

        completion.complete("x");

        assertThat(seen).containsExactly("xx");
    }

    @Test
    void mapping_twice_is_mapping_once_with_both() {
        Completion<Integer> completion = new Completion<>();
        Completion<String> twice = completion.map(n -> n + 1).map(n -> "n" + n);
        Completion<String> once = completion.map(n -> "n" + (n + 1));
        assertThat(twice.isDone()).isFalse();

        completion.complete(4);

        assertThat(valueOf(twice)).isEqualTo(valueOf(once)).isEqualTo("n5");
    }

    @Test
    void then_waits_for_both_steps_in_either_state() {
        Completion<Integer> first = new Completion<>();
        Completion<Integer> second = new Completion<>();
        Completion<Integer> pending = first.then(n -> second.map(m -> n * 10 + m));

        first.complete(4);
        assertThat(pending.isDone()).isFalse();
        second.complete(2);

        assertThat(valueOf(pending)).isEqualTo(42);
        assertThat(valueOf(Completion.of(4).then(n -> Completion.of("n" + n)))).isEqualTo("n4");
    }

    @Test
    void chaining_is_associative() {
        Completion<Integer> left = new Completion<>();
        Completion<Integer> right = new Completion<>();
        Completion<Integer> inner = new Completion<>();
        Completion<Integer> nestedLeft = left.then(n -> inner.map(m -> n + m)).then(n -> Completion.of(n * 2));
        Completion<Integer> nestedRight = right.then(n -> inner.map(m -> n + m).then(sum -> Completion.of(sum * 2)));

        left.complete(3);
        right.complete(3);
        inner.complete(4);

        assertThat(valueOf(nestedLeft)).isEqualTo(valueOf(nestedRight)).isEqualTo(14);
    }

    @Test
    void all_keeps_the_order_of_the_list_whatever_comes_first() {
        Completion<String> a = new Completion<>();
        Completion<String> b = new Completion<>();
        Completion<List<String>> all = Completion.all(List.of(a, Completion.of("ready"), b));

        b.complete("b");
        assertThat(all.isDone()).isFalse();
        a.complete("a");

        assertThat(valueOf(all)).isEqualTo(List.of("a", "ready", "b"));
    }

    @Test
    void all_of_nothing_is_there_at_once() {
        assertThat(valueOf(Completion.all(List.<Completion<String>>of()))).isEqualTo(List.of());
    }

    @Test
    void a_loop_of_a_hundred_thousand_steps_needs_no_stack() {
        List<Completion<Integer>> steps = new ArrayList<>();
        Completion<Integer> loop = loop(0, 100_000, steps);

        for (int i = 0; i < steps.size(); i++) {
            steps.get(i).complete(i);
        }

        assertThat(steps).hasSize(100_000);
        assertThat(valueOf(loop)).isEqualTo(100_000);
    }

    private static Completion<Integer> loop(int step, int last, List<Completion<Integer>> steps) {
        if (step == last) {
            return Completion.of(last);
        }
        Completion<Integer> pending = new Completion<>();
        steps.add(pending);
        return pending.then(done -> loop(step + 1, last, steps));
    }

    @Test
    void a_promise_that_another_stands_for_still_answers_those_who_hold_it() {
        Completion<String> first = new Completion<>();
        Completion<String> second = new Completion<>();
        Completion<String> both = first.then(answer -> second);
        first.complete("begin");

        second.whenDone(answer -> seen.add("held " + answer));
        both.whenDone(answer -> seen.add("both " + answer));
        Completion<String> mapped = second.map(answer -> "mapped " + answer);
        assertThat(second.isDone()).isFalse();
        second.complete("x");
        second.whenDone(answer -> seen.add("late " + answer));

        assertThat(seen).containsExactly("held x", "both x", "late x");
        assertThat(second.isDone()).isTrue();
        assertThat(valueOf(mapped)).isEqualTo("mapped x");
        assertThat(valueOf(second.then(answer -> Completion.of(answer + "y")))).isEqualTo("xy");
        assertThatThrownBy(() -> second.complete("again")).hasMessage("completed twice: first x, then again");
    }

    @Test
    void a_promise_of_another_owner_keeps_to_it() {
        boolean[] alive = {true};
        Completion<String> first = new Completion<>(owner(new boolean[] {true}));
        Completion<String> second = new Completion<>(owner(alive));
        first.then(answer -> second).whenDone(seen::add);
        first.complete("begin");

        alive[0] = false;
        second.complete("x");

        assertThat(seen).isEmpty();
    }

    private static EventOwner owner(boolean[] alive) {
        return new EventOwner() {
            @Override
            public Processor processor() {
                return null;
            }

            @Override
            public boolean isAlive() {
                return alive[0];
            }
        };
    }

    private static Object valueOf(Completion<?> completion) {
        List<Object> values = new ArrayList<>();
        completion.whenDone(values::add);
        assertThat(values).hasSize(1);
        return values.get(0);
    }
}
