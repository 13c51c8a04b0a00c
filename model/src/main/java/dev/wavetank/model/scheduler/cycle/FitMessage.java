package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.Refusal;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The text about a pod that no node suits ({@code FitError.Error}). */
public final class FitMessage {

    /** The text when there is no node at all. */
    static final String NO_NODES = "no nodes available to schedule pods";

    private FitMessage() {}

    /** Counted reasons, sorted as strings: capitals before small letters, 10 before 2. */
    public static String of(int nodes, Collection<Refusal> refusals) {
        Map<String, Integer> reasons = new TreeMap<>();
        for (Refusal refusal : refusals) {
            for (String reason : refusal.status().reasons()) {
                reasons.merge(reason, 1, Integer::sum);
            }
        }
        TreeSet<String> counted = new TreeSet<>();
        reasons.forEach((reason, count) -> counted.add(count + " " + reason));
        return of(nodes, String.join(", ", counted));
    }

    /** The same with a text that holds for all nodes. */
    public static String of(int nodes, String why) {
        return "0/" + nodes + " nodes are available: " + why + ".";
    }
}
