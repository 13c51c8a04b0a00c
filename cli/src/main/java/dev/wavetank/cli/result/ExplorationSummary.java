package dev.wavetank.cli.result;

import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.liveness.Outcome;
import java.io.PrintStream;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Counts runs by outcome, and how fast they came. */
public final class ExplorationSummary {

    private static final double SECOND = 1e9;

    private final Map<Outcome, Long> byOutcome = new EnumMap<>(Outcome.class);
    private final long begin = System.nanoTime();
    private long seeds;
    private long events;
    private double virtualSeconds;
    private double realSeconds;
    private RunResult firstUnknown;
    private Coverage coverage = Coverage.NONE;

    /** Counts one run. */
    public void add(ExploredRun run) {
        coverage = coverage.merge(run.coverage());
        RunResult result = run.result();
        seeds++;
        events += result.events();
        virtualSeconds += result.virtualTime() / SECOND;
        byOutcome.merge(result.outcome(), 1L, Long::sum);
        boolean unknown = result.outcome() == Outcome.UNKNOWN;
        if (unknown && (firstUnknown == null || result.seed() < firstUnknown.seed())) {
            firstUnknown = result;
        }
    }

    /** Stops the clock. */
    public void stop() {
        realSeconds = (System.nanoTime() - begin) / SECOND;
    }

    /** The coverage of the runs. */
    public Coverage coverage() {
        return coverage;
    }

    /** A small table. */
    public void print(PrintStream out) {
        out.println("seeds      held  broken  unknown   seeds/s   events/s  virtual : real");
        out.println(String.format(
                Locale.ROOT,
                "%-7d %7d %7d %8d %9.1f %10.0f %12.0f : 1",
                seeds,
                count(Outcome.HELD),
                count(Outcome.BROKEN),
                count(Outcome.UNKNOWN),
                seeds / realSeconds,
                events / realSeconds,
                virtualSeconds / realSeconds));
        if (count(Outcome.UNKNOWN) > 0) {
            out.println("unknown: no invariant broke, but not every one could be judged; the first such seed is "
                    + firstUnknown.seed() + ": " + firstUnknown.unknowns().get(0));
        }
    }

    /** The same for programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("seeds", seeds);
        for (Outcome outcome : Outcome.values()) {
            tree.put(JsonResult.lower(outcome), count(outcome));
        }
        if (firstUnknown != null) {
            Map<String, Object> unknown = new LinkedHashMap<>();
            unknown.put("seed", firstUnknown.seed());
            unknown.put("reasons", firstUnknown.unknowns());
            tree.put("firstUnknown", unknown);
        }
        tree.put("events", events);
        tree.put("virtualTime", Math.round(virtualSeconds * SECOND));
        tree.put("realTime", Math.round(realSeconds * SECOND));
        return tree;
    }

    private long count(Outcome outcome) {
        return byOutcome.getOrDefault(outcome, 0L);
    }
}
