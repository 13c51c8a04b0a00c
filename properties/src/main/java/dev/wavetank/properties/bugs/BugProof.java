package dev.wavetank.properties.bugs;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.Shrunk;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a known bug is found: by how many seeds, by which invariant, and what is left of the failure when it is shrunk.
 *
 * @param search where it was looked for
 * @param seedsToFirst for each batch of seeds, how many it took to break the first invariant; empty where none did
 * @param first what the first failure shrinks to; empty when the bug was not found
 * @param needsFaults whether no seed of the first batch breaks an invariant when nothing goes wrong
 * @param isCleanSilent whether the same seeds break nothing in a cluster without the bug
 */
public record BugProof(
        BugSearch search,
        List<OptionalLong> seedsToFirst,
        Optional<Finding> first,
        boolean needsFaults,
        boolean isCleanSilent) {

    private static final int RECORDS_KEPT = 1_000_000;

    /** Keeps a copy. */
    public BugProof {
        seedsToFirst = List.copyOf(seedsToFirst);
    }

    /**
     * A shrunk failure.
     *
     * @param invariant that it breaks first
     * @param faults how many are left
     * @param commands of users in the scenario
     * @param storyLines how long the explanation is
     */
    public record Finding(String invariant, int faults, int commands, int storyLines) {}

    /**
     * Looks for a bug.
     *
     * @param batches how many batches of seeds, each with seeds of its own
     * @param seeds how many seeds a batch has at most
     * @param jobs how many runs at the same time, which decides nothing but the time it takes
     */
    public static BugProof of(BugSearch search, int batches, long seeds, int jobs) {
        Exploration exploration = search.exploration(true);
        List<OptionalLong> taken = new ArrayList<>();
        Optional<Finding> finding = Optional.empty();
        for (int batch = 0; batch < batches; batch++) {
            long begin = 1 + batch * seeds;
            List<RunResult> failures = exploration.run(begin, seeds, jobs, run -> {});
            taken.add(
                    failures.isEmpty()
                            ? OptionalLong.empty()
                            : OptionalLong.of(failures.get(0).seed() - begin + 1));
            if (finding.isEmpty() && !failures.isEmpty()) {
                finding = Optional.of(shrink(exploration, failures.get(0)));
            }
        }
        long tried = taken.stream().mapToLong(each -> each.orElse(seeds)).max().orElse(seeds);
        return new BugProof(
                search, taken, finding, isSilent(calm(search), tried, jobs), isSilent(clean(search), tried, jobs));
    }

    private static Finding shrink(Exploration exploration, RunResult failure) {
        Shrunk shrunk = exploration.shrink(failure);
        RunResult smallest = shrunk.smallest();
        return new Finding(
                smallest.violations().get(0).invariant(),
                smallest.scenario().faults().size(),
                smallest.scenario().timeline().size(),
                exploration.explain(shrunk, RECORDS_KEPT).story().lines().size());
    }

    private static boolean isSilent(Exploration exploration, long seeds, int jobs) {
        return exploration.run(1, seeds, jobs, run -> {}).isEmpty();
    }

    private static Exploration calm(BugSearch search) {
        Scenario calm = search.scenario().withFaults(FaultPlan.NONE);
        return new BugSearch(search.bug(), calm, null).exploration(true);
    }

    private static Exploration clean(BugSearch search) {
        return search.exploration(false);
    }

    /** In how many batches it was found. */
    public long found() {
        return seedsToFirst.stream().filter(OptionalLong::isPresent).count();
    }

    /** The median over the batches in which it was found; empty when there is none. */
    public OptionalLong medianSeeds() {
        long[] sorted = seedsToFirst.stream()
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .sorted()
                .toArray();
        return sorted.length == 0 ? OptionalLong.empty() : OptionalLong.of(sorted[sorted.length / 2]);
    }
}
