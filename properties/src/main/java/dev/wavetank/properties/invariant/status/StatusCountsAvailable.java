package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PodTemplates;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * At rest the status of a ReplicaSet, Deployment or StatefulSet says how many pods are available and how many are of
 * the latest template, and a Deployment is {@code Available} when enough of them are. They are counted again from the
 * pods. A pod is available when it has been ready for {@code minReadySeconds}.
 */
public final class StatusCountsAvailable implements Invariant {

    /** So long after it became available a pod is counted at the latest. */
    private static final Duration COUNTED = Duration.ofSeconds(30);

    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<StatefulSet> stateful = new Present<>(StatefulSet.class);
    /** Whom a controller has given up to sync, by key. */
    private final Map<String, GivenUpTrace> givenUp = new LinkedHashMap<>();

    private final boolean checksAvailability;
    private boolean clocksAreRight = true;

    /** In a cluster of this version. */
    public StatusCountsAvailable(KubernetesVersion version) {
        this.checksAvailability = version.has(Feature.REPLICA_SET_AVAILABILITY_CHECKS);
    }

    @Override
    public String name() {
        return "StatusCountsAvailable";
    }

    @Override
    public String reason() {
        return "Users and pipelines wait for these numbers (kubectl rollout status), and a roll-out goes on by"
                + " them. Where minReadySeconds is asked for, nothing is judged that became ready just now, nor"
                + " once a clock was wrong.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ReplicaSetStatus, DeploymentStatus, StatefulSetStatus:"
                        + " availableReplicas, updatedReplicas",
                "pkg/controller/replicaset/replica_set_utils.go (v1.32), calculateStatus",
                "kubernetes#108266");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest the status of a workload counts the pods that are available and those of its latest template.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                Deployment.class,
                StatefulSet.class,
                GivenUpTrace.class,
                FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (!pods.observe(change)
                    && (sets.observe(change) || deployments.observe(change) || stateful.observe(change))) {
                givenUp.remove(change.object().key().toString());
            }
        } else if (entry.record() instanceof GivenUpTrace one) {
            givenUp.put(one.object(), one);
        } else if (entry.record() instanceof FaultTrace.Opened opened
                && opened.fault() instanceof ComponentFault.SkewedClock) {
            clocksAreRight = false;
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        if (!givenUp.isEmpty()) {
            return;
        }
        Instant clock = VirtualTime.calendar(now);
        sets.all().forEach(set -> judge(set, clock, outcomes));
        deployments.all().forEach(deployment -> judge(deployment, clock, outcomes));
        stateful.all().forEach(set -> judge(set, clock, outcomes));
    }

    private void judge(ReplicaSet set, Instant clock, Outcomes outcomes) {
        ReplicaSet.Status status = set.status();
        if (status == null || set.metadata().isDeleting() || status.observedGeneration() == null) {
            return;
        }
        Integer minReady = set.spec().minReadySeconds();
        Written written = new Written(set, "availableReplicas", status.availableReplicas());
        compare(written, available(set.uid(), minReady, clock), mayBeLate(minReady), outcomes);
    }

    private void judge(Deployment deployment, Instant clock, Outcomes outcomes) {
        Deployment.Status status = deployment.status();
        if (status == null || deployment.metadata().isDeleting() || status.observedGeneration() == null) {
            return;
        }
        long available = 0;
        long updated = 0;
        long asked = 0;
        for (ReplicaSet set : sets.ownedBy(deployment.uid())) {
            long one = available(set.uid(), deployment.spec().minReadySeconds(), clock);
            if (one < 0) {
                return;
            }
            available += one;
            asked += Defaults.zeroIfNull(set.spec().replicas());
            updated += PodTemplates.isLatest(set, deployment) ? count(set.uid(), Pod::isActive) : 0;
        }
        boolean mayBeLate = mayBeLate(deployment.spec().minReadySeconds());
        compare(
                new Written(deployment, "availableReplicas", status.availableReplicas()),
                available,
                mayBeLate,
                outcomes);
        compare(
                new Written(deployment, "unavailableReplicas", status.unavailableReplicas()),
                Math.max(0, asked - available),
                mayBeLate,
                outcomes);
        compare(new Written(deployment, "updatedReplicas", status.updatedReplicas()), updated, false, outcomes);
        boolean isEnough = available >= Availability.least(deployment);
        for (Deployment.Condition condition : status.conditions()) {
            if (condition.type().equals("Available")
                    && !mayBeLate
                    && isEnough != condition.status().equals("True")) {
                outcomes.broken(
                        this,
                        ObjectNames.of(deployment),
                        "has condition Available=" + condition.status() + " with " + available
                                + " available pods, of which it needs " + Availability.least(deployment));
            }
        }
    }

    private void judge(StatefulSet set, Instant clock, Outcomes outcomes) {
        StatefulSet.Status status = set.status();
        if (status == null || set.metadata().isDeleting() || status.observedGeneration() == null) {
            return;
        }
        if (status.availableReplicas() != null) {
            long available = count(set.uid(), pod -> pod.phase().equals("Running") && pod.isReady());
            boolean isAtOnce = Defaults.zeroIfNull(set.spec().minReadySeconds()) == 0;
            compare(
                    new Written(set, "availableReplicas", status.availableReplicas()),
                    isAtOnce ? available : -1,
                    false,
                    outcomes);
        }
        long updated = count(set.uid(), pod -> isOf(pod, status.updateRevision()));
        compare(new Written(set, "updatedReplicas", status.updatedReplicas()), updated, false, outcomes);
        long current = count(set.uid(), pod -> isOf(pod, status.currentRevision()));
        compare(new Written(set, "currentReplicas", status.currentReplicas()), current, false, outcomes);
        boolean isWhole = updated == set.replicas()
                && count(set.uid(), pod -> true) == updated
                && count(set.uid(), Pod::isReady) == updated;
        boolean isRolling = set.spec().updateStrategy() == null
                || !"OnDelete".equals(set.spec().updateStrategy().type());
        if (isWhole && isRolling && !String.valueOf(status.updateRevision()).equals(status.currentRevision())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(set),
                    "has currentRevision " + status.currentRevision() + " although all its pods are of "
                            + status.updateRevision());
        }
    }

    private static boolean isOf(Pod pod, @Nullable String revision) {
        return !pod.metadata().isDeleting()
                && revision != null
                && revision.equals(pod.metadata().labels().get("controller-revision-hash"));
    }

    /** How many are available; -1 when that cannot be judged. */
    private long available(String owner, @Nullable Integer minReadySeconds, Instant clock) {
        int seconds = Defaults.zeroIfNull(minReadySeconds);
        if (seconds == 0) {
            return count(owner, pod -> pod.isActive() && pod.isReady());
        }
        Instant before = clock.minus(COUNTED);
        boolean isSettled =
                pods.ownedBy(owner).stream().allMatch(pod -> !pod.isReady() || pod.isAvailable(seconds, before));
        return isSettled && clocksAreRight ? count(owner, pod -> pod.isActive() && pod.isReady()) : -1;
    }

    private long count(String owner, Predicate<Pod> counts) {
        return pods.countSeen(owner, counts);
    }

    /** Whether it is known that the number of available pods is not always written (kubernetes#108266). */
    private boolean mayBeLate(@Nullable Integer minReadySeconds) {
        return !checksAvailability && Defaults.zeroIfNull(minReadySeconds) > 0;
    }

    /** A number in a status. */
    private record Written(
            KubernetesObject workload,
            String field,
            @Nullable Integer value) {}

    private void compare(Written written, long counted, boolean mayBeLate, Outcomes outcomes) {
        int value = Defaults.zeroIfNull(written.value());
        if (counted < 0 || value == counted) {
            return;
        }
        String name = ObjectNames.of(written.workload());
        String seen = "has status." + written.field() + " " + value + ", expected " + counted;
        if (mayBeLate) {
            outcomes.known(KnownBehaviour.LATE_AVAILABILITY, this, name, seen);
        } else {
            outcomes.broken(this, name, seen);
        }
    }
}
