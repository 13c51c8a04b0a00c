package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.NoLivelock;
import dev.wavetank.properties.invariant.NoPanic;
import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.QuotaRoomUsed;
import dev.wavetank.properties.invariant.SingleController;
import dev.wavetank.properties.invariant.SlowStart;
import dev.wavetank.properties.invariant.UniquePodAddress;
import dev.wavetank.properties.invariant.batch.CountedWhenReleased;
import dev.wavetank.properties.invariant.batch.JobPodsByRule;
import dev.wavetank.properties.invariant.batch.JobPodsPaced;
import dev.wavetank.properties.invariant.batch.JobsEndRightly;
import dev.wavetank.properties.invariant.batch.JobsKeepLimits;
import dev.wavetank.properties.invariant.batch.KeptForItsTime;
import dev.wavetank.properties.invariant.batch.NoTimeMissed;
import dev.wavetank.properties.invariant.batch.OnSchedule;
import dev.wavetank.properties.invariant.client.AppliedAsWritten;
import dev.wavetank.properties.invariant.container.FailedProbesHeeded;
import dev.wavetank.properties.invariant.container.GraceGiven;
import dev.wavetank.properties.invariant.container.ImagesPulled;
import dev.wavetank.properties.invariant.container.PhaseMatchesContainers;
import dev.wavetank.properties.invariant.container.PressureHeeded;
import dev.wavetank.properties.invariant.container.ProbesInTime;
import dev.wavetank.properties.invariant.container.RestartPolicyKept;
import dev.wavetank.properties.invariant.container.RestartsRemembered;
import dev.wavetank.properties.invariant.container.SidecarsEndLast;
import dev.wavetank.properties.invariant.container.ThresholdsReached;
import dev.wavetank.properties.invariant.container.TimesOfContainers;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.properties.invariant.ending.ClaimsKeptAsAsked;
import dev.wavetank.properties.invariant.ending.CyclesUnblocked;
import dev.wavetank.properties.invariant.ending.DependentsFirst;
import dev.wavetank.properties.invariant.ending.EndsGracefully;
import dev.wavetank.properties.invariant.ending.FinalizersAwaited;
import dev.wavetank.properties.invariant.ending.FinalizersHold;
import dev.wavetank.properties.invariant.ending.ForegroundInTime;
import dev.wavetank.properties.invariant.ending.NamespacesGoInTime;
import dev.wavetank.properties.invariant.ending.NothingForTheDeleted;
import dev.wavetank.properties.invariant.ending.OrphansConfirmed;
import dev.wavetank.properties.invariant.ending.OwnersExist;
import dev.wavetank.properties.invariant.ending.PodsGoFirst;
import dev.wavetank.properties.invariant.ending.StorageProtected;
import dev.wavetank.properties.invariant.making.ActionsReported;
import dev.wavetank.properties.invariant.making.ChildrenFollowParents;
import dev.wavetank.properties.invariant.making.DeletesAsPromised;
import dev.wavetank.properties.invariant.making.PodsFollowTemplates;
import dev.wavetank.properties.invariant.network.AddressesReturned;
import dev.wavetank.properties.invariant.network.EntriesDescribePods;
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
import dev.wavetank.properties.invariant.node.RejectedPodsBackOff;
import dev.wavetank.properties.invariant.node.RestartsBackOff;
import dev.wavetank.properties.invariant.node.VolumesFirst;
import dev.wavetank.properties.invariant.nodelifecycle.EvictedInTime;
import dev.wavetank.properties.invariant.nodelifecycle.HeardNodesKept;
import dev.wavetank.properties.invariant.nodelifecycle.LostPodsUnready;
import dev.wavetank.properties.invariant.nodelifecycle.NodeLeasesRenewed;
import dev.wavetank.properties.invariant.nodelifecycle.NodeRangesApart;
import dev.wavetank.properties.invariant.nodelifecycle.NoneGivenUpWithAll;
import dev.wavetank.properties.invariant.nodelifecycle.TaintedBeforeEvicted;
import dev.wavetank.properties.invariant.nodelifecycle.TaintsMatchNodes;
import dev.wavetank.properties.invariant.placement.BoundOnce;
import dev.wavetank.properties.invariant.placement.FeasiblePodsBound;
import dev.wavetank.properties.invariant.placement.LowestVictims;
import dev.wavetank.properties.invariant.placement.NodesNotOvercommitted;
import dev.wavetank.properties.invariant.placement.NominationsGiveWay;
import dev.wavetank.properties.invariant.placement.PreemptionKeepsBudgets;
import dev.wavetank.properties.invariant.placement.PreemptsLowerOnly;
import dev.wavetank.properties.invariant.placement.PreferencesKept;
import dev.wavetank.properties.invariant.placement.RequiredRulesMet;
import dev.wavetank.properties.invariant.placement.VolumesFit;
import dev.wavetank.properties.invariant.rollout.ClaimsBeforePods;
import dev.wavetank.properties.invariant.rollout.DaemonUpdatesBounded;
import dev.wavetank.properties.invariant.rollout.DaemonsStay;
import dev.wavetank.properties.invariant.rollout.DaemonsSurgeFirst;
import dev.wavetank.properties.invariant.rollout.LatestRevisionLeads;
import dev.wavetank.properties.invariant.rollout.OldestRevisionsGo;
import dev.wavetank.properties.invariant.rollout.OrdinalsInTurn;
import dev.wavetank.properties.invariant.rollout.OrdinalsWait;
import dev.wavetank.properties.invariant.rollout.PausedStands;
import dev.wavetank.properties.invariant.rollout.RecreatedWithoutOverlap;
import dev.wavetank.properties.invariant.rollout.RevisionsFollowTemplates;
import dev.wavetank.properties.invariant.rollout.ScaledInProportion;
import dev.wavetank.properties.invariant.rollout.UnreadyGoFirst;
import dev.wavetank.properties.invariant.rollout.VictimsInRank;
import dev.wavetank.properties.invariant.scheduler.CacheMatchesInformers;
import dev.wavetank.properties.invariant.scheduler.QueuedOnce;
import dev.wavetank.properties.invariant.scheduler.WokenByChanges;
import dev.wavetank.properties.invariant.server.AccountsInTime;
import dev.wavetank.properties.invariant.server.CachesGoForward;
import dev.wavetank.properties.invariant.server.CachesMatchStore;
import dev.wavetank.properties.invariant.server.DeletionsFinal;
import dev.wavetank.properties.invariant.server.FreshWrites;
import dev.wavetank.properties.invariant.server.GenerationCountsSpecs;
import dev.wavetank.properties.invariant.server.ImmutableFields;
import dev.wavetank.properties.invariant.server.InitializersAsked;
import dev.wavetank.properties.invariant.server.LimitRangesKept;
import dev.wavetank.properties.invariant.server.NothingForNothing;
import dev.wavetank.properties.invariant.server.NothingUninitialized;
import dev.wavetank.properties.invariant.server.PodsFurnished;
import dev.wavetank.properties.invariant.server.QuotaNeverExceeded;
import dev.wavetank.properties.invariant.server.QuotasRefuseRightly;
import dev.wavetank.properties.invariant.server.VersionsRise;
import dev.wavetank.properties.invariant.status.AvailableNotEarly;
import dev.wavetank.properties.invariant.status.BudgetsCounted;
import dev.wavetank.properties.invariant.status.CompleteWhenDone;
import dev.wavetank.properties.invariant.status.ConditionsHold;
import dev.wavetank.properties.invariant.status.ConditionsKeepTheirTimes;
import dev.wavetank.properties.invariant.status.DisruptionsMarked;
import dev.wavetank.properties.invariant.status.DisruptionsRemembered;
import dev.wavetank.properties.invariant.status.FieldsCounted;
import dev.wavetank.properties.invariant.status.OrdinalsNamed;
import dev.wavetank.properties.invariant.status.QuotaCounted;
import dev.wavetank.properties.invariant.status.StatusAddsUp;
import dev.wavetank.properties.invariant.status.StatusCountsAvailable;
import dev.wavetank.properties.invariant.status.StatusCountsDaemons;
import dev.wavetank.properties.invariant.status.TransitionsTimed;
import dev.wavetank.properties.invariant.workload.Adoption;
import dev.wavetank.properties.invariant.workload.AutoscalersHold;
import dev.wavetank.properties.invariant.workload.BudgetKept;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.properties.invariant.workload.DaemonOnEveryNode;
import dev.wavetank.properties.invariant.workload.DeletesOnlyOwned;
import dev.wavetank.properties.invariant.workload.DeploymentBounds;
import dev.wavetank.properties.invariant.workload.EndpointsMatchPods;
import dev.wavetank.properties.invariant.workload.ExpectationsMet;
import dev.wavetank.properties.invariant.workload.GarbageOnly;
import dev.wavetank.properties.invariant.workload.JobCounts;
import dev.wavetank.properties.invariant.workload.LeaseRunsOut;
import dev.wavetank.properties.invariant.workload.LeasesCountHolders;
import dev.wavetank.properties.invariant.workload.LeasesTakenInTime;
import dev.wavetank.properties.invariant.workload.NamespaceLeavesNothing;
import dev.wavetank.properties.invariant.workload.NamespacesFurnished;
import dev.wavetank.properties.invariant.workload.OneActingLeader;
import dev.wavetank.properties.invariant.workload.OrdinalOrder;
import dev.wavetank.properties.invariant.workload.PodsCollected;
import dev.wavetank.properties.invariant.workload.QuietAtRest;
import dev.wavetank.properties.invariant.workload.RevisionsBounded;
import dev.wavetank.properties.invariant.workload.ScheduledJobs;
import dev.wavetank.properties.invariant.workload.StatusCountsPods;
import dev.wavetank.properties.invariant.workload.TokensMatchAccounts;
import java.util.ArrayList;
import java.util.List;

