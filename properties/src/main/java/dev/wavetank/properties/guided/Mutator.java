package dev.wavetank.properties.guided;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.RunInput;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.List;

/**
 * Derives inputs from those of a corpus. What is derived is a function of the number and the corpus, and of nothing
 * else.
 */
final class Mutator {

    /**
     * How many inputs are drawn as without guidance, so that the search does not stay where it is. With a quarter only,
     * one of three ranges of seeds that were compared reached fewer hand-overs than without guidance.
     */
    private static final Ratio DRAWN = new Ratio(1, 2);

    private static final int MOST_CHANGES = 4;

    private enum Change {
        SPLICE,
        INSERT,
        LEAVE_OUT,
        NEXT_WRITE,
        SHIFT,
        REPEAT,
        DECISION,
        SEED,
        ORDER
    }

    private Mutator() {}

    /**
     * The input of a number.
     *
     * @param drawn what its seed draws
     */
    static RunInput derive(RunInput drawn, Corpus.Snapshot corpus) {
        RandomStream random = RandomStream.of(drawn.number(), "guided");
        if (corpus.isEmpty() || random.chance(DRAWN)) {
            return drawn;
        }
        Corpus.Entry parent = corpus.pick(random);
        RunInput child = parent.input().withNumber(drawn.number());
        int changes = 1;
        while (changes < MOST_CHANGES && random.nextInt(2) == 0) {
            changes++;
        }
        for (int i = 0; i < changes; i++) {
            child = changed(child, parent, drawn, corpus, random);
        }
        return child;
    }

    private static RunInput changed(
            RunInput input, Corpus.Entry parent, RunInput drawn, Corpus.Snapshot corpus, RandomStream random) {
        FaultPlan plan = input.scenario().faults();
        return switch (random.pick(List.of(Change.values()))) {
            case SPLICE -> {
                RunInput other =
                        random.nextInt(2) == 0 ? drawn : corpus.pick(random).input();
                yield with(input, PlanMutations.splice(plan, other.scenario().faults(), random));
            }
            case INSERT ->
                with(input, PlanMutations.insert(plan, drawn.scenario().faults(), random));
            case LEAVE_OUT -> with(input, PlanMutations.leaveOut(plan, random));
            case NEXT_WRITE -> with(input, PlanMutations.moveToNextWrite(plan, random));
            case SHIFT -> with(input, PlanMutations.shift(plan, random));
            case REPEAT -> with(input, PlanMutations.repeat(plan, random));
            case DECISION -> OrderMutations.changeOneDecision(input, parent.order(), random);
            case SEED -> input.withSeed(drawn.seed());
            case ORDER -> input.withOrder(drawn.order(), drawn.decisions());
        };
    }

    /** Without the faults of another scenario whose targets this cluster does not have. */
    private static RunInput with(RunInput input, FaultPlan plan) {
        Scenario scenario = input.scenario();
        List<FaultClause> possible = plan.clauses().stream()
                .filter(clause -> scenario.hasTargetsOf(clause.fault()))
                .toList();
        return input.withScenario(scenario.withFaults(new FaultPlan(possible)));
    }
}
