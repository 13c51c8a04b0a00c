package dev.wavetank.sim.liveness;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What is still pending when a goal could not be judged.
 *
 * @param goal what is missing for the goal and why, in words; empty when nothing is
 * @param work how many work events have not fired, by component
 */
public record Pending(String goal, SortedMap<String, Integer> work) {

    private static final int NAMED_MAX = 5;

    /** Keeps a copy of the map. */
    public Pending {
        work = Collections.unmodifiableSortedMap(new TreeMap<>(work));
    }

    /** On one line, such as {@code 3 of 10 pods; 2 work events: kube-scheduler 2}. */
    @Override
    public String toString() {
        int events = work.values().stream().mapToInt(Integer::intValue).sum();
        String counts = work.entrySet().stream()
                .limit(NAMED_MAX)
                .map(one -> one.getKey() + " " + one.getValue())
                .collect(Collectors.joining(", "));
        int rest = work.size() - NAMED_MAX;
        String waiting = events == 0
                ? "no work event is pending"
                : events + (events == 1 ? " work event is" : " work events are") + " pending: " + counts
                        + (rest > 0 ? " and " + rest + " more components" : "");
        return goal.isEmpty() ? waiting : goal + "; " + waiting;
    }
}
