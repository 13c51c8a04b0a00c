package dev.wavetank.sim.causality;

import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A slice as a readable story: who did what to which object, and why.
 *
 * <p>Some records become one line. A store that commits a change does not know its client; the record of the request,
 * which follows the store's response, does. The line has the time and the fields of the change and the words of the
 * request. Records between the two in the same event repeat it and are left out.
 *
 * @param lines by number of their records, the explained one last
 * @param isCut whether the story begins in the middle, because earlier records were not kept
 */
public record Story(List<Line> lines, boolean isCut) {

    /** Why a line is in the story. */
    public enum Reason {
        /** It is on the path that led to the explained record, or is that record. */
        CAUSE,
        /** It is what a change found in place, or led to that. */
        STATE,
        /** A fault was active meanwhile. No link says that it mattered. */
        CIRCUMSTANCE
    }

    /**
     * One step.
     *
     * @param entry the record
     * @param reason why the story has it
     * @param actor who did it
     * @param place the component where it happened: for a request the server
     * @param verb what was done
     * @param subject to what; may be empty
     * @param details the fields that say something new; of a changed object those that changed
     * @param cause number of the line that led to it, or 0
     */
    public record Line(
            TraceEntry entry,
            Reason reason,
            String actor,
            String place,
            String verb,
            String subject,
            String details,
            long cause) {

        /** Whether it is a request to another component. */
        boolean isRequest() {
            return !actor.equals(place);
        }
    }

    /**
     * Turns a slice into a story.
     *
     * @param slice the content
     * @param trace the consecutive entries that the slice was taken from
     */
    public static Story of(Slice slice, List<TraceEntry> trace) {
        if (slice.entries().isEmpty()) {
            return new Story(List.of(), slice.isCut());
        }
        Map<Long, TraceEntry> requests = Requests.byChange(slice, new Excerpt(trace));
        Map<Long, Long> folded = folded(slice, requests);
        Map<Long, TraceEntry> before = before(slice, trace);
        Set<Long> path = path(slice);
        long explained = slice.entries().get(slice.entries().size() - 1).number();
        List<Line> lines = new ArrayList<>();
        for (TraceEntry entry : slice.entries()) {
            long number = entry.number();
            if (!folded.containsKey(number)) {
                TraceEntry words = requests.getOrDefault(number, entry);
                Reason reason = path.contains(number) ? Reason.CAUSE : Reason.STATE;
                TraceEntry earlier = words != entry || entry.record().isWrite() ? before.get(number) : null;
                long cause = folded.getOrDefault(entry.cause(), entry.cause());
                lines.add(line(entry, reason, words, new Details(words, entry, earlier, number == explained), cause));
            }
        }
        lines.addAll(circumstances(slice, trace));
        lines.sort(Comparator.comparingLong(line -> line.entry().number()));
        return new Story(lines, slice.isCut());
    }

    private static Line line(TraceEntry entry, Reason reason, TraceEntry words, Details details, long cause) {
        String actor = words.actor().isEmpty() ? words.component() : words.actor();
        TraceRecord does = words.record();
        return new Line(entry, reason, actor, words.component(), does.verb(), does.subject(), details.text(), cause);
    }

    /** Records that another line covers, with the number of that line. */
    private static Map<Long, Long> folded(Slice slice, Map<Long, TraceEntry> requests) {
        Map<Long, TraceEntry> inSlice = new LinkedHashMap<>();
        slice.entries().forEach(entry -> inSlice.put(entry.number(), entry));
        long explained = slice.entries().get(slice.entries().size() - 1).number();
        Map<Long, Long> folded = new LinkedHashMap<>();
        requests.forEach((change, request) -> {
            TraceEntry next = inSlice.get(request.number());
            while (next != null && next.number() > change && next.number() != explained) {
                folded.put(next.number(), change);
                next = inSlice.get(next.cause());
            }
        });
        return folded;
    }

    /** The record before it of the same kind about the same subject, for each entry of the slice that has one. */
    private static Map<Long, TraceEntry> before(Slice slice, List<TraceEntry> trace) {
        Map<Long, TraceEntry> before = new LinkedHashMap<>();
        slice.entries().forEach(entry -> before.put(entry.number(), null));
        long last = slice.entries().get(slice.entries().size() - 1).number();
        Map<String, TraceEntry> latest = new LinkedHashMap<>();
        for (TraceEntry entry : trace) {
            if (entry.number() > last) {
                break;
            }
            TraceRecord does = entry.record();
            if (!does.subject().isEmpty()) {
                TraceEntry earlier = latest.put(does.getClass().getName() + " " + does.subject(), entry);
                before.replace(entry.number(), earlier);
            }
        }
        return before;
    }

    /** The numbers of the records that the last one follows from, itself included. */
    private static Set<Long> path(Slice slice) {
        Set<Long> path = new LinkedHashSet<>();
        List<TraceEntry> entries = slice.entries();
        long next = entries.get(entries.size() - 1).number();
        for (int i = entries.size() - 1; i >= 0; i--) {
            TraceEntry entry = entries.get(i);
            if (entry.number() == next) {
                path.add(next);
                next = entry.cause();
            }
        }
        return path;
    }

    /** The faults that were active at some time of the slice and that are not in it. */
    private static List<Line> circumstances(Slice slice, List<TraceEntry> trace) {
        TraceEntry first = slice.entries().get(0);
        TraceEntry last = slice.entries().get(slice.entries().size() - 1);
        Map<String, TraceEntry> open = new LinkedHashMap<>();
        List<TraceEntry> faults = new ArrayList<>();
        for (TraceEntry entry : trace) {
            if (entry.number() >= last.number()) {
                break;
            }
            if (entry.record() instanceof FaultTrace fault) {
                String name = fault.kind() + " " + fault.target();
                TraceEntry opened = open.remove(name);
                boolean during = entry.time() >= first.time();
                if (fault instanceof FaultTrace.Opened) {
                    open.put(name, entry);
                } else if (during && opened != null) {
                    faults.add(opened);
                    faults.add(entry);
                }
            }
        }
        faults.addAll(open.values());
        faults.removeAll(slice.entries());
        return faults.stream()
                .map(fault -> line(fault, Reason.CIRCUMSTANCE, fault, new Details(fault, fault, null, false), 0))
                .toList();
    }
}
