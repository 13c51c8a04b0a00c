package dev.wavetank.properties.coverage;

import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;

/** A fault began while another had not healed. */
final class SeveralFaults implements Sometimes.Condition<TraceRecord> {

    private int open;

    @Override
    public boolean isReached(TraceRecord record, TraceEntry entry) {
        if (record instanceof FaultTrace.Closed) {
            open--;
        }
        return record instanceof FaultTrace.Opened && ++open > 1;
    }
}
