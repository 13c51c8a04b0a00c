package dev.wavetank.cli.result;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.liveness.Outcome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/**
 * Counts runs by verdict, what became of their faults and commands, and how fast they came.
 *
 * <p>A run that breaks nothing is vacuous, not held, when no pod was ever created in it although the same scenario
 * without faults creates at least one: the faults kept the workload from coming into being, so nothing was tested.
 */
public final class ExplorationSummary {

    private static final double SECOND = 1e9;

    /** The verdict of a run. */
    private enum Verdict {
        HELD,
        VACUOUS,
        BROKEN,
        UNKNOWN
    }

    /** In how many seeds a known behaviour was seen, and the first of them. */
    private record KnownTally(long seeds, long first) {

        private KnownTally and(KnownTally other) {
            return new KnownTally(seeds + other.seeds, first);
        }
    }

    private final Predicate<RunResult> expectsPods;
    private final LongFunction<String> commandOfSeed;
    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    private final Map<Verdict, ExploredRun> firsts = new EnumMap<>(Verdict.class);
    private final FaultTally faults = new FaultTally();
    private final MarginTally margins = new MarginTally();
    private final long begin = System.nanoTime();
    private long seeds;
    private long lastSeed;
    private long events;
    private long failedCommands;
    private ExploredRun firstFailedCommand;
    private final Map<KnownBehaviour, KnownTally> known = new EnumMap<>(KnownBehaviour.class);
    private double virtualSeconds;
    private double realSeconds;
    private Coverage coverage = Coverage.NONE;
    private List<String> notJudged = List.of();
    private final Set<String> storedOnly = new TreeSet<>();
    private final Set<String> notSimulated = new TreeSet<>();

    /**
     * Counts nothing yet.
     *
     * @param expectsPods whether the scenario of a run creates a pod without its faults
     * @param commandOfSeed the command line that shows the run of a seed
     */
    public ExplorationSummary(Predicate<RunResult> expectsPods, LongFunction<String> commandOfSeed) {
        this.expectsPods = expectsPods;
        this.commandOfSeed = commandOfSeed;
    }

    /** Counts one run; runs come in the order of their numbers. */
    public void add(ExploredRun run) {
        coverage = coverage.merge(run.coverage());
        storedOnly.addAll(run.storedOnly());
        notSimulated.addAll(run.notSimulated());
        RunResult result = run.result();
        seeds++;
        lastSeed = run.number();
        events += result.events();
        virtualSeconds += result.virtualTime() / SECOND;
        notJudged = result.notJudged();
        faults.add(result);
        margins.add(run);
        Verdict verdict = verdict(result);
        counts.merge(verdict, 1L, Long::sum);
        firsts.putIfAbsent(verdict, run);
        result.known()
                .forEach(finding -> known.merge(finding.behaviour(), new KnownTally(1, run.number()), KnownTally::and));
        if (result.commands().stream().anyMatch(command -> command.exitCode() != 0)) {
            failedCommands++;
            firstFailedCommand = firstFailedCommand == null ? run : firstFailedCommand;
        }
    }

    private Verdict verdict(RunResult result) {
        if (result.outcome() == Outcome.HELD && result.podsCreated() == 0 && expectsPods.test(result)) {
            return Verdict.VACUOUS;
        }
        return Verdict.valueOf(result.outcome().name());
    }

    /** Stops the clock. */
    public void stop() {
        realSeconds = (System.nanoTime() - begin) / SECOND;
    }

    /** The coverage of the runs. */
    public Coverage coverage() {
        return coverage;
    }

    /** The largest seed that was run; 0 when none was. */
    public long lastSeed() {
        return lastSeed;
    }

