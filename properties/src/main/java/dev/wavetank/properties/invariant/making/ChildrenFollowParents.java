package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A ReplicaSet that a Deployment gets, a Job of a CronJob, and a claim of a StatefulSet are made as their parent says,
 * or said: with its labels, annotations and spec, in its name, and as its own, for which it waits when it is deleted in
 * the foreground.
 */
public final class ChildrenFollowParents implements Invariant {

    /** The states of a parent that differ in more than its status, the latest last, by its uid. */
    private final Map<String, List<KubernetesObject>> parents = new LinkedHashMap<>();

    /** The StatefulSets that have claims, by namespace and name. */
    private final Map<String, StatefulSet> sets = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(parents::remove);

    @Override
    public String name() {
        return "ChildrenFollowParents";
    }

    @Override
    public String reason() {
        return "What finds Jobs by their labels misses one that has lost them, a claim without the labels of its set is"
                + " not backed up with it, and a ReplicaSet that does not know the size of its Deployment is not"
                + " resized in proportion. Judged is what controllers ask for, not what admission makes of it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/deployment/sync.go (v1.32), getNewReplicaSet; util/deployment_util.go,"
                        + " SetNewReplicaSetAnnotations and SetReplicasAnnotations",
                "pkg/controller/cronjob/utils.go (v1.32), getJobFromTemplate2",
                "pkg/controller/statefulset/stateful_set_utils.go (v1.32), getPersistentVolumeClaims");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.STORAGE, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "ReplicaSets of Deployments, Jobs of CronJobs and claims of StatefulSets are made as their parents say.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, CronJob.class, StatefulSet.class, ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create) {
            String agent = request.call().userAgent();
            if (create.body() instanceof ReplicaSet set && agent.equals(KubernetesController.DEPLOYMENT.userAgent())) {
                judge(set, outcomes);
            } else if (create.body() instanceof Job job && agent.equals(KubernetesController.CRON_JOB.userAgent())) {
                judge(job, outcomes);
            } else if (create.body() instanceof PersistentVolumeClaim claim
                    && agent.equals(KubernetesController.STATEFUL_SET.userAgent())) {
                judge(claim, outcomes);
            }
        }
    }

    private void observe(StoreTrace change, long now) {
        KubernetesObject object = change.object();
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (object instanceof StatefulSet set) {
            if (set.spec().volumeClaimTemplates().isEmpty() || isGone) {
                sets.remove(set.key().toString());
            } else {
                sets.put(set.key().toString(), set);
            }
        } else if (isGone) {
            if (parents.containsKey(object.uid())) {
                gone.add(object.uid(), now);
            }
        } else if (isWhole(object)) {
            List<KubernetesObject> all = parents.computeIfAbsent(object.uid(), first -> new ArrayList<>());
            if (all.isEmpty() || !isAlike(all.get(all.size() - 1), object)) {
                all.add(object);
            }
        }
    }

    /** Whether it says what its children are to be. */
    private static boolean isWhole(KubernetesObject object) {
        return object instanceof CronJob one
                ? one.spec().jobTemplate() != null
                : object instanceof Deployment deployment
                        && deployment.spec().selector() != null
                        && deployment.spec().template() != null
                        && deployment.spec().template().metadata() != null;
    }

    private static boolean isAlike(KubernetesObject one, KubernetesObject other) {
        boolean isSameSpec = one instanceof Deployment before && other instanceof Deployment now
                ? before.spec().equals(now.spec())
                : one instanceof CronJob was
                        && other instanceof CronJob is
                        && was.spec().equals(is.spec());
        return isSameSpec
                && one.metadata().annotations().equals(other.metadata().annotations());
    }

    private void judge(ReplicaSet set, Outcomes outcomes) {
        List<KubernetesObject> known = known(set);
        if (known.isEmpty() || !(known.get(known.size() - 1) instanceof Deployment latest)) {
            return;
        }
        Optional<String> why = ofOwner(set, OwnerReference.controlledBy(latest));
        if (why.isEmpty()
                && known.stream()
                        .noneMatch(
                                one -> NewSets.difference(set, (Deployment) one).isEmpty())) {
            why = NewSets.difference(set, latest);
        }
        report("ReplicaSet", latest, why, outcomes);
    }

    private void judge(Job job, Outcomes outcomes) {
        List<KubernetesObject> known = known(job);
        if (known.isEmpty() || !(known.get(known.size() - 1) instanceof CronJob latest)) {
            return;
        }
        String version =
                job.metadata().controller().map(OwnerReference::apiVersion).orElse("");
        Optional<String> why = ofOwner(
                job,
                new OwnerReference(
                        version.startsWith("batch/") ? version : CronJob.API_VERSION,
                        CronJob.KIND,
                        latest.metadata().name(),
                        latest.uid(),
                        true,
                        true));
        if (why.isEmpty()
                && known.stream()
                        .noneMatch(one -> difference(job, (CronJob) one).isEmpty())) {
            why = difference(job, latest);
        }
        report("Job", latest, why, outcomes);
    }

    private static Optional<String> difference(Job job, CronJob parent) {
        CronJob.JobTemplate template = parent.spec().jobTemplate();
        boolean isNamed = job.metadata().name().startsWith(parent.metadata().name() + "-");
        Optional<String> why = template.metadata() == null
                ? Optional.empty()
                : PodsFollowTemplates.lacking(
                                "label",
                                job.metadata().labels(),
                                template.metadata().labels())
                        .or(() -> PodsFollowTemplates.lacking(
                                "annotation",
                                job.metadata().annotations(),
                                template.metadata().annotations()));
        return why.or(() -> isNamed
                        ? Optional.empty()
                        : Optional.of("with the name " + job.metadata().name()))
                .or(() -> job.spec().equals(template.spec())
                        ? Optional.empty()
                        : Optional.of("with the spec " + job.spec() + ", expected " + template.spec()));
    }

    /** Claims belong to their set only when they are to be deleted with it, which comes later. */
    private void judge(PersistentVolumeClaim claim, Outcomes outcomes) {
        String name = claim.metadata().name();
        for (StatefulSet set : sets.values()) {
            for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
                String prefix =
                        template.metadata().name() + "-" + set.metadata().name() + "-";
                boolean isIts =
                        set.metadata().namespace().equals(claim.metadata().namespace())
                                && name.startsWith(prefix)
                                && name.substring(prefix.length()).chars().allMatch(Character::isDigit);
                if (isIts) {
                    Map<String, String> labels =
                            new LinkedHashMap<>(template.metadata().labels());
                    labels.putAll(set.spec().selector().matchLabels());
                    Optional<String> why = PodsFollowTemplates.lacking(
                                    "label", claim.metadata().labels(), labels)
                            .or(() -> PodsFollowTemplates.lacking(
                                    "annotation",
                                    claim.metadata().annotations(),
                                    template.metadata().annotations()))
                            .or(() -> claim.spec().equals(template.spec())
                                    ? Optional.empty()
                                    : Optional.of("with the spec " + claim.spec() + ", expected " + template.spec()));
                    report("claim", set, why, outcomes);
                }
            }
        }
    }

    private List<KubernetesObject> known(KubernetesObject child) {
        return child.metadata()
                .controller()
                .map(owner -> parents.getOrDefault(owner.uid(), List.of()))
                .orElse(List.of());
    }

    private static Optional<String> ofOwner(KubernetesObject child, OwnerReference wanted) {
        return child.metadata().ownerReferences().equals(List.of(wanted))
                ? Optional.empty()
                : Optional.of("that belongs to " + child.metadata().ownerReferences() + ", expected " + wanted);
    }

    private void report(String child, KubernetesObject parent, Optional<String> why, Outcomes outcomes) {
        why.ifPresent(one -> outcomes.broken(this, ObjectNames.of(parent), "asks for a " + child + " " + one));
    }
}