/** The invariants of every run. A new invariant is added here, or where this leads, and nowhere else. */
public final class Invariants {

    private Invariants() {}

    /** All invariants of a cluster with default settings, to read what they say. */
    public static List<Invariant> ofNoRun() {
        RunContext none = RunContext.none();
        return all(ClusterSpec.DEFAULT, new Convergence(none.obstacles()), none);
    }

    /**
     * All invariants, new for one run of a cluster.
     *
     * @param convergence reports the progress of the run, and is judged last
     */
    static List<Invariant> all(ClusterSpec cluster, Convergence convergence, RunContext run) {
        CacheLag lag = run.lag();
        Delays delays = Delays.of(cluster);
        List<Invariant> all = new ArrayList<>(List.of(
                new SingleController(),
                new SlowStart(),
                new NoSurplusPods(),
                new DeletesOnlyOwned(),
                new QuotaNeverExceeded(delays, lag),
                new QuotaRoomUsed()));
        all.addAll(ofScheduling(cluster, run));
        all.addAll(List.of(
                new UniquePodAddress(),
                new AddressesReturned(run.network()),
                new PodsReachEachOther(cluster, lag, run.network()),
                new ServicesLetGo(cluster, lag, run.obstacles(), run.network()),
                new NamesResolve(cluster, lag, run.network()),
                new PhaseMonotone(),
                new InitContainersFirst(),
                new RestartsBackOff(),
                new RejectedPodsBackOff(),
                new OneInstance(),
                new GoneStaysGone(cluster.profile()),
                new FencedNodesIdle(),
                new EndReportedLast(cluster.profile()),
                new VolumesFirst(),
                new ExclusiveCores(),
                new GarbageOnly(lag, cluster.profile()),
                new Adoption(lag),
                new DeploymentBounds(lag),
                new RevisionsBounded(lag),
                new JobCounts(delays, lag),
                new OrdinalOrder(),
                new DaemonOnEveryNode(run.obstacles()),
                new BudgetKept(lag),
                new EndpointsMatchPods(cluster.profile()),
                new NamespaceLeavesNothing(lag),
                new LeaseRunsOut(),
                new OneActingLeader(cluster),
                new ExpectationsMet(lag, cluster.profile()),
                new FreshWrites(cluster.profile()),
                new VersionsRise(),
                new CachesGoForward(cluster.profile()),
                new QuotasRefuseRightly(lag, delays),
                new GenerationCountsSpecs(),
                new ScheduledJobs(lag, cluster.profile()),
                new StatusCountsPods()));
        all.addAll(ofLostNodes(cluster, lag));
        all.addAll(ofNewObjects(cluster, lag));
        all.addAll(ofWorkloads(cluster, lag));
        all.addAll(ofSurroundings(cluster, lag));
        all.addAll(ofNodes(cluster, lag));
        all.addAll(ClientInvariants.all(cluster, run));
        all.add(new CachesMatchStore(delays, run.caches()));
        all.add(new LowestVictims(cluster, lag));
        all.add(new PreferencesKept(cluster, lag));
        all.addAll(List.of(new QuietAtRest(), new NoLivelock(cluster.profile()), new NoPanic(), convergence));
        return List.copyOf(all);
    }

