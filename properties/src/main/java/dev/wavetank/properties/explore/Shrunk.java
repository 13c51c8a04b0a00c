package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.shrink.ClusterItem;
import dev.wavetank.properties.shrink.Manifests;
import dev.wavetank.properties.shrink.Size;
import dev.wavetank.sim.OrderPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A shrunk failure.
 *
 * @param smallest the smallest run that was found that fails in the same way
 * @param parts of that run
 * @param whole the scenario at first
 * @param orderBefore the order of events at first, with the seed's choices about it written out
 * @param decisionsBefore how many decisions differed from first in, first out, before they were made fewer; 0 when
 *     that is the order of the smallest run
 * @param effort what the search took
 */
public record Shrunk(
        RunResult smallest,
        ClusterParts parts,
        Scenario whole,
        String orderBefore,
        int decisionsBefore,
        SearchEffort effort) {

    /** Number of runs of the search. */
    public int runs() {
        return effort.runs();
    }

    /** How many commands there were at first. */
    public int commandsBefore() {
        return whole.timeline().size();
    }

    /** How many faults there were at first. */
    public int faultsBefore() {
        return whole.faults().size();
    }

    /**
     * In words, what was made smaller, such as {@code commands 9 to 3, faults 41 to 2, replicas 6 to 1, decisions 25 to
     * 2, 123 runs}. Sizes of workloads are the largest.
     */
    public String summary() {
        Scenario scenario = smallest.scenario();
        List<String> words = new ArrayList<>();
        addIfSmaller(words, "commands", commandsBefore(), scenario.timeline().size());
        if (faultsBefore() > 0) {
            words.add("faults " + change(faultsBefore(), scenario.faults().size()));
        }
        addIfSmaller(
                words, "nodes", whole.cluster().nodeCount(), scenario.cluster().nodeCount());
        Map<String, Long> sizes = sizes(scenario);
        sizes(whole).forEach((name, before) -> addIfSmaller(words, name, before, sizes.getOrDefault(name, before)));
        addIfSmaller(words, "settings and add-ons", items(whole), items(scenario));
        addIfSmaller(
                words,
                "lines of manifests",
                Manifests.of(whole).lines(),
                Manifests.of(scenario).lines());
        if (!orderBefore.equals(parts.order())) {
            words.add("order " + orderBefore + " to " + parts.order());
        } else if (!orderBefore.equals(OrderPolicy.FIFO.toString())) {
            words.add("decisions " + change(decisionsBefore, parts.decisions().size()));
        }
        words.add(runs() == 1 ? "1 run" : runs() + (effort.isSpent() ? " runs, the most that are made" : " runs"));
        TrialErrors errors = effort.errors();
        if (errors.count() > 0) {
            words.add(errors.count() + " of them with an exception, first: " + errors.first());
        }
        return String.join(", ", words);
    }

    private static Map<String, Long> sizes(Scenario scenario) {
        Map<String, Long> sizes = new TreeMap<>();
        Size.all(scenario).forEach(size -> sizes.merge(size.name(), size.value(), Math::max));
        return sizes;
    }

    private static int items(Scenario scenario) {
        return ClusterItem.all(scenario.cluster()).size();
    }

    private static void addIfSmaller(List<String> words, String what, long before, long after) {
        if (after < before) {
            words.add(what + " " + change(before, after));
        }
    }

    private static String change(long before, long after) {
        return before == after ? "" + after : before + " to " + after;
    }
}
