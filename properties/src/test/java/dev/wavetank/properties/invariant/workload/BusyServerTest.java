package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.status.ConditionsKeepTheirTimes;
import org.junit.jupiter.api.Test;

/** A server with a thousand kubelets that begin at once stores a status seconds after it was made. */
class BusyServerTest {

    private static String ready(int second) {
        return "{apiVersion: v1, kind: Node, metadata: {name: one}, status: {conditions: [{type: Ready, status: 'True',"
                + " lastTransitionTime: '2026-01-01T00:00:" + second + "Z'}]}}";
    }

    private static Story told(long stored) {
        return new Story(new ConditionsKeepTheirTimes(Delays.NONE))
                .at(stored - 1)
                .stored(ready(10).replace("True", "False"))
                .at(stored)
                .stored(ready(11))
                .at(34)
                .stored(ready(31));
    }

    @Test
    void a_kubelet_that_could_not_see_its_own_status_begins_again() {
        assertThat(told(30).broken()).isEmpty();
    }

    @Test
    void one_that_has_seen_it_does_not() {
        assertThat(told(12).broken()).hasSize(1);
    }
}
