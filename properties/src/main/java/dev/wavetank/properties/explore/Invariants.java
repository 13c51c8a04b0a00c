package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scheduler.SchedulerView;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.BoundOnce;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NoLivelock;
import dev.wavetank.properties.invariant.NoPanic;
import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.QuotaNeverExceeded;
import dev.wavetank.properties.invariant.SingleController;
import dev.wavetank.properties.invariant.SlowStart;
import dev.wavetank.properties.invariant.TaintedBeforeEvicted;
import dev.wavetank.properties.invariant.UniquePodAddress;
import dev.wavetank.properties.invariant.batch.JobsKeepLimits;
import dev.wavetank.properties.invariant.batch.KeptForItsTime;
import dev.wavetank.properties.invariant.batch.OnSchedule;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.properties.invariant.ending.DependentsFirst;
import dev.wavetank.properties.invariant.ending.EndsGracefully;
import dev.wavetank.properties.invariant.ending.FinalizersHold;
import dev.wavetank.properties.invariant.ending.NothingForTheDeleted;
import dev.wavetank.properties.invariant.ending.OrphansConfirmed;
import dev.wavetank.properties.invariant.ending.OwnersExist;
import dev.wavetank.properties.invariant.network.AddressesReturned;
import dev.wavetank.properties.invariant.network.NamesResolve;
import dev.wavetank.properties.invariant.network.PodsReachEachOther;
import dev.wavetank.properties.invariant.network.ServicesLetGo;
import dev.wavetank.properties.invariant.node.EndReportedLast;
import dev.wavetank.properties.invariant.node.ExclusiveCores;
import dev.wavetank.properties.invariant.node.FencedNodesIdle;
import dev.wavetank.properties.invariant.node.GoneStaysGone;
import dev.wavetank.properties.invariant.node.InitContainersFirst;
import dev.wavetank.properties.invariant.node.OneInstance;
import dev.wavetank.properties.invariant.node.PhaseMonotone;
import dev.wavetank.properties.invariant.node.RestartsBackOff;
import dev.wavetank.properties.invariant.node.VolumesFirst;
import dev.wavetank.properties.invariant.placement.FeasiblePodsBound;
import dev.wavetank.properties.invariant.placement.NodesNotOvercommitted;
import dev.wavetank.properties.invariant.placement.PreemptionKeepsBudgets;
import dev.wavetank.properties.invariant.placement.PreemptsLowerOnly;
import dev.wavetank.properties.invariant.placement.RequiredRulesMet;
import dev.wavetank.properties.invariant.rollout.DaemonUpdatesBounded;
import dev.wavetank.properties.invariant.rollout.OldestRevisionsGo;
import dev.wavetank.properties.invariant.rollout.OrdinalsInTurn;
import dev.wavetank.properties.invariant.rollout.PausedStands;
import dev.wavetank.properties.invariant.rollout.RecreatedWithoutOverlap;
import dev.wavetank.properties.invariant.rollout.UnreadyGoFirst;
import dev.wavetank.properties.invariant.scheduler.CacheMatchesInformers;
import dev.wavetank.properties.invariant.scheduler.QueuedOnce;
import dev.wavetank.properties.invariant.scheduler.WokenByChanges;
import dev.wavetank.properties.invariant.server.FreshWrites;
import dev.wavetank.properties.invariant.server.GenerationCountsSpecs;
import dev.wavetank.properties.invariant.server.NothingForNothing;
import dev.wavetank.properties.invariant.server.VersionsRise;
import dev.wavetank.properties.invariant.status.BudgetsCounted;
import dev.wavetank.properties.invariant.status.QuotaCounted;
import dev.wavetank.properties.invariant.status.StatusCountsAvailable;
import dev.wavetank.properties.invariant.status.StatusCountsDaemons;
import dev.wavetank.properties.invariant.workload.Adoption;
import dev.wavetank.properties.invariant.workload.BudgetKept;
import dev.wavetank.properties.invariant.workload.DaemonOnEveryNode;
import dev.wavetank.properties.invariant.workload.DeletesOnlyOwned;
import dev.wavetank.properties.invariant.workload.DeploymentBounds;
import dev.wavetank.properties.invariant.workload.EndpointsMatchPods;
import dev.wavetank.properties.invariant.workload.ExpectationsMet;
import dev.wavetank.properties.invariant.workload.GarbageOnly;
import dev.wavetank.properties.invariant.workload.JobCounts;
import dev.wavetank.properties.invariant.workload.LeaseRunsOut;
import dev.wavetank.properties.invariant.workload.NamespaceLeavesNothing;
import dev.wavetank.properties.invariant.workload.OneActingLeader;
import dev.wavetank.properties.invariant.workload.OrdinalOrder;
import dev.wavetank.properties.invariant.workload.QuietAtRest;
import dev.wavetank.properties.invariant.workload.RevisionsBounded;
import dev.wavetank.properties.invariant.workload.ScheduledJobs;
import dev.wavetank.properties.invariant.workload.StatusCountsPods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The invariants of every run. A new invariant is added here and nowhere else. */
public final class Invariants {

