package dev.wavetank.properties.explore;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.causality.Slice;
import dev.wavetank.sim.causality.Story;
import dev.wavetank.sim.trace.JsonLinesSink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What led to the first violation of a run.
 *
 * @param conclusion the violation in a sentence; empty without a violation
 * @param slice the records
 * @param story the records retold
 * @param later when passing time broke the invariant: what happened to the object, to those whose names begin alike
 *     and, where the invariant counts others, to these after the last step, and was not followed by what it should have
 *     led to; changes and refused requests
 * @param duty when a workload is not as wanted: which component had to act, and what it did last; else empty
 */
public record Explanation(String conclusion, Slice slice, Story story, List<TraceEntry> later, String duty) {

    /** A uid, or the id of a sandbox. */
    private static final Pattern IDENTITY =
            Pattern.compile("\\b([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{16}([0-9a-f]{48})?)\\b");

    /**
     * Explains a run; empty without a violation.
     *
     * @param trace consecutive entries; the explanation ends where it leaves them
     * @param withState whether what the changes on the way found in place is explained, too
     */
    public static Explanation of(RunResult result, List<TraceEntry> trace, boolean withState) {
        if (result.violations().isEmpty()) {
            return new Explanation("", Slice.EMPTY, Story.of(Slice.EMPTY, trace), List.of(), "");
        }
        return of(result.violations().get(0), trace, withState);
    }

    /** Explains one violation. */
    public static Explanation of(Violation violation, List<TraceEntry> trace, boolean withState) {
        String conclusion = violation.invariant() + ": " + violation.object() + ": " + violation.message();
        long number = record(violation, trace);
        Slice slice = slice(number, trace, withState);
        if (violation.focus() == Focus.LEASE) {
            slice = union(slice, takeover(takeover(violation, trace), trace));
        }
        boolean isLate = number != violation.entry();
        return new Explanation(
                conclusion,
                slice,
                Story.of(slice, trace),
                isLate ? later(violation, number, trace) : List.of(),
                violation.focus() == Focus.PROGRESS ? duty(violation, trace) : "");
    }

    /** Explains one record. */
    public static Explanation of(String conclusion, long number, List<TraceEntry> trace, boolean withState) {
        Slice slice = slice(number, trace, withState);
        return new Explanation(conclusion, slice, Story.of(slice, trace), List.of(), "");
    }

    private static Slice slice(long number, List<TraceEntry> trace, boolean withState) {
        return withState ? Slice.withState(number, trace, StoreTrace.class::isInstance) : Slice.of(number, trace);
    }

    /** What led to a write of a lease, without the renewals before it. */
    private static Slice takeover(long number, List<TraceEntry> trace) {
        Slice whole = Slice.of(number, trace);
        List<TraceEntry> entries = whole.entries().stream()
                .filter(entry ->
                        entry.number() == number || !entry.record().subject().startsWith("leases/"))
                .toList();
        return new Slice(entries, whole.previous(), false);
    }

    /** What is in either of them; the last record of the first one comes last. */
    private static Slice union(Slice slice, Slice other) {
        if (slice.entries().isEmpty()) {
            return slice;
        }
        long last = slice.entries().get(slice.entries().size() - 1).number();
        Map<Long, TraceEntry> entries = new TreeMap<>();
        slice.entries().forEach(entry -> entries.put(entry.number(), entry));
        other.entries().stream()
                .filter(entry -> entry.number() < last)
                .forEach(entry -> entries.put(entry.number(), entry));
        Map<Long, Long> previous = new LinkedHashMap<>(slice.previous());
        other.previous().forEach(previous::putIfAbsent);
        return new Slice(List.copyOf(entries.values()), previous, slice.isCut() || other.isCut());
    }

    /**
     * The latest write before the violation that gave the lease to another holder; for one that is itself such a write,
     * the renewal before it. 0 when there is none.
     */
    private static long takeover(Violation violation, List<TraceEntry> trace) {
        String lease = violation.object().replaceFirst("^lease/[^/]*/", "").replaceFirst("/.*", "");
        boolean isOfLease = violation.object().startsWith("lease/");
        long found = 0;
        for (TraceEntry entry : until(violation, trace)) {
            if (entry.number() < violation.entry()
                    && entry.record() instanceof StoreTrace change
                    && change.object() instanceof Lease after
                    && after.metadata().name().equals(lease)
                    && (isOfLease || isTaken(change, after))) {
                found = entry.number();
            }
        }
        return found;
    }

