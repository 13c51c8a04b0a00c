package dev.wavetank.cli.result;

import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.invariant.Margin;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** Which invariants the runs of an exploration came nearest to breaking, and in which seed: where to look next. */
final class MarginTally {

    /** From this share of the allowed time on, an invariant is named. */
    private static final double NEAR = 0.25;

    private static final int MOST_NAMED = 3;

    private record Nearest(Margin margin, long seed) {

        private Nearest orNearer(Nearest other) {
            return other.margin.share() > margin.share() ? other : this;
        }
    }

    private final Map<String, Nearest> byInvariant = new LinkedHashMap<>();

    /** Counts one run; of two that came as near, the first one stays. */
    void add(ExploredRun run) {
        for (Margin margin : run.result().margins()) {
            byInvariant.merge(margin.invariant(), new Nearest(margin, run.number()), Nearest::orNearer);
        }
    }

    private List<Nearest> sorted() {
        List<Nearest> all = new ArrayList<>(byInvariant.values());
        all.sort(Comparator.comparingDouble((Nearest one) -> one.margin.share()).reversed());
        return all;
    }

    /** The few that came nearest, if they came near at all. */
    void print(PrintStream out, LongFunction<String> commandOfSeed) {
        sorted().stream()
                .filter(one -> one.margin.share() >= NEAR)
                .limit(MOST_NAMED)
                .forEach(one -> {
                    out.println("nearest: " + one.margin + " of seed " + one.seed);
                    out.println("  " + commandOfSeed.apply(one.seed));
                });
    }

    /** All of them, for programs. */
    List<Map<String, Object>> tree() {
        return sorted().stream()
                .map(one -> {
                    Map<String, Object> tree = JsonResult.margin(one.margin);
                    tree.put("seed", one.seed);
                    return tree;
                })
                .toList();
    }
}
