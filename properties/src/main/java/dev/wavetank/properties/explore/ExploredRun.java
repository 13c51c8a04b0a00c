package dev.wavetank.properties.explore;

import dev.wavetank.sim.coverage.Coverage;
import dev.wavetank.sim.random.Choice;
import java.util.List;

/**
 * One run of an exploration.
 *
 * @param input what decided it
 * @param result of the run
 * @param coverage of the run, by the number of its input
 * @param order what was decided about the order of events; empty when it was not recorded
 * @param storedOnly kinds that users created and that no controller handles
 * @param notSimulated what components accepted and do not simulate
 */
public record ExploredRun(
        RunInput input,
        RunResult result,
        Coverage coverage,
        List<Choice> order,
        List<String> storedOnly,
        List<String> notSimulated) {

    /** The number of the run in its exploration. */
    public long number() {
        return input.number();
    }
}
