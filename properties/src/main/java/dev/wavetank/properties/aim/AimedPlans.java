package dev.wavetank.properties.aim;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.oracle.Write;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fault plans that a run without faults suggests. For each write of that run, but for Events and signs of life,
 * these are the three patterns of Sieve (Sun and others, "Automatic Reliability Testing for Cluster Management
 * Controllers", OSDI 2022) and two of a network:
 *
 * <ul>
 * <li>intermediate state: the component that wrote it crashes as soon as it is stored;
 * <li>stale view: the watch of a component that would learn of it stands still for minutes, from the write before on;
 * <li>state that nobody sees: that watch stands still for seconds, so that the next changes come all at once;
 * <li>the answer of the write is lost, or the request itself.
 * </ul>
 *
 * <p>Each seed has one of these faults, in an order that is the same for every exploration of the scenario; when all
 * had their turn, seeds have two of them.
 */
public final class AimedPlans {

    private static final long MOMENT = 6 * VirtualTime.SECOND;

    /** Longer than expectations, tolerations and deadlines that count minutes. */
    private static final long LONG = 400 * VirtualTime.SECOND;

    private final Scenario scenario;
    private final CalmRun calm;
    private final List<FaultClause> clauses;

    private AimedPlans(Scenario scenario, ClusterParts parts) {
        this.scenario = scenario;
        this.calm = new CalmRun(scenario, parts);
        Set<FaultClause> all = new LinkedHashSet<>();
        List<Write> writes = calm.writes();
        for (int i = 0; i < writes.size(); i++) {
            addStaleViews(writes.get(i), i == 0 ? null : writes.get(i - 1), all);
            if (!writes.get(i).component().equals(ComponentNames.KUBECTL)) {
                addInterruptions(writes.get(i), all);
            }
        }
        this.clauses = shuffled(new ArrayList<>(all));
    }

    /** The plans for a scenario: makes its run without faults. */
    public static AimedPlans of(Scenario scenario, ClusterParts parts) {
        return new AimedPlans(scenario, parts);
    }

    /** How many faults there are; 0 when the scenario writes nothing. */
    public int count() {
        return clauses.size();
    }

    /** The plan of a seed. */
    public FaultPlan forSeed(long seed) {
        if (clauses.isEmpty()) {
            return FaultPlan.NONE;
        }
        long turn = Math.floorMod(seed - 1, (long) clauses.size());
        FaultClause one = clauses.get((int) turn);
        if (seed <= clauses.size()) {
            return new FaultPlan(List.of(one));
        }
        RandomStream random = RandomStream.of(seed, "aim");
        return new FaultPlan(List.of(one, clauses.get(random.nextInt(clauses.size()))));
    }

    private void addStaleViews(Write write, @Nullable Write before, Set<FaultClause> all) {
        Trigger trigger = before == null ? new Trigger.At(0) : after(before);
        String resource = write.request().resource().plural();
        for (String watcher : calm.watchersOf(write)) {
            CallSelector streams = new CallSelector(
                    watcher, ComponentNames.allApiServers(scenario.cluster()), "watch", resource + "/*");
            all.add(new FaultClause(trigger, MOMENT, new StreamFault.Stall(streams)));
            all.add(new FaultClause(trigger, LONG, new StreamFault.Stall(streams)));
        }
    }

    private void addInterruptions(Write write, Set<FaultClause> all) {
        all.add(new FaultClause(
                after(write), write.outage(scenario.cluster()), new ComponentFault.Crash(write.component())));
        // Names differ from seed to seed, so requests are counted, whatever they are about.
        CallSelector calls = new CallSelector(
                write.agent(), ComponentNames.allApiServers(scenario.cluster()), write.verb(), Anchor.ANY);
        for (CallRule.Outcome outcome : List.of(CallRule.Outcome.ANSWER_LOST, CallRule.Outcome.TIMED_OUT)) {
            CallRule rule = new CallRule(calls, outcome, write.nthOfVerb(), 1);
            all.add(FaultClause.at(0, calm.end() + 1, new RequestFault(rule)));
        }
    }

    private Trigger after(Write write) {
        return new Trigger.After(write.answered(), 0, calm.end() + 1);
    }

    /** A fixed order that mixes times and kinds, so that the first seeds are not all about the first second. */
    private static List<FaultClause> shuffled(List<FaultClause> all) {
        RandomStream random = RandomStream.of(0, "aim");
        for (int i = all.size() - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            FaultClause moved = all.get(i);
            all.set(i, all.get(other));
            all.set(other, moved);
        }
        return List.copyOf(all);
    }
}
