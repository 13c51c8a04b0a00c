package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.MissedCreations;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Obstacles;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Within a bound after the last fault has healed, every workload is as wanted, and it stays so: ReplicaSets,
 * ReplicationControllers, Deployments, StatefulSets and DaemonSets have their pods, ready and of the latest template;
 * Jobs end; pods without a controller are ready; claims have volumes; what is being deleted is gone.
 */
public final class Convergence implements Invariant {

    /** How many workloads a list of what is pending names; a large cluster has thousands. */
    private static final int MOST_NAMED = 5;

    private final Obstacles obstacles;
    private final MissedCreations missed = new MissedCreations();
    private final StaleClaims staleClaims = new StaleClaims();
    private final CircularWaits circles = new CircularWaits();
    private final LongSupplier bound;
    private final ObservedPods pods = new ObservedPods();
    private final List<Workloads> kinds;
    private final StoredObjects<CronJob> cronJobs = new StoredObjects<>(CronJob.class);
    /** The generations of the workloads that were as wanted at the conclusion, by uid. */
    private final Map<String, Long> reached = new LinkedHashMap<>();

    private boolean concluded;

    /** Judges with the obstacles of a run, which observe the same trace, and all workloads alike. */
    public Convergence(Obstacles obstacles) {
        this(obstacles, () -> 0);
    }

    /**
     * Judges with the obstacles of a run, which observe the same trace.
     *
     * @param bound how long a workload may take that a schedule made, in nanoseconds
     */
    public Convergence(Obstacles obstacles, LongSupplier bound) {
        this.obstacles = obstacles;
        this.bound = bound;
        this.kinds = List.of(
                new Replicated<>(
                        ReplicaSet.class,
                        set -> set.spec().replicas(),
                        set -> PodWaits.atOnce(
                                set.spec().template().spec(), set.spec().minReadySeconds()),
                        pods,
                        obstacles),
                new Replicated<>(
                        ReplicationController.class,
                        controller ->
                                Objects.requireNonNullElse(controller.spec().replicas(), 1),
                        controller -> PodWaits.atOnce(
                                controller.spec().template().spec(),
                                controller.spec().minReadySeconds()),
                        pods,
                        obstacles),
                new Replicated<>(StatefulSet.class, StatefulSet::replicas, Convergence::inOrder, pods, obstacles),
                new DaemonSets(pods, obstacles),
                new Deployments(obstacles),
                new Jobs(pods, obstacles),
                new BarePods(pods, obstacles),
                new VolumeClaims(pods, obstacles),
                new Deletions(pods, obstacles));
    }

    @Override
    public String name() {
        return "Convergence";
    }

