package dev.wavetank.properties.oracle;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Kills a controller in every gap between its writes, one run for each, and compares the end state of the cluster
 * with that without the crash.
 *
 * <p>The API is the only memory of a controller: its other state is lost with the process, and the next incarnation
 * has to find the unfinished work from the objects alone. Chance rarely hits the few milliseconds between two writes;
 * here every one of them is hit. For each write there are two gaps:
 *
 * <ul>
 * <li>before: the request is lost with the process; earlier requests are executed;
 * <li>after: the write is stored, and the process dies before it gets the response.
 * </ul>
 *
 * <p>Writes of Events have no gaps of their own: no controller depends on them.
 */
public final class CrashPoints {

    private final Scenario scenario;
    private final long seed;
    private final ClusterParts parts;
    private final ConvergedRun undisturbed;
    private final EndState expected;

    private CrashPoints(Scenario scenario, long seed, ClusterParts parts) {
        this.scenario = scenario;
        this.seed = seed;
        this.parts = parts;
        this.undisturbed = ConvergedRun.of(scenario, seed, parts);
        this.expected = undisturbed.state();
    }

    /**
     * The gaps of controllers in a scenario, whichever component they live in: makes the run without a crash. Of
     * several equal components the one is killed that makes the write, and another goes on when its lease has run out.
     */
    public static CrashPoints of(Scenario scenario, long seed, ClusterParts parts) {
        return new CrashPoints(scenario, seed, parts);
    }

    /** The end state without a crash. */
    public EndState expected() {
        return expected;
    }

    /** The user agents of all writers in the run without a crash, in order. */
    public List<String> writers() {
        TreeSet<String> agents = new TreeSet<>();
        undisturbed.writes().forEach(write -> agents.add(write.agent()));
        return new ArrayList<>(agents);
    }

    /**
     * Crashes in every gap of one controller: a run of the cluster for each.
     *
     * @param agent its user agent: the name of its client
     */
    public List<CrashPoint> crashAll(String agent) {
        return crash(writes(agent));
    }

    /**
     * Crashes in the gaps of the first and of the last write of each kind, that is of a verb to a resource. With many
     * writes, this is much faster than all gaps.
     *
     * @param agent its user agent: the name of its client
     */
    public List<CrashPoint> crashEachKind(String agent) {
        Map<String, Write> first = new LinkedHashMap<>();
        Map<String, Write> last = new LinkedHashMap<>();
        for (Write write : writes(agent)) {
            String kind = write.verb() + " " + write.request().resource().qualified() + "/"
                    + write.request().subresource();
            first.putIfAbsent(kind, write);
            last.put(kind, write);
        }
        return crash(writes(agent).stream()
                .filter(write -> first.containsValue(write) || last.containsValue(write))
                .toList());
    }

    private List<Write> writes(String agent) {
        return undisturbed.writes().stream()
                .filter(write -> write.agent().equals(agent))
                .toList();
    }

    private List<CrashPoint> crash(List<Write> writes) {
        List<CrashPoint> gaps = new ArrayList<>();
        for (Write write : writes) {
            gaps.add(crash("before " + write + ", number " + write.nthOfSubject(), before(write)));
            gaps.add(crash("after " + write + ", number " + write.nthOfSubject(), after(write)));
        }
        return gaps;
    }

    private CrashPoint crash(String place, List<FaultClause> crash) {
        List<FaultClause> clauses = new ArrayList<>(scenario.faults().clauses());
        clauses.addAll(crash);
        ConvergedRun run = ConvergedRun.of(scenario.withFaults(new FaultPlan(clauses)), seed, parts);
        return new CrashPoint(
                place,
                run.isPlanCarriedOut()
                        ? expected.differences(run.state())
                        : List.of("the crash did not happen: the run up to it was not the same"));
    }

    /** Which of several equal requests is lost does not matter: each of them is, in one gap or another. */
    private List<FaultClause> before(Write write) {
        CallRule lost =
                new CallRule(write.like(scenario.cluster()), CallRule.Outcome.TIMED_OUT, write.nthOfSubject(), 1);
        return List.of(
                FaultClause.at(0, write.received() + 1, new RequestFault(lost)),
                FaultClause.at(
                        write.received(),
                        write.outage(scenario.cluster()),
                        new ComponentFault.Crash(write.component())));
    }

    private List<FaultClause> after(Write write) {
        Trigger trigger = new Trigger.After(write.answered(), 0, undisturbed.now() + 1);
        return List.of(new FaultClause(
                trigger, write.outage(scenario.cluster()), new ComponentFault.Crash(write.component())));
    }
}
