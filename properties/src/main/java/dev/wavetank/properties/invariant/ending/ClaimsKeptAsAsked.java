package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
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
    private final Present<Pod> pods = Present.byOwner(Pod.class);
    private final Map<ObjectKey, PersistentVolumeClaim> claims = new LinkedHashMap<>();
    private final Map<String, Policy> policies = new LinkedHashMap<>();
    /** The StatefulSet of each pod, by uid. */
    private final Map<String, String> setOf = new LinkedHashMap<>();

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
                + " has its pod, or the set, as an owner. A policy that was changed just now the"
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
        return "A claim of a StatefulSet goes with its pod, or the set, only when the retention policy says so.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StatefulSet.class, PersistentVolumeClaim.class, Pod.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean isGone = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof PersistentVolumeClaim claim) {
            observe(claim, isGone);
        }
        if (change.object() instanceof StatefulSet set) {
            sets.observe(change);
            if (isGone) {
                policies.remove(set.uid());
            } else {
                observe(set, entry.time());
            }
        } else if (change.object() instanceof Pod pod) {
            pods.observe(change);
            pod.metadata()
                    .controller()
                    .filter(owner -> policies.containsKey(owner.uid()))
                    .ifPresent(owner -> setOf.put(pod.uid(), owner.uid()));
        } else if (!isGone
                && change.object() instanceof PersistentVolumeClaim claim
                && change.previous() instanceof PersistentVolumeClaim before) {
            judge(before, claim, entry.time(), outcomes);
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

    private void observe(PersistentVolumeClaim claim, boolean isGone) {
        if (isGone) {
            claims.remove(claim.key());
        } else {
            claims.put(claim.key(), claim);
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

    @Override
    public void conclude(long now, Outcomes outcomes) {
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
        boolean isOfAnother = claim != null
                && claim.metadata()
                        .controller()
                        .filter(owner -> !owner.uid().equals(set.uid()))
                        .isPresent();
        if (claim == null || policy == null || isOfAnother || claim.metadata().isDeleting()) {
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
