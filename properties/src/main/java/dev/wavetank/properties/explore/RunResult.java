package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.liveness.Bound;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.random.Choice;
import java.util.List;
import java.util.Map;

/**
 * What came of one run.
 *
 * @param scenario what was run, with the fault plan that was used
 * @param seed the seed
 * @param fingerprint hash over the whole trace, as 32 hexadecimal digits
 * @param outcome what can be said about the invariants
 * @param stopReason why the run ended
 * @param virtualTime when it ended, in nanoseconds
 * @param events how many events fired
 * @param violations broken invariants, the first one first; at most one of each invariant
 * @param unknowns invariants of which nothing can be said, and why
 * @param commands what the users' commands printed
 * @param podsByPhase how many pods there are at the end, by phase
 * @param phase in which phase it ended
 * @param bound how long the cluster had to converge once the last fault had healed
 * @param anchors which of the happenings that faults wait for were found
 * @param missedDecisions decisions about the order that the run never came to, or that no longer fit
 */
public record RunResult(
        Scenario scenario,
        long seed,
        String fingerprint,
        Outcome outcome,
        StopReason stopReason,
        long virtualTime,
        long events,
        List<Violation> violations,
        List<String> unknowns,
        List<CommandResult> commands,
        Map<String, Integer> podsByPhase,
        Phase phase,
        Bound bound,
        Anchors anchors,
        List<Choice> missedDecisions) {

    /** Whether the given invariant was broken. */
    public boolean broke(String invariant) {
        return violations.stream().anyMatch(violation -> violation.invariant().equals(invariant));
    }
}
