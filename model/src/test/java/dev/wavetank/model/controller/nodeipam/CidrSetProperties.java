package dev.wavetank.model.controller.nodeipam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.wavetank.model.address.Ipv4Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CidrSetProperties {

    private static Ipv4Range range(String text) {
        return Ipv4Range.parse(text).orElseThrow();
    }

    @Property
    void no_range_is_given_out_twice_and_none_is_refused_while_one_is_free(
            @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 5) Integer> steps) {
        CidrSet set = new CidrSet(range("10.0.0.0/20"), 24);
        List<Ipv4Range> held = new ArrayList<>();
        for (int step : steps) {
            if (step == 0 && !held.isEmpty()) {
                set.release(held.remove(0));
            } else {
                Optional<Ipv4Range> taken = set.take();
                assertThat(taken.isPresent()).isEqualTo(held.size() < 16);
                taken.ifPresent(one -> {
                    assertThat(held).doesNotContain(one);
                    assertThat(range("10.0.0.0/20").contains(one.first())).isTrue();
                    held.add(one);
                });
            }
        }
    }

    @Example
    void ranges_come_one_after_the_other_and_what_is_freed_comes_last() {
        CidrSet set = new CidrSet(range("10.244.0.0/22"), 24);
        assertThat(set.take()).contains(range("10.244.0.0/24"));
        assertThat(set.take()).contains(range("10.244.1.0/24"));
        set.release(range("10.244.0.0/24"));
        assertThat(set.take()).contains(range("10.244.2.0/24"));
        assertThat(set.take()).contains(range("10.244.3.0/24"));
        assertThat(set.take()).contains(range("10.244.0.0/24"));
        assertThat(set.take()).isEmpty();
    }

    @Example
    void what_others_have_is_not_given_out() {
        CidrSet set = new CidrSet(range("10.0.0.0/8"), 16);
        set.occupy(range("10.0.5.0/24"));
        set.occupy(range("10.96.0.0/12"));
        set.occupy(range("192.168.0.0/16"));
        List<Ipv4Range> all = new ArrayList<>();
        for (Optional<Ipv4Range> one = set.take(); one.isPresent(); one = set.take()) {
            all.add(one.get());
        }
        assertThat(all).hasSize(256 - 1 - 16).doesNotContain(range("10.0.0.0/16"), range("10.100.0.0/16"));
    }

    @Example
    void sizes_that_do_not_fit_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CidrSet(range("10.244.0.0/24"), 16))
                .withMessageContaining("node-cidr-mask-size must be at least 24");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CidrSet(range("10.0.0.0/8"), 30))
                .withMessageContaining("the node CIDR size is too big");
    }
}