    private Invariants() {}

    /** What each invariant says, by its name, in the order in which they are judged. */
    public static Map<String, String> statements() {
        Map<String, String> statements = new LinkedHashMap<>();
        Obstacles none = new Obstacles();
        all(ClusterSpec.DEFAULT, new Convergence(none), none, List::of, () -> PodNetworkView.NONE)
                .forEach(one -> statements.put(one.name(), one.statement()));
        return statements;
    }

    /**
     * All invariants, new for one run of a cluster.
     *
     * @param convergence reports the progress of the run, and is judged last
     * @param obstacles what invariants about liveness ask before they report a violation
     * @param schedulers the memories of those that are at work
     * @param network the network of its pods
     */
    static List<Invariant> all(
            ClusterSpec cluster,
            Convergence convergence,
            Obstacles obstacles,
            Supplier<List<SchedulerView>> schedulers,
            Supplier<PodNetworkView> network) {
        Delays delays = Delays.of(cluster);
        List<Invariant> all = new ArrayList<>(List.of(
                new SingleController(),
                new SlowStart(),
                new NoSurplusPods(),
                new DeletesOnlyOwned(),
                new QuotaNeverExceeded(delays),
                new BoundOnce(),
                new RequiredRulesMet(delays),
                new CacheMatchesInformers(delays, schedulers),
                new QueuedOnce(delays, cluster.profile(), schedulers),
                new WokenByChanges(cluster),
                new FeasiblePodsBound(cluster, obstacles),
                new PreemptsLowerOnly(delays),
                new PreemptionKeepsBudgets(cluster),
                new NodesNotOvercommitted(cluster),
                new UniquePodAddress(),
                new AddressesReturned(network),
                new PodsReachEachOther(cluster, network),
                new ServicesLetGo(cluster, obstacles, network),
                new NamesResolve(cluster, network),
                new PhaseMonotone(),
                new InitContainersFirst(),
                new RestartsBackOff(),
                new OneInstance(),
                new GoneStaysGone(cluster.profile()),
                new FencedNodesIdle(),
                new EndReportedLast(cluster.profile()),
                new VolumesFirst(),
                new ExclusiveCores(),
                new TaintedBeforeEvicted(),
                new GarbageOnly(delays),
                new Adoption(),
                new DeploymentBounds(delays),
                new RevisionsBounded(delays),
                new JobCounts(delays),
                new OrdinalOrder(),
                new DaemonOnEveryNode(obstacles),
                new BudgetKept(delays),
                new EndpointsMatchPods(cluster.profile()),
                new NamespaceLeavesNothing(delays),
                new LeaseRunsOut(),
                new OneActingLeader(cluster),
                new ExpectationsMet(delays),
                new FreshWrites(),
                new VersionsRise(),
                new GenerationCountsSpecs(),
                new ScheduledJobs(delays),
                new StatusCountsPods()));
        all.addAll(ofWorkloads(delays, cluster.profile()));
        all.addAll(List.of(new QuietAtRest(), new NoLivelock(cluster.profile()), new NoPanic(), convergence));
        return List.copyOf(all);
    }

    /** What is promised of roll-outs, ends, statuses and Jobs. */
    private static List<Invariant> ofWorkloads(Delays delays, KubernetesVersion version) {
        return List.of(
                new StatusCountsAvailable(version),
                new StatusCountsDaemons(),
                new BudgetsCounted(),
                new QuotaCounted(),
                new UnreadyGoFirst(delays),
                new OldestRevisionsGo(delays, version),
                new RecreatedWithoutOverlap(delays),
                new PausedStands(delays),
                new OrdinalsInTurn(delays),
                new DaemonUpdatesBounded(delays),
                new DependentsFirst(delays),
                new NothingForTheDeleted(delays),
                new OwnersExist(),
                new FinalizersHold(),
                new EndsGracefully(),
                new OrphansConfirmed(),
                new NothingForNothing(),
                new OnSchedule(delays),
                new JobsKeepLimits(delays, version),
                new KeptForItsTime());
    }
}
