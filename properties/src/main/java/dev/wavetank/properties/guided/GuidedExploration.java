package dev.wavetank.properties.guided;

import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.properties.explore.RunInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * An exploration that learns where to look: inputs whose runs reached a condition or a hand-over that no run before had
 * reached are kept, and half of the further inputs are small changes of these: faults of two plans together, a fault at
 * the next write of the same kind, another time, once more; one other decision about the order of events. The other
 * half is drawn as ever.
 *
 * <p>Runs are made in rounds. The inputs of a round derive from what was kept before it, and the runs are judged in the
 * order of their numbers, so that all of it is the same however many runs are made at once.
 */
public final class GuidedExploration {

    /** How many runs a round has. A fixed number, or the result would depend on the number of jobs. */
    public static final int ROUND = 32;

    private final Exploration exploration;
    private final List<RunInput> saved;
    private final Listener listener;
    private final Corpus corpus = new Corpus();

    /** Learns which inputs are kept. */
    @FunctionalInterface
    public interface Listener {

        /**
         * An input is kept that was not saved before.
         *
         * @param input what decided the run
         * @param reached what it reached first, such as {@code pods: kubelet -> node-controller}
         */
        void kept(RunInput input, SortedSet<String> reached);
    }

    /**
     * A guided exploration.
     *
     * @param exploration what to run, what is drawn, and how many failures end it
     * @param saved inputs that an earlier exploration kept, which are replayed first
     * @param listener learns which inputs are kept
     * @throws IllegalArgumentException when the sampler aims at a user agent that sends no request
     */
    public GuidedExploration(Exploration exploration, List<RunInput> saved, Listener listener) {
        this.exploration = exploration;
        this.saved = List.copyOf(saved);
        this.listener = listener;
        exploration.requireTargets();
    }

    /**
     * Replays what is saved, then runs derived and drawn inputs.
     *
     * @param first number of the first run
     * @param count how many, with the replayed ones
     * @param jobs how many at once
     * @param observer receives every run, in the order of the numbers
     * @return the failures, by number
     */
    public List<ExploredRun> run(long first, long count, int jobs, Exploration.Observer observer) {
        List<ExploredRun> failures = new ArrayList<>();
        long end = first + count;
        long derivedFrom = first + Math.min(saved.size(), count);
        Exploration.Observer learning = learning(derivedFrom, observer);
        long next = first;
        while (next < end && failures.size() < exploration.stopAfter() && observer.wantsMore()) {
            long roundEnd = next < derivedFrom ? derivedFrom : Math.min(end, next + ROUND);
            RunInputs inputs = next < derivedFrom
                    ? number -> saved.get((int) (number - first)).withNumber(number)
                    : derived(corpus.snapshot());
            failures.addAll(exploration
                    .stoppingAfter(exploration.stopAfter() - failures.size())
                    .run(new Recorded(inputs), next, roundEnd - next, jobs, learning));
            next = roundEnd;
        }
        return failures;
    }

    private RunInputs derived(Corpus.Snapshot known) {
        return number -> Mutator.derive(exploration.input(number), known);
    }

    /** The same inputs, whose decisions about the order are recorded. */
    private record Recorded(RunInputs inputs) implements RunInputs {
        @Override
        public RunInput of(long number) {
            return inputs.of(number);
        }

        @Override
        public boolean recordsOrder() {
            return true;
        }
    }

    private Exploration.Observer learning(long derivedFrom, Exploration.Observer observer) {
        return new Exploration.Observer() {
            @Override
            public void finished(ExploredRun run) {
                SortedSet<String> reached = corpus.add(run);
                if (!reached.isEmpty() && run.number() >= derivedFrom) {
                    listener.kept(run.input(), reached);
                }
                observer.finished(run);
            }

            @Override
            public boolean wantsMore() {
                return observer.wantsMore();
            }
        };
    }
}