    /** What is promised of schedulers and of where pods are placed. */
    private static List<Invariant> ofScheduling(ClusterSpec cluster, RunContext run) {
        CacheLag lag = run.lag();
        return List.of(
                new BoundOnce(cluster.profile(), lag, run.schedulers()),
                new RequiredRulesMet(lag),
                new CacheMatchesInformers(lag, run.schedulers()),
                new QueuedOnce(lag, cluster.profile(), run.schedulers()),
                new WokenByChanges(cluster, lag),
                new FeasiblePodsBound(cluster, run.obstacles()),
                new PreemptsLowerOnly(lag, cluster.profile()),
                new PreemptionKeepsBudgets(cluster, lag),
                new NominationsGiveWay(Delays.of(cluster)),
                new NodesNotOvercommitted(cluster, lag));
    }

    /** What is promised of nodes that are lost, and of their pods. */
    private static List<Invariant> ofLostNodes(ClusterSpec cluster, CacheLag lag) {
        return List.of(
                new TaintedBeforeEvicted(lag, cluster.profile()),
                new EvictedInTime(lag),
                new LostPodsUnready(cluster, lag),
                new HeardNodesKept(cluster, lag),
                new NoneGivenUpWithAll(cluster, lag));
    }

    /** What is promised of admission: of initializers, service accounts, limit ranges and priorities. */
    private static List<Invariant> ofNewObjects(ClusterSpec cluster, CacheLag lag) {
        return List.of(
                new InitializersAsked(lag, cluster.profile()),
                new NothingUninitialized(cluster),
                new AccountsInTime(cluster, lag),
                new LimitRangesKept(lag),
                new PodsFurnished(cluster, lag));
    }

