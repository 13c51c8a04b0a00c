package dev.wavetank.properties.generate;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Outages of several machines at once, as when a rack loses its power: some scenarios have one. Faults that are drawn
 * one by one hardly ever take away most nodes of a zone together, nor for as long as it takes until a node is given up.
 */
public final class Outages {

    /** One in how many scenarios has an outage. */
    private static final int ODDS = 4;

    /** The kind of the faults of an outage. */
    public static final String KIND = "nodeCrash";

    /** Shorter than the 40 s or 50 s after which a node counts as lost. */
    private static final long SHORTEST_SECONDS = 20;

    private static final long SHORT_SECONDS = 100;

    /** Longer than that and the five minutes together that its pods have then. */
    private static final long LONGEST_SECONDS = 420;

    private Outages() {}

    /**
     * The faults of a seed with its outage, if it has one. Half of the outages come alone: where faults of the control
     * plane are about, it may act on what was true minutes ago, and little can be said about it.
     *
     * @param drawn the faults that the seed has otherwise
     */
    public static FaultPlan with(FaultPlan drawn, long seed, Scenario scenario) {
        RandomStream random = RandomStream.of(seed, "outage");
        if (scenario.cluster().nodeCount() < 2 || random.nextInt(ODDS) > 0) {
            return drawn;
        }
        boolean isAlone = random.nextInt(2) == 0;
        FaultPlan outage = outage(scenario, random);
        return isAlone ? outage : drawn.and(outage);
    }

    private static FaultPlan outage(Scenario scenario, RandomStream random) {
        ClusterSpec cluster = scenario.cluster();
        long begins = beginning(scenario, random);
        long lasts = random.nextInt(2) == 0
                ? random.between(SHORTEST_SECONDS, SHORT_SECONDS)
                : random.between(SHORT_SECONDS, LONGEST_SECONDS);
        List<String> spared = new ArrayList<>();
        for (int number = 1; number <= cluster.nodeCount(); number++) {
            spared.add(cluster.nameOf(number));
        }
        boolean leavesOne = spared.size() > 2 && random.nextInt(2) == 0;
        long count = leavesOne ? spared.size() - 1 : random.between(2, spared.size());
        List<FaultClause> lost = new ArrayList<>();
        while (lost.size() < count) {
            String node = spared.remove(random.nextInt(spared.size()));
            lost.add(FaultClause.at(begins, lasts * VirtualTime.SECOND, new ModelFault.NodeCrash(node)));
        }
        return new FaultPlan(lost);
    }

    /** A while after a command: its pods are under way, or run. */
    private static long beginning(Scenario scenario, RandomStream random) {
        List<Command> timeline = scenario.timeline();
        long command = timeline.isEmpty() ? 0 : random.pick(timeline).at();
        return command + random.between(1, 60) * VirtualTime.SECOND;
    }
}
