package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * No object goes from one living controller to another without having been released, and in the end every active pod
 * that a controller selects has a controller.
 *
 * <p>A controller adopts only what has no controller, so of two that select the same pod one gets it. Adoption is
 * asked for of ReplicaSets, ReplicationControllers and DaemonSets; the others ask for more than labels.
 */
public final class Adoption implements Invariant {

    /** The controllers that live, by uid, with what they select. */
    private final Map<String, Selecting> selecting = new LinkedHashMap<>();

    private final Map<String, Pod> free = new LinkedHashMap<>();

    private record Selecting(KubernetesObject owner, LabelSelector selector) {

        private boolean wants(Pod pod) {
            return !owner.metadata().isDeleting()
                    && !selector.isEmpty()
                    && owner.key().namespace().equals(pod.key().namespace())
                    && selector.matches(pod.metadata().labels());
        }
    }

    @Override
    public String name() {
        return "Adoption";
    }

    @Override
    public String statement() {
        return "Adoption takes nothing from a living controller, and in the end every pod that is selected is owned.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Pod pod) {
            checkRelease(change, outcomes);
            if (deleted || !pod.isActive() || pod.metadata().controller().isPresent()) {
                free.remove(pod.uid());
            } else {
                free.put(pod.uid(), pod);
            }
            return;
        }
        LabelSelector selector = selector(change);
        if (selector != null) {
            checkRelease(change, outcomes);
            if (deleted) {
                selecting.remove(change.object().uid());
            } else {
                selecting.put(change.object().uid(), new Selecting(change.object(), selector));
            }
        }
    }

    private static LabelSelector selector(StoreTrace change) {
        if (change.object() instanceof ReplicaSet set) {
            return set.spec().selector();
        }
        if (change.object() instanceof DaemonSet set) {
            return set.spec().selector();
        }
        return change.object() instanceof ReplicationController controller
                ? new LabelSelector(controller.spec().selector(), null)
                : null;
    }

    private void checkRelease(StoreTrace change, Outcomes outcomes) {
        if (change.previous() == null || change.change() == WatchEvent.Type.DELETED) {
            return;
        }
        OwnerReference before = change.previous().metadata().controller().orElse(null);
        OwnerReference after = change.object().metadata().controller().orElse(null);
        if (before != null
                && after != null
                && !before.uid().equals(after.uid())
                && selecting.containsKey(before.uid())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(change.object()),
                    "went from " + before.kind() + " " + before.name() + ", which lives, to " + after.kind() + " "
                            + after.name() + " without being released");
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (Pod pod : free.values()) {
            for (Selecting controller : selecting.values()) {
                if (controller.wants(pod)) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "has no controller, expected " + ObjectNames.of(controller.owner()) + " to adopt it");
                }
            }
        }
    }
}
