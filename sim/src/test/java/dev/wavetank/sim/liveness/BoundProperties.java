package dev.wavetank.sim.liveness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.VirtualTime;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class BoundProperties {

    @Property
    void the_total_is_the_sum_of_the_terms(
            @ForAll @Size(max = 20) List<@LongRange(min = 0, max = 1L << 40) Long> costs) {
        Bound bound = new Bound(
                costs.stream().map(cost -> new Bound.Term("cause", cost)).toList());

        assertThat(bound.total())
                .isEqualTo(costs.stream().mapToLong(Long::longValue).sum());
        assertThat(bound.toString()).startsWith(VirtualTime.span(bound.total()));
    }

    @Example
    void a_bound_is_told_as_a_sum() {
        Bound bound = new Bound(List.of(
                new Bound.Term("lease", 15 * VirtualTime.SECOND), new Bound.Term("retry", 2 * VirtualTime.SECOND)));

        assertThat(bound).hasToString("17s = lease 15s + retry 2s");
        assertThat(new Bound(List.of())).hasToString(VirtualTime.span(0));
    }

    @Example
    void a_term_is_not_negative_and_a_sum_is_an_instant() {
        assertThatThrownBy(() -> new Bound.Term("retry", -1))
                .hasMessage("the term 'retry' of a bound must not be negative, was -1 ns");
        Bound.Term eternity = new Bound.Term("eternity", Long.MAX_VALUE);
        assertThatThrownBy(() -> new Bound(List.of(eternity, eternity))).isInstanceOf(ArithmeticException.class);
    }
}
