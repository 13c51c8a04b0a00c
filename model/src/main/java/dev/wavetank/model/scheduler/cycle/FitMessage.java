package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The text about a pod that no node suits ({@code FitError.Error}). */
public final class FitMessage {

    /** The text when there is no node at all. */
    static final String NO_NODES = "no nodes available to schedule pods";

    private FitMessage() {}

    /** The text of a version: until v1.8 without the number of nodes ({@code generic_scheduler.go}). */
    static String of(int nodes, Collection<Refusal> refusals, KubernetesVersion version) {
        if (version.has(Feature.NUMBER_OF_NODES_TEXT)) {
            return of(nodes, refusals);
        }
        TreeSet<String> counted = new TreeSet<>();
        reasons(refusals).forEach((reason, count) -> counted.add(reason + " (" + count + ")"));
        return "No nodes are available that match all of the predicates: " + String.join(", ", counted) + ".";
    }

    private static Map<String, Integer> reasons(Collection<Refusal> refusals) {
        Map<String, Integer> reasons = new TreeMap<>();
        for (Refusal refusal : refusals) {
            for (String reason : refusal.status().reasons()) {
                reasons.merge(reason, 1, Integer::sum);
            }
        }
        return reasons;
    }

    /** Counted reasons, sorted as strings: capitals before small letters, 10 before 2. */
    public static String of(int nodes, Collection<Refusal> refusals) {
        TreeSet<String> counted = new TreeSet<>();
        reasons(refusals).forEach((reason, count) -> counted.add(count + " " + reason));
        return of(nodes, String.join(", ", counted));
    }

    /** The same with a text that holds for all nodes. */
    public static String of(int nodes, String why) {
        return "0/" + nodes + " nodes are available: " + why + ".";
    }
}
