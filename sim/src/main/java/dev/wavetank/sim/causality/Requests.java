package dev.wavetank.sim.causality;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the requests that the changes of a slice were made for. */
final class Requests {

    private Requests() {}

    /**
     * For each change in the slice the record of its request, if there is one: the first write that directly follows
     * from the change, recorded by another component in the name of another actor, to the same subject or a part of
     * it.
     */
    static Map<Long, TraceEntry> byChange(Slice slice, Excerpt trace) {
        Map<Long, TraceEntry> changes = new LinkedHashMap<>();
        for (TraceEntry entry : slice.entries()) {
            if (!entry.record().isWrite() && !entry.record().subject().isEmpty()) {
                changes.put(entry.number(), entry);
            }
        }
        long first = slice.entries().get(0).number();
        Map<Long, TraceEntry> requests = new LinkedHashMap<>();
        for (TraceEntry entry : trace.entries()) {
            if (entry.number() > first && entry.record().isWrite() && speaksForAnother(entry)) {
                TraceEntry change = changes.get(causeFromElsewhere(entry, trace));
                if (change != null && concerns(entry, change)) {
                    requests.putIfAbsent(change.number(), entry);
                }
            }
        }
        return requests;
    }

    /** The nearest cause that another component emitted; a component may emit several records in one event. */
    private static long causeFromElsewhere(TraceEntry entry, Excerpt trace) {
        TraceEntry next = entry;
        while (next != null && next.component().equals(entry.component()) && next.time() == entry.time()) {
            TraceEntry cause = trace.find(next.cause());
            if (cause == null) {
                return 0;
            }
            next = cause;
        }
        return next == null || next.component().equals(entry.component()) ? 0 : next.number();
    }

    /** A component that records its own actions is no server. */
    private static boolean speaksForAnother(TraceEntry entry) {
        return !entry.actor().equals(entry.component());
    }

    private static boolean concerns(TraceEntry request, TraceEntry change) {
        String subject = change.record().subject();
        String asked = request.record().subject();
        return asked.equals(subject) || asked.startsWith(subject + "/");
    }
}
