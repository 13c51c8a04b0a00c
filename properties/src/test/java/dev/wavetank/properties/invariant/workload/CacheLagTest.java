package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import org.junit.jupiter.api.Test;

class CacheLagTest {

    private static final Fault STALL = new StreamFault.Stall(CallSelector.ANY);
    private static final long MINUTE = VirtualTime.MINUTE;

    private final CacheLag lag = new CacheLag(Delays.NONE);

    @Test
    void a_stall_hides_what_changed_after_it_began_as_long_as_it_lasts() {
        at(0, new FaultTrace.Opened(STALL));

        assertThat(lag.mayHide(MINUTE, 9 * MINUTE)).isTrue();

        at(10 * MINUTE, new FaultTrace.Closed(STALL));

        assertThat(lag.mayHide(MINUTE, 11 * MINUTE)).isTrue();
        assertThat(lag.mayHide(MINUTE, 20 * MINUTE)).isFalse();
    }

    /** Two faults of a plan may be equal but for their times. */
    @Test
    void of_equal_stalls_that_overlap_the_end_of_one_is_not_the_end_of_both() {
        at(0, new FaultTrace.Opened(STALL));
        at(MINUTE / 2, new FaultTrace.Opened(STALL));
        at(2 * MINUTE, new FaultTrace.Closed(STALL));

        assertThat(lag.mayHide(MINUTE, 9 * MINUTE)).isTrue();

        at(10 * MINUTE, new FaultTrace.Closed(STALL));

        assertThat(lag.mayHide(MINUTE, 11 * MINUTE)).isTrue();
        assertThat(lag.mayHide(MINUTE, 20 * MINUTE)).isFalse();
    }

    private void at(long time, TraceRecord record) {
        lag.accept(new TraceEntry(1, time, "faults", 0, record));
    }
}
