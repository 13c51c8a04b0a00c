package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The claims of a StatefulSet outlive its pods and the set, unless its {@code persistentVolumeClaimRetentionPolicy}
 * says {@code Delete} of pods that are scaled away, or of the deleted set.
 *
 * <p>A claim that goes takes its data along. What is to go has its pod, or the set, as an owner, and the garbage
 * collector does the rest ("PersistentVolumeClaim retention" of StatefulSets in the documentation, KEP-1847). A policy
 * that was changed just now, the controller may not have seen.
 */
public final class ClaimsKeptAsAsked implements Invariant {

    private static final String DELETE = "Delete";

    private final CacheLag lag;
    private final boolean isJudged;
    private final Present<StatefulSet> sets = new Present<>(StatefulSet.class);
    private final Present<Pod> pods = Present.byOwner(Pod.class, StatefulSet.KIND);
    private final Map<ObjectKey, PersistentVolumeClaim> claims = new LinkedHashMap<>();
    private final Map<String, Policy> policies = new LinkedHashMap<>();
    /** The StatefulSet of each pod, by uid. */
    private final Map<String, String> setOf = new LinkedHashMap<>();

    /** Pods of StatefulSets whose deletion has just begun. */
    private final Map<ObjectKey, Pod> going = new LinkedHashMap<>();

    /** When the sizes and the templates of StatefulSets changed last, by uid. */
    private final Map<String, Long> resized = new LinkedHashMap<>();

    private final Map<String, Long> rewritten = new LinkedHashMap<>();
    /** When the claims were made. */
    private final Map<ObjectKey, Long> claimSince = new LinkedHashMap<>();

    private record Policy(boolean afterScaling, boolean afterDeletion, long since) {}

    /** With the age of what controllers act on, of this version. */
    public ClaimsKeptAsAsked(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isJudged = version.has(Feature.STATEFUL_SET_CLAIM_RETENTION);
    }

    @Override
    public String name() {
        return "ClaimsKeptAsAsked";
    }

