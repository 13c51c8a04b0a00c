package dev.wavetank.model.controller.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Endpoints;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which addresses are left out when there are too many. */
class CapacityTest {

    private static List<Endpoints.Address> addresses(int count) {
        List<Endpoints.Address> addresses = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            addresses.add(new Endpoints.Address("10.0." + number / 250 + "." + number % 250, null, null, null));
        }
        return addresses;
    }

    private static Endpoints.Subset subset(int ready, int unready) {
        return new Endpoints.Subset(addresses(ready), addresses(unready), List.of());
    }

    private static List<String> sizes(List<Endpoints.Subset> subsets) {
        return subsets.stream()
                .map(subset -> subset.addresses().size() + " "
                        + subset.notReadyAddresses().size())
                .toList();
    }

    @Test
    void a_thousand_addresses_are_not_cut() {
        assertThat(sizes(Capacity.cut(List.of(subset(600, 100), subset(300, 0)))))
                .containsExactly("600 100", "300 0");
    }

    @Test
    void those_that_are_not_ready_go_first_each_subset_giving_its_part() {
        assertThat(sizes(Capacity.cut(List.of(subset(400, 300), subset(300, 600)))))
                .containsExactly("400 100", "300 200");
    }

    @Test
    void ready_ones_are_cut_when_they_alone_are_too_many_and_the_last_subset_gets_the_rest() {
        assertThat(sizes(Capacity.cut(List.of(subset(1001, 5), subset(1, 0), subset(1, 7)))))
                .containsExactly("999 0", "1 0", "0 0");
    }
}
