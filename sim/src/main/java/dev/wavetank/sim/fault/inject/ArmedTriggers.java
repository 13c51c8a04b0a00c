package dev.wavetank.sim.fault.inject;

import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * The clauses of a plan that wait for their anchors. Those that wait for different numbers of the same records share
 * one counter, so that a plan of many faults costs a record no more than it has patterns.
 */
final class ArmedTriggers {

    private final Map<Anchor, Waiting> byPattern = new LinkedHashMap<>();
    /** All of them, by their place in the plan. */
    private final Map<Integer, ArmedTrigger> all = new TreeMap<>();

    /** Those that count the same records. */
    private static final class Waiting {

        private final Map<Integer, List<ArmedTrigger>> byNumber = new LinkedHashMap<>();
        private int seen;
    }

    /** Adds a clause; clauses are added before the first record. */
    void add(ArmedTrigger trigger) {
        all.put(trigger.number(), trigger);
        Anchor anchor = trigger.trigger().anchor();
        byPattern
                .computeIfAbsent(pattern(anchor), missing -> new Waiting())
                .byNumber
                .computeIfAbsent(anchor.nth(), missing -> new ArrayList<>(1))
                .add(trigger);
    }

    private static Anchor pattern(Anchor anchor) {
        return new Anchor(anchor.component(), anchor.verb(), anchor.subject(), 1);
    }

    /** The clause at this place in the plan waits no longer. */
    ArmedTrigger remove(int number) {
        ArmedTrigger trigger = Objects.requireNonNull(all.remove(number));
        Anchor anchor = trigger.trigger().anchor();
        Anchor pattern = pattern(anchor);
        Waiting waiting = byPattern.get(pattern);
        // Its record may have come at the very instant at which the wait ends.
        if (waiting != null) {
            waiting.byNumber.computeIfPresent(anchor.nth(), (nth, same) -> {
                same.remove(trigger);
                return same.isEmpty() ? null : same;
            });
            if (waiting.byNumber.isEmpty()) {
                byPattern.remove(pattern);
            }
        }
        return trigger;
    }

    /** Those that wait, in the order of the plan. */
    List<ArmedTrigger> waiting() {
        return List.copyOf(all.values());
    }

    /** Counts a record, and removes and returns those that waited for it, in the order of the plan. */
    List<ArmedTrigger> setOffBy(TraceEntry entry) {
        if (byPattern.isEmpty()) {
            return List.of();
        }
        List<ArmedTrigger> setOff = new ArrayList<>(0);
        for (Iterator<Map.Entry<Anchor, Waiting>> each = byPattern.entrySet().iterator(); each.hasNext(); ) {
            Map.Entry<Anchor, Waiting> next = each.next();
            Waiting waiting = next.getValue();
            if (!next.getKey().matches(entry)) {
                continue;
            }
            List<ArmedTrigger> due = waiting.byNumber.remove(++waiting.seen);
            if (due != null) {
                setOff.addAll(due);
            }
            if (waiting.byNumber.isEmpty()) {
                each.remove();
            }
        }
        if (setOff.isEmpty()) {
            return List.of();
        }
        setOff.removeIf(trigger -> isLate(trigger.trigger(), entry));
        setOff.forEach(trigger -> all.remove(trigger.number()));
        setOff.sort(Comparator.comparingInt(ArmedTrigger::number));
        return setOff;
    }

    /** Whether it waits no longer, although the event that ends the wait comes later in the same instant. */
    private static boolean isLate(Trigger.After trigger, TraceEntry entry) {
        return entry.time() >= trigger.until();
    }
}