    @Override
    public String reason() {
        return "A claim that goes takes its data along, and one that stays costs money. What is to go"
                + " has its pod, or the set, as an owner, before a pod that is scaled away is deleted. A policy that"
                + " was changed just now the"
                + " controller may not have seen.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, StatefulSets: PersistentVolumeClaim retention",
                "KEP-1847 (auto-deletion of claims of StatefulSets)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.STORAGE, Tag.DELETION, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "A claim of a StatefulSet goes with its pod, or the set, when the retention policy says so, and only"
                + " then.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StatefulSet.class, PersistentVolumeClaim.class, Pod.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!going.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            Pod pod = going.remove(delete.key());
            boolean isOwn = request.call().userAgent().equals(KubernetesController.STATEFUL_SET.userAgent());
            if (pod != null && isOwn && isJudged) {
                judgeScaled(pod, entry.time(), outcomes);
            }
        }
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof PersistentVolumeClaim claim) {
            observe(claim, isGone, entry.time());
        }
        if (change.object() instanceof StatefulSet set) {
            sets.observe(change);
            if (isGone) {
                policies.remove(set.uid());
                resized.remove(set.uid());
                rewritten.remove(set.uid());
            } else {
                observe(set, entry.time());
                if (change.previous() instanceof StatefulSet before) {
                    observe(before, set, entry.time());
                }
            }
        } else if (change.object() instanceof Pod pod) {
            pods.observe(change);
            pod.metadata()
                    .controller()
                    .filter(owner -> policies.containsKey(owner.uid()))
                    .ifPresent(owner -> setOf.put(pod.uid(), owner.uid()));
            boolean wasGoing =
                    change.previous() != null && change.previous().metadata().isDeleting();
            boolean begins = !wasGoing && (isGone || pod.metadata().isDeleting());
            if (begins && policies.containsKey(Present.controllerOf(pod))) {
                going.put(pod.key(), pod);
            } else if (isGone) {
                going.remove(pod.key());
            }
        } else if (!isGone
                && change.object() instanceof PersistentVolumeClaim claim
                && change.previous() instanceof PersistentVolumeClaim before) {
            judge(before, claim, entry.time(), outcomes);
        }
    }

    private void observe(StatefulSet before, StatefulSet set, long now) {
        if (before.replicas() != set.replicas()
                || !Objects.equals(before.spec().ordinals(), set.spec().ordinals())) {
            resized.put(set.uid(), now);
        }
        if (!before.spec().template().equals(set.spec().template())) {
            rewritten.put(set.uid(), now);
        }
    }

    private void observe(StatefulSet set, long now) {
        StatefulSet.RetentionPolicy policy = set.spec().persistentVolumeClaimRetentionPolicy();
        boolean afterScaling = policy != null && DELETE.equals(policy.whenScaled());
        boolean afterDeletion = policy != null && DELETE.equals(policy.whenDeleted());
        Policy before = policies.get(set.uid());
        boolean isSame =
                before != null && before.afterScaling() == afterScaling && before.afterDeletion() == afterDeletion;
        if (!isSame) {
            long since = before == null ? Long.MIN_VALUE / 2 : now;
            policies.put(set.uid(), new Policy(afterScaling, afterDeletion, since));
        }
    }

    private void observe(PersistentVolumeClaim claim, boolean isGone, long now) {
        if (isGone) {
            claims.remove(claim.key());
            claimSince.remove(claim.key());
        } else {
            claims.put(claim.key(), claim);
            claimSince.putIfAbsent(claim.key(), now);
        }
    }

    private void judge(PersistentVolumeClaim before, PersistentVolumeClaim claim, long now, Outcomes outcomes) {
        Set<String> former = new LinkedHashSet<>();
        before.metadata().ownerReferences().forEach(owner -> former.add(owner.uid()));
        for (OwnerReference owner : claim.metadata().ownerReferences()) {
            if (former.contains(owner.uid())) {
                continue;
            }
            boolean isPod = owner.kind().equals(Pod.KIND);
            Policy policy = policies.get(isPod ? setOf.getOrDefault(owner.uid(), "") : owner.uid());
            if (policy == null || lag.mayHide(policy.since(), now)) {
                continue;
            }
            if (!(isPod ? policy.afterScaling() : policy.afterDeletion())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(claim),
                        "is to go with " + owner.kind() + " " + owner.name() + ", expected to be retained");
            }
        }
    }

    /** The controller makes a pod that it scales away an owner of its claims before it deletes the pod. */
    private void judgeScaled(Pod pod, long now, Outcomes outcomes) {
        StatefulSet set = sets.get(Present.controllerOf(pod));
        Policy policy = set == null ? null : policies.get(set.uid());
        if (set == null
                || policy == null
                || !policy.afterScaling()
                || lag.mayHide(policy.since(), now)
                || mayBeReplaced(set, pod, now)
                || set.metadata().isDeleting()
                || isWanted(set, pod)) {
            return;
        }
        for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
            String name = template.metadata().name() + "-" + pod.metadata().name();
            PersistentVolumeClaim claim = claims.get(new ObjectKey(pod.key().namespace(), name));
            if (claim != null
                    && !claim.metadata().isDeleting()
                    && !lag.mayHide(claimSince.getOrDefault(claim.key(), now), now)
                    && !isOfAnother(claim, set)
                    && claim.metadata().ownerReferences().stream()
                            .noneMatch(owner -> owner.uid().equals(pod.uid()))) {
                outcomes.broken(
                        this,
                        ObjectNames.of(claim),
                        "is not to go with pod " + pod.metadata().name()
                                + ", which is scaled away, expected to be deleted");
            }
        }
    }

    /** Whether the controller may have deleted the pod to replace it, when it did not know the new size yet. */
    private boolean mayBeReplaced(StatefulSet set, Pod pod, long now) {
        if (!lag.mayHide(resized.getOrDefault(set.uid(), Long.MIN_VALUE / 2), now)) {
            return false;
        }
        String revision = pod.metadata().labels().get("controller-revision-hash");
        return pod.isFinished()
                || lag.mayHide(rewritten.getOrDefault(set.uid(), Long.MIN_VALUE / 2), now)
                || set.status() == null
                || revision == null
                || !revision.equals(set.status().updateRevision());
    }

    private static boolean isOfAnother(PersistentVolumeClaim claim, StatefulSet set) {
        return claim.metadata()
                .controller()
                .filter(owner -> !owner.uid().equals(set.uid()))
                .isPresent();
    }

    private static boolean isWanted(StatefulSet set, Pod pod) {
        StatefulSet.Ordinals ordinals = set.spec().ordinals();
        int first = ordinals == null || ordinals.start() == null ? 0 : ordinals.start();
        String name = pod.metadata().name();
        int ordinal = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        return ordinal >= first && ordinal < first + set.replicas();
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (StatefulSet set : sets.all()) {
            boolean isSettled = isJudged
                    && !set.metadata().isDeleting()
                    && pods.ownedBy(set.uid()).size() == set.replicas()
                    && pods.ownedBy(set.uid()).stream().allMatch(pod -> pod.isActive() && pod.isReady());
            for (Pod pod : isSettled ? pods.ownedBy(set.uid()) : List.<Pod>of()) {
                set.spec().volumeClaimTemplates().forEach(template -> judge(set, pod, template, outcomes));
            }
        }
    }

    /** The claim of a pod that is wanted goes with the set, or with nothing. */
    private void judge(StatefulSet set, Pod pod, PersistentVolumeClaim template, Outcomes outcomes) {
        String name = template.metadata().name() + "-" + pod.metadata().name();
        PersistentVolumeClaim claim = claims.get(new ObjectKey(pod.key().namespace(), name));
        Policy policy = policies.get(set.uid());
        if (claim == null
                || policy == null
                || isOfAnother(claim, set)
                || claim.metadata().isDeleting()) {
            return;
        }
        boolean isOwned = claim.metadata().ownerReferences().stream()
                .anyMatch(owner -> owner.uid().equals(set.uid()));
        if (isOwned != policy.afterDeletion()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(claim),
                    (isOwned ? "is" : "is not") + " to go with " + ObjectNames.of(set) + ", expected the opposite");
        }
    }
}
