package dev.wavetank.junit;

import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.liveness.Outcome;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Runs the seeds of a test. */
final class SeedsCheck implements StormCheck {

    private final Seeds seeds;
    private final Path failures;
    private final FailureMessage message;
    private @Nullable StormResult result;

    /**
     * Which runs are made.
     *
     * @param first the first seed
     * @param count how many seeds
     * @param sampler draws the faults of each; null for those of the scenario
     * @param budget real time in nanoseconds after which no further one is begun; 0 for no limit
     */
    record Seeds(long first, long count, @Nullable FaultSampler sampler, long budget) {}

    SeedsCheck(Seeds seeds, Path failures, FailureMessage message) {
        this.seeds = seeds;
        this.failures = failures;
        this.message = message;
    }

    @Override
    public String name() {
        FaultSampler sampler = seeds.sampler();
        String faults = sampler == null
                ? "the faults of the scenario"
                : sampler.intensity().name().toLowerCase(Locale.ROOT) + " faults";
        return "seeds " + seeds.first() + " to " + (seeds.first() + seeds.count() - 1) + ", " + faults;
    }

    @Override
    public StormResult run(Storm.Subject subject) {
        Exploration exploration = subject.exploration(seeds.sampler());
        Tally tally = new Tally();
        List<RunResult> broken = exploration.run(
                seeds.first(), seeds.count(), Runtime.getRuntime().availableProcessors(), tally);
        StormResult ended = tally.result();
        result = ended;
        if (!broken.isEmpty()) {
            throw new AssertionError(message.of(exploration, broken.get(0), failures));
        }
        if (ended.unknown() == ended.runs()) {
            throw new AssertionError("no run could be judged to its end, so nothing was tested: " + tally.reason);
        }
        return ended;
    }

    @Override
    public @Nullable StormResult result() {
        return result;
    }

    /** Counts the runs, and ends them when the budget is used up. */
    private final class Tally implements Exploration.Observer {
        private final long start = System.nanoTime();
        private final Set<String> notSimulated = new TreeSet<>();
        private StormResult counts = StormResult.NONE;
        private String reason = "no run was made in " + VirtualTime.span(seeds.budget()) + "; give it a longer budget";

        @Override
        public void finished(ExploredRun run) {
            RunResult each = run.result();
            long hit = each.faults().stream().filter(fault -> fault.hits() > 0).count();
            long missed = each.faults().stream().filter(FaultOutcome::isInVain).count();
            counts = counts.with(each.outcome(), each.podsCreated(), hit, missed);
            notSimulated.addAll(run.notSimulated());
            run.storedOnly().forEach(kind -> notSimulated.add(kind + ": stored, not simulated"));
            if (each.outcome() == Outcome.UNKNOWN) {
                reason = String.join("; ", each.unknowns());
            }
        }

        @Override
        public boolean wantsMore() {
            return seeds.budget() == 0 || System.nanoTime() - start < seeds.budget();
        }

        private StormResult result() {
            return counts.withNotSimulated(List.copyOf(notSimulated)).cut(counts.runs() < seeds.count());
        }
    }
}
