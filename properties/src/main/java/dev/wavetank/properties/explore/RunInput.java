package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.random.Choice;
import java.util.List;

/**
 * What decides one run of an exploration, besides the parts of its cluster.
 *
 * @param number of the run in its exploration: its seed, unless the input was derived from another one
 * @param scenario with its faults
 * @param seed of all random draws
 * @param order how simultaneous events are ordered, as {@link dev.wavetank.sim.OrderPolicy#parse} reads it
 * @param decisions draws with given values, see {@link ClusterParts}; empty when the seed decides all
 */
public record RunInput(long number, Scenario scenario, long seed, String order, List<Choice> decisions) {

    /** Keeps a copy. */
    public RunInput {
        decisions = List.copyOf(decisions);
    }

    /** The parts of a cluster, in the order of this input. */
    public ClusterParts in(ClusterParts parts) {
        return parts.withOrder(order).withDecisions(decisions);
    }

    /** The same as another run of an exploration. */
    public RunInput withNumber(long other) {
        return new RunInput(other, scenario, seed, order, decisions);
    }

    /** The same with another scenario, or other faults in it. */
    public RunInput withScenario(Scenario other) {
        return new RunInput(number, other, seed, order, decisions);
    }

    /** The same with another seed, which decides the whole order again. */
    public RunInput withSeed(long other) {
        return new RunInput(number, scenario, other, order, List.of());
    }

    /** The same in another order. */
    public RunInput withOrder(String other, List<Choice> others) {
        return new RunInput(number, scenario, seed, other, others);
    }
}