    /** What is promised of namespaces, storage, autoscalers and the collection of pods. */
    private static List<Invariant> ofSurroundings(ClusterSpec cluster, CacheLag lag) {
        return List.of(
                new AutoscalersHold(Delays.of(cluster)),
                new StorageProtected(lag, cluster.profile()),
                new VolumesFit(lag),
                new PodsCollected(cluster, lag),
                new PodsGoFirst(lag, cluster.profile()),
                new NamespacesFurnished(),
                new TokensMatchAccounts(cluster.profile()));
    }

    /** What is promised of single objects, of containers, and of the health of nodes. */
    private static List<Invariant> ofNodes(ClusterSpec cluster, CacheLag lag) {
        Delays delays = Delays.of(cluster);
        return List.of(
                new ImmutableFields(),
                new DeletionsFinal(),
                new ConditionsKeepTheirTimes(delays),
                new LeasesCountHolders(),
                new LeasesTakenInTime(delays),
                new PhaseMatchesContainers(),
                new TimesOfContainers(lag),
                new AppliedAsWritten(),
                new RestartPolicyKept(),
                new RestartsRemembered(),
                new ProbesInTime(),
                new FailedProbesHeeded(delays),
                new ThresholdsReached(cluster.profile()),
                new GraceGiven(delays),
                new SidecarsEndLast(),
                new ImagesPulled(),
                new PressureHeeded(cluster),
                new NodeLeasesRenewed(delays),
                new TaintsMatchNodes(cluster, lag),
                new NodeRangesApart());
    }

    /** What is promised of roll-outs, ends, statuses and Jobs. */
    private static List<Invariant> ofWorkloads(ClusterSpec cluster, CacheLag lag) {
        Delays delays = Delays.of(cluster);
        KubernetesVersion version = cluster.profile();
        return List.of(
                new StatusCountsAvailable(version),
                new AvailableNotEarly(version, lag),
                new StatusCountsDaemons(),
                new ConditionsHold(delays),
                new CompleteWhenDone(),
                new OrdinalsNamed(),
                new BudgetsCounted(),
                new DisruptionsMarked(version),
                new DisruptionsRemembered(lag),
                new QuotaCounted(),
                new UnreadyGoFirst(lag),
                new VictimsInRank(lag, version),
                new OldestRevisionsGo(lag, version),
                new RecreatedWithoutOverlap(lag),
                new LatestRevisionLeads(),
                new PausedStands(lag),
                new RevisionsFollowTemplates(lag),
                new OrdinalsInTurn(lag, version),
                new OrdinalsWait(lag, version),
                new ScaledInProportion(lag),
                new ClaimsBeforePods(lag),
                new DaemonsStay(lag),
                new DaemonUpdatesBounded(lag),
                new DaemonsSurgeFirst(lag),
                new DependentsFirst(lag),
                new CyclesUnblocked(lag),
                new NothingForTheDeleted(lag),
                new OwnersExist(),
                new FinalizersHold(),
                new FinalizersAwaited(lag),
                new EndsGracefully(),
                new ClaimsKeptAsAsked(lag, version),
                new ForegroundInTime(delays),
                new NamespacesGoInTime(delays),
                new OrphansConfirmed(lag),
                new NothingForNothing(),
                new OnSchedule(delays, lag),
                new NoTimeMissed(delays, version),
                new JobsKeepLimits(lag, version),
                new JobsEndRightly(delays, version),
                new JobPodsByRule(lag, version),
                new CountedWhenReleased(lag),
                new KeptForItsTime(),
                new PodsFollowTemplates(lag, version),
                new ChildrenFollowParents(),
                new DeletesAsPromised(lag, version),
                new StatusAddsUp(version),
                new TransitionsTimed(),
                new FieldsCounted(cluster.profile()),
                new ActionsReported(delays, version),
                new EntriesDescribePods(version),
                new JobPodsPaced(lag, version));
    }
}
