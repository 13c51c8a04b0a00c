package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The pods of a StatefulSet have the ordinals that it wants, and one whose pods are started in order gets no pod
 * before each of its predecessors has been ready. There is at most one pod per ordinal, whatever it is called: also one
 * that is being deleted keeps the place of the next until it is gone.
 */
public final class OrdinalOrder implements Invariant {

    private final Map<String, Range> sets = new LinkedHashMap<>();
    private final Map<String, Set<Integer>> wereReady = new LinkedHashMap<>();
    /** The pods that there are, by the uid of the set and the ordinal. */
    private final Map<String, Pod> present = new LinkedHashMap<>();

    /** The least ordinal and the greatest that was ever wanted. */
    private record Range(int first, int last, boolean ordered) {

        private Range with(Range later) {
            return new Range(Math.min(first, later.first), Math.max(last, later.last), ordered && later.ordered);
        }
    }

    @Override
    public String name() {
        return "OrdinalOrder";
    }

    @Override
    public String reason() {
        return "An ordinal is an identity with a volume: two pods that have it write to one disk, and a member"
                + " that starts before its predecessors forms a cluster of its own. The controller sees"
                + " predecessors in a cache, so it is enough that they have once been ready.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, StatefulSets, Deployment and Scaling Guarantees; Force"
                + " Delete StatefulSet Pods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A StatefulSet has one pod per ordinal, of those it wants, each after its predecessors have been ready.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, StatefulSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            OwnerReference owner = pod.metadata().controller().orElse(null);
            if (owner != null
                    && owner.kind().equals("StatefulSet")
                    && sets.containsKey(owner.uid())
                    && pod.metadata().name().matches(".*-[0-9]{1,9}")) {
                observe(pod, owner, change.change(), outcomes);
            }
        } else if (change.object() instanceof StatefulSet set) {
            sets.merge(set.uid(), range(set), Range::with);
        }
    }

    private static Range range(StatefulSet set) {
        StatefulSet.Ordinals ordinals = set.spec().ordinals();
        int first = ordinals == null ? 0 : Defaults.zeroIfNull(ordinals.start());
        return new Range(
                first, first + set.replicas() - 1, !"Parallel".equals(set.spec().podManagementPolicy()));
    }

    private void observe(Pod pod, OwnerReference owner, WatchEvent.Type change, Outcomes outcomes) {
        String name = pod.metadata().name();
        int ordinal = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        judgeUnique(pod, owner.uid() + " " + ordinal, change, outcomes);
        Set<Integer> ready = wereReady.computeIfAbsent(owner.uid(), missing -> new LinkedHashSet<>());
        if (change != WatchEvent.Type.ADDED) {
            if (pod.isReady()) {
                ready.add(ordinal);
            }
            return;
        }
        Range range = sets.get(owner.uid());
        if (ordinal < range.first() || ordinal > range.last()) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was created, expected ordinals from " + range.first() + " to " + range.last());
        }
        for (int before = range.first(); range.ordered() && before < ordinal; before++) {
            if (!ready.contains(before)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "was created before " + owner.name() + "-" + before + " had been ready");
            }
        }
    }

    private void judgeUnique(Pod pod, String place, WatchEvent.Type change, Outcomes outcomes) {
        if (change == WatchEvent.Type.DELETED) {
            present.remove(place);
            return;
        }
        Pod other = present.put(place, pod);
        if (other != null && !other.uid().equals(pod.uid())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has the ordinal of " + ObjectNames.of(other) + ", which is still there");
        }
    }
}
