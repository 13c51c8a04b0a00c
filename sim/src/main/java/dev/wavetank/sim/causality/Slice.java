package dev.wavetank.sim.causality;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The part of a trace that led to one record: its cause, the cause of that, and so on back to something that
 * nothing caused, such as the start of a component.
 *
 * <p>With the state asked for ({@link #withState}), it also has what a change found in place: the change before it of
 * the same subject, and what led to that. This makes the slice a graph without cycles rather than a chain.
 *
 * @param entries by number, the explained one last; empty when the trace does not have it
 * @param previous number of a change to the number of the one before it of the same subject
 * @param isCut whether a cause is missing, because the trace that was given does not reach back so far
 */
public record Slice(List<TraceEntry> entries, Map<Long, Long> previous, boolean isCut) {

    /** What led to nothing. */
    public static final Slice EMPTY = new Slice(List.of(), Collections.emptyMap(), false);

    /**
     * Follows the causes backward.
     *
     * @param number of the record that is to be explained
     * @param trace consecutive entries
     */
    public static Slice of(long number, List<TraceEntry> trace) {
        Excerpt excerpt = new Excerpt(trace);
        TreeMap<Long, TraceEntry> chosen = new TreeMap<>();
        boolean isCut = addPath(number, excerpt, chosen);
        return new Slice(new ArrayList<>(chosen.values()), Collections.emptyMap(), isCut);
    }

    /**
     * Follows the causes backward, and for every change on that path one step along its subject: to the previous
     * change, which says who set the value that was changed, and to the causes of that one.
     *
     * @param number of the record that is to be explained
     * @param trace consecutive entries
     * @param isChange which records change their subject
     */
    public static Slice withState(long number, List<TraceEntry> trace, Predicate<TraceRecord> isChange) {
        Excerpt excerpt = new Excerpt(trace);
        TreeMap<Long, TraceEntry> chosen = new TreeMap<>();
        boolean isCut = addPath(number, excerpt, chosen);
        Map<Long, Long> previous = previousChanges(chosen, trace, isChange);
        for (long before : previous.values()) {
            isCut |= addPath(before, excerpt, chosen);
        }
        return new Slice(new ArrayList<>(chosen.values()), previous, isCut);
    }

    /** Adds a record and all its causes. Answers whether one of them is not in the excerpt. */
    private static boolean addPath(long number, Excerpt excerpt, TreeMap<Long, TraceEntry> chosen) {
        long next = number;
        while (next != 0 && !chosen.containsKey(next)) {
            TraceEntry entry = excerpt.find(next);
            if (entry == null) {
                return true;
            }
            chosen.put(next, entry);
            next = entry.cause();
        }
        return false;
    }

    private static Map<Long, Long> previousChanges(
            TreeMap<Long, TraceEntry> path, List<TraceEntry> trace, Predicate<TraceRecord> isChange) {
        Map<Long, Long> previous = new LinkedHashMap<>();
        if (path.isEmpty()) {
            return previous;
        }
        Map<String, Long> latest = new LinkedHashMap<>();
        for (TraceEntry entry : trace) {
            if (entry.number() > path.lastKey()) {
                break;
            }
            if (isChange.test(entry.record()) && !entry.record().subject().isEmpty()) {
                Long before = latest.put(entry.record().subject(), entry.number());
                if (before != null && path.containsKey(entry.number())) {
                    previous.put(entry.number(), before);
                }
            }
        }
        return previous;
    }
}