    private static boolean isTaken(StoreTrace change, Lease after) {
        return !(change.previous() instanceof Lease before) || !holder(before).equals(holder(after));
    }

    private static String holder(Lease lease) {
        return lease.spec() == null || lease.spec().holderIdentity() == null
                ? ""
                : lease.spec().holderIdentity();
    }

    private static String duty(Violation violation, List<TraceEntry> trace) {
        List<TraceEntry> before = until(violation, trace);
        return Duty.of(new Family(violation.object(), before), before);
    }

    private static List<TraceEntry> until(Violation violation, List<TraceEntry> trace) {
        return trace.stream()
                .filter(entry -> entry.number() <= violation.entry())
                .toList();
    }

    private static List<TraceEntry> later(Violation violation, long number, List<TraceEntry> trace) {
        String name = violation.object().substring(violation.object().lastIndexOf('/') + 1);
        Family counted = violation.focus() == Focus.COUNT
                ? new Family(violation.object(), until(violation, trace))
                : new Family("", List.of());
        return trace.stream()
                .filter(entry -> entry.number() > number && entry.number() <= violation.entry())
                .filter(entry -> entry.record() instanceof StoreTrace
                        || entry.record() instanceof RequestTrace request
                                && request.call().request().verb().isMutating()
                                && request.response() instanceof ApiResponse.Failed)
                .filter(entry -> !isHeartbeat(entry)
                        && (isNamedAlike(entry.record().subject(), name) || counted.concerns(entry)))
                .toList();
    }

    private static boolean isNamedAlike(String subject, String name) {
        String[] path = subject.split("/");
        return path.length > 2 && (path[2].equals(name) || path[2].startsWith(name + "-"));
    }

    /**
     * The record that broke the invariant. When passing time broke it, the last record about the object, because what
     * came later did not concern it: what is expected and does not come, when it is about expectations; else what names
     * the uid or the sandbox that is spoken of; the endpoints of a Service; else the last write of the object.
     */
    private static long record(Violation violation, List<TraceEntry> trace) {
        String object = violation.object();
        String key = object.substring(object.indexOf('/') + 1);
        List<Predicate<TraceEntry>> wanted = List.of(
                entry -> violation.focus() == Focus.EXPECTATION
                        && entry.record() instanceof ExpectationTrace raised
                        && !raised.isMet()
                        && object.equals(raised.controller() + "/" + raised.owner()),
                naming(violation),
                entry -> violation.focus() == Focus.COUNT && isEndpoints(entry, violation),
                entry -> entry.record() instanceof StoreTrace
                        && concerns(entry.record().subject(), object),
                entry -> concerns(entry.record().subject(), object),
                entry -> entry.record() instanceof StoreTrace
                        && !isHeartbeat(entry)
                        && entry.record().subject().endsWith("/" + key),
                entry -> entry.record().subject().equals(key)
                        || entry.record().subject().endsWith("/" + key));
        for (Predicate<TraceEntry> isAbout : wanted) {
            long found = last(violation, trace, isAbout);
            if (found != 0) {
                return found;
            }
        }
        return violation.entry();
    }

    /** What is wrong about a Service is written into another object. */
    private static boolean isEndpoints(TraceEntry entry, Violation violation) {
        return entry.record() instanceof StoreTrace change
                && violation.object().equals("service/" + change.endpointsOf())
                && violation.message().contains(change.object().kind());
    }

    private static Predicate<TraceEntry> naming(Violation violation) {
        Matcher identity = IDENTITY.matcher(violation.object() + " " + violation.message());
        if (!identity.find()) {
            return entry -> false;
        }
        String name = identity.group();
        return entry -> {
            StringBuilder line = new StringBuilder();
            new JsonLinesSink(line).accept(entry);
            return line.indexOf(name) >= 0;
        };
    }

    /** The last record about it, or the breaking one when it is no mere sign of passing time; 0 for none. */
    private static long last(Violation violation, List<TraceEntry> trace, Predicate<TraceEntry> isAbout) {
        for (int i = trace.size() - 1; i >= 0; i--) {
            TraceEntry entry = trace.get(i);
            boolean hasBroken = entry.time() == violation.at() && entry.number() == violation.entry();
            boolean mayHaveBroken = entry.time() < violation.at() || hasBroken && isHeartbeat(entry);
            if (mayHaveBroken ? isAbout.test(entry) : hasBroken) {
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
