package dev.wavetank.properties.explore;

import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.causality.Slice;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.function.Predicate;

/**
 * What led to the first violation of a run.
 *
 * @param conclusion the violation in a sentence; empty without a violation
 * @param slice the records
 * @param story the records retold
 */
public record Explanation(String conclusion, Slice slice, Story story) {

    /**
     * Explains a run; empty without a violation.
     *
     * @param trace consecutive entries; the explanation ends where it leaves them
     * @param withState whether what the changes on the way found in place is explained, too
     */
    public static Explanation of(RunResult result, List<TraceEntry> trace, boolean withState) {
        if (result.violations().isEmpty()) {
            return new Explanation("", Slice.EMPTY, Story.of(Slice.EMPTY, trace));
        }
        return of(result.violations().get(0), trace, withState);
    }

    /** Explains one violation. */
    public static Explanation of(Violation violation, List<TraceEntry> trace, boolean withState) {
        String conclusion = violation.invariant() + ": " + violation.object() + ": " + violation.message();
        return of(conclusion, record(violation, trace), trace, withState);
    }

    /** Explains one record. */
    public static Explanation of(String conclusion, long number, List<TraceEntry> trace, boolean withState) {
        Slice slice =
                withState ? Slice.withState(number, trace, StoreTrace.class::isInstance) : Slice.of(number, trace);
        return new Explanation(conclusion, slice, Story.of(slice, trace));
    }

    /**
     * The record that broke the invariant; when passing time broke it, the last record about the object: what came
     * later did not concern it.
     */
    private static long record(Violation violation, List<TraceEntry> trace) {
        String object = violation.object();
        String key = object.substring(object.indexOf('/') + 1);
        long late = last(violation, trace, subject -> concerns(subject, object));
        if (late == 0) {
            late = last(violation, trace, subject -> subject.equals(key) || subject.endsWith("/" + key));
        }
        return late == 0 ? violation.entry() : late;
    }

    /** The last record about it, or the breaking one when it is no mere sign of passing time; 0 for none. */
    private static long last(Violation violation, List<TraceEntry> trace, Predicate<String> isAbout) {
        for (int i = trace.size() - 1; i >= 0; i--) {
            TraceEntry entry = trace.get(i);
            boolean hasBroken = entry.time() == violation.at() && entry.number() == violation.entry();
            boolean mayHaveBroken = entry.time() < violation.at() || hasBroken && isHeartbeat(entry);
            if (mayHaveBroken ? isAbout.test(entry.record().subject()) : hasBroken) {
                return entry.number();
            }
        }
        return 0;
    }

    /** What is written again and again, whatever happens to objects. */
    private static boolean isHeartbeat(TraceEntry entry) {
        String subject = entry.record().subject();
        return subject.startsWith("leases/") || subject.startsWith("events/") || subject.startsWith("nodes/");
    }

    /**
     * Violations name kinds, requests name resources: {@code pod/default/web-1}, {@code
     * pods/default/web-1/status}.
     */
    private static boolean concerns(String subject, String object) {
        String whole = subject + "/";
        return whole.startsWith(object + "/") || whole.startsWith(object.replaceFirst("/", "s/") + "/");
    }
}
