package dev.wavetank.properties.oracle;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.invariant.ConvergenceBound;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;

/**
 * A run to the point from which nothing changes any more: the last command has run, the last fault has healed, only
 * periodic tasks are left, and these have had their turn. It ends at the scenario's horizon at the latest.
 */
final class ConvergedRun {

    /** Longer than the longest period of a controller, the five minutes of the quota controller's full resync. */
    static final long PERIODIC_DUTIES = 6 * VirtualTime.MINUTE;

    /**
     * How long a run may take to come to rest: longer than the longest back-off of a controller, 1000 seconds. Later
     * activity, such as an autoscaler that reads its metrics, counts as periodic.
     */
    private static final long SETTLE_MAX = 20 * VirtualTime.MINUTE;

    private final Cluster cluster;
    private final StoredObjects stored = new StoredObjects();
    private final Writes writes = new Writes();
    private final long horizon;
    private long quietFrom;
    private int missed;

    private ConvergedRun(Scenario scenario, Cluster cluster) {
        this.cluster = cluster;
        this.horizon = scenario.horizon();
        cluster.simulation().trace().addSink(stored);
        cluster.simulation().trace().addSink(writes);
        cluster.simulation().trace().addSink(this::missed);
    }

    static ConvergedRun of(Scenario scenario, long seed, ClusterParts parts) {
        ConvergedRun run = new ConvergedRun(scenario, Cluster.of(scenario, seed, parts));
        run.settle(scenario.calmFrom());
        return run;
    }

    /** Runs in any order, also fair ones, get the same time: they are compared with each other. */
    private void settle(long calmFrom) {
        cluster.run(upTo(calmFrom + ConvergenceBound.UNFAIR));
        cluster.simulation().beginFairTail();
        cluster.run(upTo(calmFrom + SETTLE_MAX));
        quietFrom = cluster.simulation().now();
        goOn(PERIODIC_DUTIES);
    }

    /** Lets this time pass, in nanoseconds, and waits until its effects come to rest. */
    void goOn(long span) {
        cluster.run(RunLimits.until(Math.min(horizon, now() + span)));
        cluster.run(upTo(now() + SETTLE_MAX));
    }

    private RunLimits upTo(long instant) {
        return new RunLimits(Math.min(horizon, instant), Long.MAX_VALUE, true);
    }

    EndState state() {
        return Normalization.of(stored.all());
    }

    List<Write> writes() {
        return writes.all();
    }

    /** When only periodic tasks were left for the first time. */
    long quietFrom() {
        return quietFrom;
    }

    long now() {
        return cluster.simulation().now();
    }

    List<CommandResult> commands() {
        return cluster.commandResults();
    }

    /** Whether every fault hit something. */
    boolean isPlanCarriedOut() {
        return missed == 0;
    }

    private void missed(TraceEntry entry) {
        if (entry.record() instanceof FaultTrace.Missed) {
            missed++;
        }
    }
}
