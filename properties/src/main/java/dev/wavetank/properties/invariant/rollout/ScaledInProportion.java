package dev.wavetank.properties.invariant.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * When a Deployment is resized during a roll-out, each of its ReplicaSets follows in proportion to its size, and what
 * rounding leaves over goes to the largest.
 *
 * <p>"Proportional scaling" of Deployments in the documentation; {@code scale}, pkg/controller/deployment/sync.go. A
 * share is counted from the annotations by which a ReplicaSet knows for how many pods it was last scaled. The
 * controller may not know the last sizes of the other ReplicaSets.
 */
public final class ScaledInProportion implements Invariant {

    private static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
    private static final String MOST = "deployment.kubernetes.io/max-replicas";

    private final CacheLag lag;
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<ReplicaSet> sets = Present.byOwner(ReplicaSet.class);
    /** The sizes that each ReplicaSet had lately, by uid, with the time until which it had them. */
    private final Map<String, Deque<Size>> past = new LinkedHashMap<>();

    private record Size(int replicas, long until) {}

    /** With the age of what controllers act on. */
    public ScaledInProportion(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "ScaledInProportion";
    }

    @Override
    public String reason() {
        return "Who scales a Deployment while it rolls out wants old and new pods to grow alike, so"
                + " that a roll-out that fails does not take all of the new ones along. The controller"
                + " may not know the last sizes of the other ReplicaSets.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Deployments: Proportional scaling",
                "pkg/controller/deployment/sync.go, scale (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.ROLLOUTS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A Deployment that is resized while it rolls out resizes its ReplicaSets in proportion.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, ReplicaSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change) || deployments.observe(change)) {
            return;
        }
        if (change.object() instanceof ReplicaSet set) {
            if (change.change() == WatchEvent.Type.DELETED) {
                past.remove(set.uid());
            } else if (change.previous() instanceof ReplicaSet before) {
                observe(before, set, entry.time(), outcomes);
            }
            sets.observe(change);
        }
    }

    private void observe(ReplicaSet before, ReplicaSet set, long now, Outcomes outcomes) {
        if (size(before) == size(set)) {
            return;
        }
        Deployment owner = deployments.get(Present.controllerOf(set));
        if (owner != null && isRolling(owner)) {
            judge(owner, before, set, now, outcomes);
        }
        Deque<Size> sizes = past.computeIfAbsent(set.uid(), first -> new ArrayDeque<>());
        sizes.removeIf(one -> !lag.mayHide(one.until(), now));
        sizes.add(new Size(size(before), now));
    }

    private void judge(Deployment owner, ReplicaSet before, ReplicaSet set, long now, Outcomes outcomes) {
        OptionalInt wanted = number(set, DESIRED);
        boolean isScaled = size(before) > 0
                && number(before, DESIRED).isPresent()
                && wanted.isPresent()
                && !number(before, DESIRED).equals(wanted);
        OptionalInt most = number(set, MOST);
        OptionalInt mostBefore = number(before, MOST);
        if (!isScaled || most.isEmpty() || mostBefore.orElse(0) == 0) {
            return;
        }
        long share = wanted.getAsInt() == 0
                ? 0
                : Math.round((double) size(before) * most.getAsInt() / mostBefore.getAsInt());
        boolean isBeyond = size(set) > size(before) ? size(set) > share : size(set) < share;
        if (!isBeyond) {
            return;
        }
        for (ReplicaSet other : sets.ownedBy(owner.uid())) {
            boolean mayReplaceAll = size(set) == 0 && size(other) == wanted.getAsInt();
            if (mayReplaceAll && !other.uid().equals(set.uid())) {
                return;
            }
        }
        for (ReplicaSet other : sets.ownedBy(owner.uid())) {
            if (!other.uid().equals(set.uid()) && least(other, now) > size(before)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(set),
                        "goes from " + size(before) + " to " + size(set) + " replicas because its Deployment wants "
                                + wanted.getAsInt() + ", expected " + share + " or what is nearer, as "
                                + ObjectNames.of(other) + " is larger");
                return;
            }
        }
    }

    /** The smallest size of those that the controller may have seen. */
    private int least(ReplicaSet set, long now) {
        int least = size(set);
        for (Size one : past.getOrDefault(set.uid(), new ArrayDeque<>())) {
            least = lag.mayHide(one.until(), now) ? Math.min(least, one.replicas()) : least;
        }
        return least;
    }

    private static boolean isRolling(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        return strategy == null || !"Recreate".equals(strategy.type());
    }

    private static int size(ReplicaSet set) {
        return set.spec().replicas() == null ? 1 : set.spec().replicas();
    }

    private static OptionalInt number(KubernetesObject object, String annotation) {
        String text = object.metadata().annotations().get(annotation);
        return text == null || !text.matches("[0-9]{1,9}")
                ? OptionalInt.empty()
                : OptionalInt.of(Integer.parseInt(text));
    }
}
