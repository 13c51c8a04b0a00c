package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.properties.invariant.KnownFinding;
import dev.wavetank.properties.invariant.Margin;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.properties.invariant.convergence.WantedPods;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.fault.inject.Anchors;
import dev.wavetank.sim.fault.inject.FaultOutcome;
import dev.wavetank.sim.liveness.Bound;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.random.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run.
 *
 * @param scenario of the run, with the actual fault plan
 * @param seed the seed
 * @param fingerprint hash over the whole trace, as 32 hexadecimal digits
 * @param outcome of the invariants together
 * @param stopReason why the run ended
 * @param virtualTime when it ended, in nanoseconds
 * @param events how many events fired
 * @param violations broken invariants, the first one first; at most one of each invariant
 * @param unknowns invariants that could not be judged, and why
 * @param known behaviour that upstream knows and the run showed; empty when it was judged strictly
 * @param notJudged names of the invariants of Kubernetes that were left out by choice
 * @param margins how near each invariant that allows a time came to being broken, the nearest first
 * @param commands results of the users' commands
 * @param podsCreated how many pods were ever created
 * @param podsByPhase number of pods at the end, by phase
 * @param wantedPods the pods that were wanted at the end
 * @param phase in which phase it ended
 * @param bound how long the cluster had to converge once the last fault had healed
 * @param faults what became of each fault of the plan
 * @param anchors which anchors of the fault plan were found
 * @param missedDecisions decisions about the order that the run never reached, or that no longer fit
 * @param isStopped whether a violation has stopped it before its end, so that its pods were still under way
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
        List<KnownFinding> known,
        List<String> notJudged,
        List<Margin> margins,
        List<CommandResult> commands,
        int podsCreated,
        Map<String, Integer> podsByPhase,
        WantedPods wantedPods,
        @Nullable Phase phase,
        Bound bound,
        List<FaultOutcome> faults,
        Anchors anchors,
        List<Choice> missedDecisions,
        boolean isStopped)
        implements RunEnd {

    /** Whether the given invariant was broken. */
    public boolean broke(String invariant) {
        return violations.stream().anyMatch(violation -> violation.invariant().equals(invariant));
    }

    @Override
    public List<String> findings() {
        List<String> findings = new ArrayList<>();
        violations.forEach(violation -> findings.add(violation.toString()));
        findings.addAll(unknowns);
        for (CommandResult command : commands) {
            if (command.outcome() != CommandOutcome.SUCCEEDED && command.outcome() != CommandOutcome.NEGATIVE) {
                String reason = command.stderr().strip().lines().findFirst().orElse("");
                findings.add("kubectl " + String.join(" ", command.arguments()) + ": "
                        + command.outcome().words() + ": " + reason);
            }
        }
        return findings;
    }

    @Override
    public List<String> podsWanted() {
        return wantedPods.present();
    }

    @Override
    public int podsNeverCreated() {
        return wantedPods.missing();
    }
}
