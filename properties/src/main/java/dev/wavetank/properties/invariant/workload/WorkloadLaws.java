package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.Invariant;
import java.util.List;

/** The catalogue of this package. */
public final class WorkloadLaws {

    private WorkloadLaws() {}

    /** All of them, new for one run of a cluster. */
    public static List<Invariant> all(ClusterSpec cluster) {
        return List.of(
                new GarbageOnly(),
                new Adoption(),
                new DeploymentBounds(),
                new RevisionsBounded(),
                new JobCounts(),
                new OrdinalOrder(),
                new DaemonOnEveryNode(),
                new BudgetKept(),
                new EndpointsMatchPods(),
                new NamespaceLeavesNothing(),
                new LeaseRunsOut(),
                new OneActingLeader(cluster),
                new ExpectationsMet(),
                new QuietAtRest());
    }
}
