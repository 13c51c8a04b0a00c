package dev.wavetank.properties.coverage;

import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;

/** A quota let some pods of a batch pass and refused others. */
final class QuotaInBatch implements Sometimes.Condition<TraceRecord> {

    private boolean refused;

    @Override
    public boolean isReached(TraceRecord record, TraceEntry entry) {
        if (record instanceof RequestTrace request) {
            refused |= Requests.isRefusedByQuota(request);
            return false;
        }
        if (!(record instanceof BatchTrace batch)) {
            return false;
        }
        boolean reached = refused && batch.failures() > 0 && batch.failures() < batch.size();
        refused = false;
        return reached;
    }
}
