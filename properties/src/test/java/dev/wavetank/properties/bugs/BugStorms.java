package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.Judges;
import dev.wavetank.properties.explore.RunResult;
import java.util.List;

/** Runs of the storms in which known bugs are looked for. */
final class BugStorms {

    /** Most bugs are found within so many seeds; docs/BUGS.md says how many it takes. */
    private static final int FEW_SEEDS = 30;

    /** Those that take more. */
    private static final List<String> RARE =
            List.of("kept-expectations", "swallowed-timeouts", "stubborn-leader", "forgotten-refusal");

    private static final int ENOUGH_SEEDS = 300;

    private BugStorms() {}

    /** The first failure of a cluster of these parts in the storm of a bug: that of the smallest seed; none if all hold. */
    static List<RunResult> explore(KnownBug bug, ClusterParts parts, boolean strict) {
        return explore(bug, parts, strict, RARE.contains(bug.name()) ? ENOUGH_SEEDS : FEW_SEEDS);
    }

    /** The same within so many seeds. */
    static List<RunResult> explore(KnownBug bug, ClusterParts parts, boolean strict, int seeds) {
        Judges judges = Judges.DEFAULT.withStrict(strict);
        return new Exploration(bug.storm().scenario(), parts, bug.storm().sampler(), 1, judges)
                .run(1, seeds, 1, run -> {});
    }
}
