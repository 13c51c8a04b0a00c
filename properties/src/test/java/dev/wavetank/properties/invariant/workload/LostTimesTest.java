package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.status.ConditionsKeepTheirTimes;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import org.junit.jupiter.api.Test;

/** After a fault the node controller calls a pod not ready, and the condition keeps the time at which it was ready. */
class LostTimesTest {

    private static String ready(String status, int minute) {
        return Story.pod(
                "{name: web-1, namespace: default}",
                "{}",
                "{conditions: [{type: Ready, status: '" + status + "', lastTransitionTime: '2026-01-01T00:0" + minute
                        + ":00Z'}]}");
    }

    private static Story told(String first, String second, int minute) {
        return new Story(new ConditionsKeepTheirTimes(Delays.NONE))
                .at(60)
                .stored(ready(first, 1))
                .told("fault", new FaultTrace.Opened(new ComponentFault.Crash("kubelet/one")))
                .at(300)
                .stored(ready(second, minute));
    }

    @Test
    void a_time_that_stays_with_another_status_is_wrong() {
        assertThat(told("True", "False", 1).broken()).hasSize(1);
        assertThat(told("True", "False", 5).broken()).isEmpty();
    }

    @Test
    void a_pod_may_have_been_ready_within_a_second() {
        assertThat(told("False", "True", 1).broken()).isEmpty();
    }

    @Test
    void what_changed_to_and_fro_may_be_reported_as_later() {
        assertThat(told("False", "False", 4).broken()).isEmpty();
    }
}
