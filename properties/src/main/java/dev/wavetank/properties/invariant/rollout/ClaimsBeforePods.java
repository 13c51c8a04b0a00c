package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pod of a StatefulSet comes after its claims, one for each of the set's {@code volumeClaimTemplates}.
 *
 * <p>"Stable Storage" of StatefulSets in the documentation; {@code CreateStatefulPod},
 * pkg/controller/statefulset/stateful_pod_control.go. A pod without its claim waits for it for ever. That a claim has
 * just gone the controller may not have seen.
 */
public final class ClaimsBeforePods implements Invariant {

    private final CacheLag lag;
    private final Present<StatefulSet> sets = new Present<>(StatefulSet.class);
    /** The claims that exist; others with the time at which they went. */
    private final Map<ObjectKey, Long> claims = new LinkedHashMap<>();
    /** Since when claims are being deleted. */
    private final Map<ObjectKey, Long> going = new LinkedHashMap<>();

    /** With the age of what controllers act on. */
    public ClaimsBeforePods(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "ClaimsBeforePods";
    }

    @Override
    public String reason() {
        return "A pod without its claim waits for it for ever, and one whose claim is being deleted keeps a"
                + " volume that its user has given up. That a claim has just gone the controller may not have seen.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, StatefulSets: Stable Storage",
                "pkg/controller/statefulset/stateful_pod_control.go, CreateStatefulPod and"
                        + " createPersistentVolumeClaims (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.STORAGE, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod of a StatefulSet is made only after the claims of its volumes, and while none of them goes.";
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
        if (change.object() instanceof PersistentVolumeClaim claim) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            claims.put(claim.key(), isGone ? entry.time() : Long.MAX_VALUE);
            if (isGone || !claim.metadata().isDeleting()) {
                going.remove(claim.key());
            } else {
                going.putIfAbsent(claim.key(), entry.time());
            }
        } else if (change.object() instanceof Pod pod) {
            StatefulSet set = sets.get(Present.controllerOf(pod));
            if (set != null && change.change() == WatchEvent.Type.ADDED) {
                judge(set, pod, entry.time(), outcomes);
            }
        } else {
            sets.observe(change);
        }
    }

    private void judge(StatefulSet set, Pod pod, long now, Outcomes outcomes) {
        for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
            String name = template.metadata().name() + "-" + pod.metadata().name();
            ObjectKey claim = new ObjectKey(pod.key().namespace(), name);
            Long until = claims.get(claim);
            if (until == null || until != Long.MAX_VALUE && !lag.mayHide(until, now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "was made without its claim " + name + ", "
                                + (until == null ? "which was never made" : "which is gone"));
            }
            Long since = going.get(claim);
            if (since != null && !lag.mayHide(since, now)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "was made " + VirtualTime.span(now - since) + " after the deletion of its claim " + name
                                + " had begun");
            }
        }
    }
}
