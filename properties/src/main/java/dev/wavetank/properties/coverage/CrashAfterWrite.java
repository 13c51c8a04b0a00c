package dev.wavetank.properties.coverage;

import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** A component crashed so soon after a write of its own that it cannot have observed many of its effects. */
final class CrashAfterWrite implements Sometimes.Condition<TraceRecord> {

    private static final long SOON = 10 * VirtualTime.MILLISECOND;

    /** By component, whose name is its token. */
    private final Map<String, Long> lastWrite = new LinkedHashMap<>();

    @Override
    public boolean isReached(TraceRecord record, TraceEntry entry) {
        if (record instanceof RequestTrace request) {
            if (request.isWrite()) {
                lastWrite.put(
                        String.valueOf(request.call().identity().credentials().bearerToken()), entry.time());
            }
            return false;
        }
        if (!(record instanceof ComponentTrace.Crashed)) {
            return false;
        }
        Long written = lastWrite.get(entry.component());
        return written != null && entry.time() - written <= SOON;
    }
}
