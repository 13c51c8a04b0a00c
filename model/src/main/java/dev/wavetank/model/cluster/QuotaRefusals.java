package dev.wavetank.model.cluster;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.Map;
import java.util.TreeMap;

/** Counts the requests that the administrator's quota has refused, by namespace. */
final class QuotaRefusals implements TraceSink {

    private final Map<String, Long> counts = new TreeMap<>();

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace request
                && request.response() instanceof ApiResponse.Failed failed
                && failed.status().message().contains("exceeded quota: " + Administrator.QUOTA)) {
            counts.merge(request.call().request().namespace(), 1L, Long::sum);
        }
    }

    /** How many so far. */
    long in(String namespace) {
        return counts.getOrDefault(namespace, 0L);
    }
}