    /** A small table, then what deserves a look. */
    public void print(PrintStream out) {
        out.println("seeds      held  vacuous  broken  unknown   seeds/s   events/s  virtual : real");
        out.println(String.format(
                Locale.ROOT,
                "%-7d %7d %8d %7d %8d %9.1f %10.0f %12.0f : 1",
                seeds,
                count(Verdict.HELD),
                count(Verdict.VACUOUS),
                count(Verdict.BROKEN),
                count(Verdict.UNKNOWN),
                seeds / realSeconds,
                events / realSeconds,
                virtualSeconds / realSeconds));
        firsts.forEach((verdict, run) -> {
            if (verdict != Verdict.HELD) {
                out.println(verdict.name().toLowerCase(Locale.ROOT) + ": "
                        + reasons(verdict, run.result()).get(0) + "; the first such seed is " + run.number());
                out.println("  " + commandOfSeed.apply(run.number()));
            }
        });
        known.forEach((behaviour, tally) -> {
            out.println("known: " + behaviour.issue() + " in " + tally.seeds()
                    + (tally.seeds() == 1 ? " seed" : " seeds") + ": " + behaviour.sentence()
                    + "; --strict makes it a violation; the first such seed is "
                    + tally.first());
            out.println("  " + commandOfSeed.apply(tally.first()));
        });
        if (failedCommands > 0) {
            out.println("commands: in " + failedCommands + (failedCommands == 1 ? " seed" : " seeds")
                    + " a command failed; the first such seed is " + firstFailedCommand.number());
            out.println("  " + commandOfSeed.apply(firstFailedCommand.number()));
        }
        if (!notJudged.isEmpty()) {
            out.println("note: not judged: " + notJudged.size() + " of "
                    + ScenarioRun.invariants().size() + " invariants; -o json names them");
        }
        margins.print(out, commandOfSeed);
        faults.print(out);
        storedOnly.forEach(kind -> out.println("note: " + kind + ": stored, not simulated"));
        notSimulated.forEach(what -> out.println("note: not simulated: " + what));
    }

    private static List<String> reasons(Verdict verdict, RunResult run) {
        return switch (verdict) {
            case HELD -> List.of("no invariant broke");
            case VACUOUS -> List.of("no pod was ever created, though the scenario asks for some");
            case BROKEN ->
                run.violations().stream()
                        .map(violation -> violation.invariant() + ": " + violation.object() + " " + violation.message())
                        .toList();
            case UNKNOWN -> run.unknowns();
        };
    }

    /** The same for programs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("seeds", seeds);
        for (Verdict verdict : Verdict.values()) {
            tree.put(JsonResult.lower(verdict), count(verdict));
        }
        List<Object> interesting = new ArrayList<>();
        firsts.forEach((verdict, run) -> {
            if (verdict != Verdict.HELD) {
                interesting.add(interest(JsonResult.lower(verdict), reasons(verdict, run.result()), run));
            }
        });
        if (firstFailedCommand != null) {
            interesting.add(interest("failed command", List.of("a command failed"), firstFailedCommand));
        }
        tree.put("ofInterest", interesting);
        Map<String, Object> seen = new LinkedHashMap<>();
        known.forEach((behaviour, tally) -> seen.put(behaviour.issue(), tally.seeds()));
        tree.put("known", seen);
        tree.put("notJudged", notJudged);
        tree.put("failedCommands", failedCommands);
        tree.put("storedNotSimulated", List.copyOf(storedOnly));
        tree.put("notSimulated", List.copyOf(notSimulated));
        tree.put("margins", margins.tree());
        tree.put("faults", faults.tree());
        tree.put("events", events);
        tree.put("virtualTime", Math.round(virtualSeconds * SECOND));
        tree.put("realTime", Math.round(realSeconds * SECOND));
        return tree;
    }

    private Map<String, Object> interest(String verdict, List<String> reasons, ExploredRun first) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("verdict", verdict);
        tree.put("seed", first.number());
        tree.put("reasons", reasons);
        tree.put("command", commandOfSeed.apply(first.number()));
        return tree;
    }

    private long count(Verdict verdict) {
        return counts.getOrDefault(verdict, 0L);
    }

    /** Prints the scenario of a seed that was drawn alone, and how to see what happened in it. */
    public static void printScenario(Scenario scenario, long seed, String order, PrintStream out) {
        out.println();
        out.println("the scenario of the seed; in a file, wavetank run FILE --seed " + seed + " --order " + order
                + " shows what each command said:");
        out.print(ScenarioCodec.write(scenario).indent(2));
        out.flush();
    }
}
