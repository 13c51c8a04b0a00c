package dev.wavetank.sim.shrink;

import dev.wavetank.sim.random.Choice;
import dev.wavetank.sim.shrink.DeltaDebugging.Minimum;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a failure that depends on the decisions of one random stream depend on few of them: those that are not 0.
 *
 * <p>Two kinds of {@link DeltaDebugging} take turns until neither helps. One makes decisions 0, where the others keep
 * their places. The other leaves decisions out, where those that follow move up: a decision that is changed
 * early often makes the run take one more or one less, so that the same choice is met at another index.
 */
public final class DecisionShrinking {

    private DecisionShrinking() {}

    /**
     * Finds a few decisions that are enough to fail.
     *
     * @param decisions recorded decisions of one stream, by rising index; those that are 0 do not matter
     * @param fails whether the run fails in which these decisions of the stream are taken, and all others are 0: see
     *     {@link dev.wavetank.sim.random.ChoiceLog#zero}
     * @param budget greatest number of runs, at least 1
     * @throws IllegalArgumentException when the run with all decisions does not fail
     */
    public static Minimum<Choice> minimize(List<Choice> decisions, FailurePredicate<Choice> fails, int budget) {
        List<Choice> best =
                decisions.stream().filter(choice -> choice.value() != 0).toList();
        int runs = 0;
        while (true) {
            Minimum<Choice> fewer = DeltaDebugging.minimize(best, fails, budget - runs);
            best = fewer.parts();
            runs += fewer.tests();
            if (best.isEmpty() || runs >= budget) {
                return new Minimum<>(best, runs, fewer.minimal());
            }
            Minimum<Choice> shorter = DeltaDebugging.minimize(sequence(best), placing(fails), budget - runs);
            List<Choice> moved = placed(shorter.parts());
            runs += shorter.tests();
            if (moved.size() >= best.size()) {
                return new Minimum<>(best, runs, fewer.minimal());
            }
            best = moved;
            if (runs >= budget) {
                return new Minimum<>(best, runs, false);
            }
        }
    }

    /** Tests sequences of decisions, each of which is at its place. */
    private static FailurePredicate<Choice> placing(FailurePredicate<Choice> fails) {
        return new FailurePredicate<>() {
            @Override
            public boolean fails(List<Choice> sequence) {
                return fails.fails(placed(sequence));
            }

            @Override
            public void expect(List<List<Choice>> next) {
                fails.expect(next.stream().map(DecisionShrinking::placed).toList());
            }
        };
    }

    /** All decisions up to the last one that is not 0, each at the position of its index. */
    private static List<Choice> sequence(List<Choice> decisions) {
        List<Choice> sequence = new ArrayList<>();
        for (Choice decision : decisions) {
            while (sequence.size() < decision.index()) {
                sequence.add(new Choice(decision.stream(), sequence.size(), 1, 0));
            }
            sequence.add(decision);
        }
        return sequence;
    }

    /** Those that are not 0, each with its position as its index. */
    private static List<Choice> placed(List<Choice> sequence) {
        List<Choice> placed = new ArrayList<>();
        for (int i = 0; i < sequence.size(); i++) {
            Choice decision = sequence.get(i);
            if (decision.value() != 0) {
                placed.add(new Choice(decision.stream(), i, decision.bound(), decision.value()));
            }
        }
        return placed;
    }
}
