package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * etcd refuses to show what was there at a revision, because it has been compacted.
 *
 * @param client name of the component that asks
 * @param request {@code watch} or {@code range}
 * @param prefix of the keys
 * @param revision that is asked for
 * @param compacted the earliest revision that is known
 */
public record CompactedTrace(String client, String request, String prefix, long revision, long compacted)
        implements TraceRecord {

    @Override
    public String type() {
        return "etcd.compacted";
    }

    @Override
    public void describe(Fields out) {
        out.text("client", client)
                .text("request", request)
                .text("prefix", prefix)
                .number("revision", revision)
                .number("compacted", compacted);
    }
}
