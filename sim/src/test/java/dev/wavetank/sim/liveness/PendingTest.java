package dev.wavetank.sim.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PendingTest {

    @Test
    void tells_what_is_missing_and_who_has_work() {
        Pending pending = new Pending("3 of 10 pods", new TreeMap<>(Map.of("scheduler", 2, "kubelet/node-1", 1)));

        assertThat(pending).hasToString("3 of 10 pods; 3 work events are pending: kubelet/node-1 1, scheduler 2");
    }

    @Test
    void tells_that_nothing_is_under_way() {
        assertThat(new Pending("", new TreeMap<>())).hasToString("no work event is pending");
        assertThat(new Pending("", new TreeMap<>(Map.of("etcd", 1)))).hasToString("1 work event is pending: etcd 1");
    }

    @Test
    void names_only_the_first_of_many_components() {
        TreeMap<String, Integer> work = new TreeMap<>();
        for (int i = 1; i <= 7; i++) {
            work.put("c" + i, 1);
        }

        assertThat(new Pending("", work)).asString().endsWith("c5 1 and 2 more components");
    }
}
