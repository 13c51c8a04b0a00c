package dev.wavetank.properties.invariant.workload;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * The maximum age of the state that a controller acts on.
 *
 * <p>Without faults a watch lags by less than a second and a request waits for a client's rate limit. Once there has
 * been a fault, a watch may have been dead for its longest window, the keep-alive and the reflector's back-off.
 */
final class CacheLag {

    private static final long CALM = 5 * VirtualTime.SECOND;
    private static final long DISTURBED = 4 * VirtualTime.MINUTE;

    private long lag = CALM;

    void observe(TraceRecord record) {
        if (record instanceof FaultTrace.Opened) {
            lag = DISTURBED;
        }
    }

    /** Whether a controller may act at one instant as if the change at another had not happened. */
    boolean mayHide(long changedAt, long now) {
        return now - changedAt < lag;
    }
}
