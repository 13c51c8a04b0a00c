package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.PodTemplates;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * At rest the revision of a workload's present template has the highest number of all that it keeps, also after a roll
 * back, and the ReplicaSet of a Deployment's present template has its minReadySeconds.
 */
public final class LatestRevisionLeads implements Invariant {

    private static final String REVISION = "deployment.kubernetes.io/revision";
    private static final String HASH = "controller-revision-hash";

    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    private final Present<ControllerRevision> revisions = Present.byOwner(ControllerRevision.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class, StatefulSet.KIND, DaemonSet.KIND);
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<StatefulSet> stateful = new Present<>(StatefulSet.class);
    private final Present<DaemonSet> daemons = new Present<>(DaemonSet.class);
    /** Workloads that a controller has given up to sync, by key. */
    private final Set<String> givenUp = new LinkedHashSet<>();

    @Override
    public String name() {
        return "LatestRevisionLeads";
    }

    @Override
    public String reason() {
        return "kubectl rollout history and undo go by these numbers: undo takes the second highest, so with a"
                + " wrong order it rolls back to another template than the last one.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/deployment/sync.go (v1.32), getNewReplicaSet",
                "pkg/controller/history/controller_history.go (v1.32)",
                "Kubernetes documentation v1.32, Deployments, Rolling Back a Deployment");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest the revision of a workload's present template has the highest number of those that it keeps.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                ReplicaSet.class,
                ControllerRevision.class,
                Deployment.class,
                StatefulSet.class,
                DaemonSet.class,
                GivenUpTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof GivenUpTrace one) {
            givenUp.add(one.object());
        } else if (entry.record() instanceof StoreTrace change
                && !pods.observe(change)
                && !sets.observe(change)
                && !revisions.observe(change)
                && (deployments.observe(change) || stateful.observe(change) || daemons.observe(change))) {
            givenUp.remove(change.object().key().toString());
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        deployments.all().stream().filter(this::isJudged).forEach(one -> judge(one, outcomes));
        for (StatefulSet set : stateful.all()) {
            if (isJudged(set) && set.status() != null && set.status().updateRevision() != null) {
                revisions.ownedBy(set.uid()).stream()
                        .filter(revision ->
                                revision.metadata().name().equals(set.status().updateRevision()))
                        .findFirst()
                        .ifPresent(latest -> judge(set, latest, outcomes));
            }
        }
        for (DaemonSet set : daemons.all()) {
            if (isJudged(set)) {
                latest(set).forEach(latest -> judge(set, latest, outcomes));
            }
        }
    }

    private boolean isJudged(KubernetesObject workload) {
        return !workload.metadata().isDeleting()
                && !givenUp.contains(workload.key().toString());
    }

    private void judge(Deployment deployment, Outcomes outcomes) {
        ReplicaSet latest = sets.ownedBy(deployment.uid()).stream()
                .filter(set -> PodTemplates.isLatest(set, deployment))
                .findFirst()
                .orElse(null);
        if (latest == null) {
            return;
        }
        for (ReplicaSet other : sets.ownedBy(deployment.uid())) {
            if (other != latest && number(other) >= number(latest)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(latest),
                        "has the template of its Deployment and revision " + number(latest) + ", and "
                                + ObjectNames.of(other) + " has " + number(other));
            }
        }
        int wanted = Defaults.zeroIfNull(deployment.spec().minReadySeconds());
        int given = Defaults.zeroIfNull(latest.spec().minReadySeconds());
        if (given != wanted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(latest),
                    "has minReadySeconds " + given + ", expected " + wanted + " as its Deployment");
        }
    }

    /**
     * The revision of the pods of a DaemonSet when all of them have the same, and its status says that it is the
     * latest.
     */
    private List<ControllerRevision> latest(DaemonSet set) {
        Set<String> hashes = new LinkedHashSet<>();
        pods.ownedBy(set.uid())
                .forEach(pod -> hashes.add(pod.metadata().labels().getOrDefault(HASH, "")));
        boolean isUpdated = set.status() != null
                && Defaults.zeroIfNull(set.status().updatedNumberScheduled()) > 0
                && Defaults.zeroIfNull(set.status().updatedNumberScheduled())
                        == pods.ownedBy(set.uid()).size();
        return hashes.size() != 1 || !isUpdated
                ? List.of()
                : revisions.ownedBy(set.uid()).stream()
                        .filter(revision ->
                                hashes.contains(revision.metadata().labels().get(HASH)))
                        .toList();
    }

    private void judge(KubernetesObject owner, ControllerRevision latest, Outcomes outcomes) {
        for (ControllerRevision other : revisions.ownedBy(owner.uid())) {
            if (other != latest && other.number() >= latest.number()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(latest),
                        "is the template of its pods and has revision " + latest.number() + ", and "
                                + ObjectNames.of(other) + " has " + other.number());
            }
        }
    }

    private static long number(ReplicaSet set) {
        String text = set.metadata().annotations().getOrDefault(REVISION, "0");
        return text.matches("[0-9]{1,9}") ? Long.parseLong(text) : 0;
    }
}
