package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is gone is forgotten an hour later. */
class DepartedTest {

    @Test
    void what_went_more_than_an_hour_before_is_forgotten_once() {
        List<String> forgotten = new ArrayList<>();
        Departed<String> gone = new Departed<>(forgotten::add);

        gone.add("a", 0);
        gone.add("b", VirtualTime.MINUTE);
        gone.add("c", VirtualTime.HOUR);
        assertThat(forgotten).isEmpty();

        gone.add("d", VirtualTime.HOUR + VirtualTime.SECOND);
        assertThat(forgotten).containsExactly("a");

        gone.add("e", 3 * VirtualTime.HOUR);
        assertThat(forgotten).containsExactly("a", "b", "c", "d");
    }
}