    @Override
    public String reason() {
        return "It is what users ask a cluster for: everything else may hold while nothing happens. The bound is"
                + " a sum of named waits, and the outcome is unknown when an obstacle keeps a workload from it,"
                + " such as a quota, an image that cannot be pulled or a node that is down.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Anvil: Verifying Liveness of Cluster Management Controllers (OSDI 2024), eventually"
                        + " stable reconciliation",
                "Kubernetes documentation v1.32, Controllers",
                "kubernetes#138036, kubernetes#125568, kubernetes#123918, kubernetes#115570, kubernetes#74374"
                        + " for what is known not to converge");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SCHEDULER, Tag.KUBELET, Tag.WORKLOADS, Tag.JOBS, Tag.LIVENESS);
    }

    @Override
    public Focus focus() {
        return Focus.PROGRESS;
    }

    @Override
    public String statement() {
        return "Within a bound after the last fault has healed, every workload has what it wants: its pods, ready; its"
                + " end; its volume; and what is being deleted is gone. And it stays so.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, ExpectationTrace.class, ComponentTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        missed.observe(entry);
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        staleClaims.observe(change);
        circles.observe(change);
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        KubernetesObject object = change.object();
        if (object instanceof Pod pod) {
            pods.observe(pod, change.previous() instanceof Pod before ? before : null, deleted);
        } else {
            if (object instanceof Node node) {
                pods.observe(node, change.previous() == null, deleted);
            }
            pods.observeAdmission(object);
            cronJobs.observe(object, deleted);
            kinds.forEach(kind -> kind.observe(object, deleted));
        }
        if (concluded) {
            judgeAgain(outcomes);
        }
    }

    private static long inOrder(StatefulSet set) {
        boolean isOrdered =
                StoredObjects.isUpdated(set) || !"Parallel".equals(set.spec().podManagementPolicy());
        return PodWaits.oneByOne(
                isOrdered ? set.replicas() : 1,
                set.spec().template().spec(),
                set.spec().minReadySeconds());
    }

    /** How long the slowest workload takes by what it asks for itself, in nanoseconds: {@link Workloads#ownWaits}. */
    public long ownWaits() {
        return kinds.stream().mapToLong(Workloads::ownWaits).reduce(0, Math::max);
    }

    /** The desired number of pods now. */
    public int wantedPods() {
        return kinds.stream().mapToInt(Workloads::wantedPods).sum();
    }

    /** The pods that exist and have not ended, and how many are missing. */
    public WantedPods podsNow() {
        return new WantedPods(
                pods.all().stream().filter(Pod::isActive).map(ObjectNames::of).toList(),
                kinds.stream().mapToInt(Workloads::missingPods).sum());
    }

    /** Whether the cluster matches its desired state now. */
    public boolean isSettled() {
        return kinds.stream().allMatch(kind -> kind.gaps().isEmpty());
    }

    /** Whether nobody can mend what the cluster lacks: each gap has an obstacle, or there is none. */
    public boolean isHindered() {
        return gaps().stream().allMatch(gap -> gap.obstacle().isPresent());
    }

    /** How long a controller may leave everything as it is before it writes something again, in nanoseconds. */
    public long patience() {
        return kinds.stream().mapToLong(Workloads::patience).reduce(0, Math::max);
    }

    /** Whether the desired state itself changes with time, so that the cluster never comes to rest. */
    public boolean hasSchedules() {
        return cronJobs.staying().stream()
                .anyMatch(cronJob -> !Boolean.TRUE.equals(cronJob.spec().suspend()));
    }

    /** What each workload lacks, and why; empty when nothing is pending. */
    public String pending() {
        return some(gaps().stream().map(Gap::inWords).toList());
    }

    private static String some(List<String> all) {
        return all.size() <= MOST_NAMED
                ? String.join("; ", all)
                : String.join("; ", all.subList(0, MOST_NAMED)) + "; and " + (all.size() - MOST_NAMED) + " more";
    }

    private List<Gap> gaps() {
        return kinds.stream()
                .flatMap(kind -> kind.gaps().stream())
                .map(gap -> gap.or(obstacles.ofInitialization(gap.workload())))
                .map(gap ->
                        gap.known().isEmpty() && missed.hinder(gap.workload().key())
                                ? gap.knownAs(Optional.of(KnownBehaviour.MISSED_CREATIONS))
                                : gap)
                .map(gap -> gap.known().isEmpty() && staleClaims.hinder(gap.workload())
                        ? gap.knownAs(Optional.of(KnownBehaviour.STALE_CLAIMS))
                        : gap)
                .map(gap -> gap.known().isEmpty() && circles.hinder(gap.workload())
                        ? gap.knownAs(Optional.of(KnownBehaviour.CLAIM_OF_WAITING_POD))
                        : gap)
                .toList();
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        List<Gap> gaps = gaps();
        List<String> hindered = judge(gaps, "does not match its desired state", now, outcomes);
        if (!hindered.isEmpty()) {
            outcomes.unknown(this, some(hindered));
            tellFailedCommands(outcomes);
        }
        rememberWhatIsReached(gaps);
        concluded = true;
    }

    /**
     * Judges a cluster in the middle of a run without faults in which nothing is planned: what is missing is missing
     * for ever, unless there is an obstacle.
     */
    public void standsStill(long now, Outcomes outcomes) {
        judge(gaps(), "does not match its desired state, and nothing is planned", now, outcomes);
    }

    /** Returns what has an obstacle, in words. */
    private List<String> judge(List<Gap> gaps, String judgement, long now, Outcomes outcomes) {
        List<String> hindered = new ArrayList<>();
        for (Gap gap : gaps) {
            if (isNew(gap.workload(), now)) {
                continue;
            }
            String seen = judgement + ": " + gap.seen();
            if (gap.obstacle().isPresent()) {
                hindered.add(gap.name() + " " + seen + "; " + gap.obstacle().get());
            } else if (gap.known().isPresent()) {
                outcomes.known(gap.known().get(), this, gap.name(), seen);
            } else {
                outcomes.broken(this, gap.name(), seen);
            }
        }
        return hindered;
    }

    /** What a schedule has made since the last command and fault has the whole bound for itself. */
    private boolean isNew(KubernetesObject workload, long now) {
        Instant created = workload.metadata().creationTimestamp();
        boolean isScheduled = workload.metadata().controller().stream()
                .anyMatch(owner -> owner.kind().equals(CronJob.KIND));
        return isScheduled && isWithinBound(created, now)
                || hasSchedules() && isWithinBound(workload.metadata().deletionTimestamp(), now);
    }

    private boolean isWithinBound(@Nullable Instant since, long now) {
        return since != null && since.plusNanos(bound.getAsLong()).isAfter(VirtualTime.calendar(now));
    }

    /** A user who reads why something is missing has to know first which of the commands failed. */
    private void tellFailedCommands(Outcomes outcomes) {
        obstacles.failedCommands().forEach(failed -> outcomes.unknown(this, failed));
    }

    private void rememberWhatIsReached(List<Gap> gaps) {
        for (Workloads kind : kinds) {
            if (kind.keepWhatTheyHave()) {
                kind.all().forEach(one -> reached.put(one.uid(), generation(one)));
            }
        }
        gaps.forEach(gap -> reached.remove(gap.workload().uid()));
    }

    /** What was reached stays so, unless somebody changes what is wanted. */
    private void judgeAgain(Outcomes outcomes) {
        for (Gap gap : gaps()) {
            Long wantedThen = reached.get(gap.workload().uid());
            if (wantedThen == null || wantedThen != generation(gap.workload())) {
                continue;
            }
            String seen = "no longer matches its desired state: " + gap.seen();
            gap.obstacle()
                    .ifPresentOrElse(
                            why -> outcomes.unknown(this, gap.name() + " " + seen + "; " + why),
                            () -> outcomes.broken(this, gap.name(), seen));
        }
    }

    private static long generation(KubernetesObject object) {
        Long generation = object.metadata().generation();
        return generation == null ? 0 : generation;
    }

    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        outcomes.unknown(this, reason + ": " + pending);
    }
}
