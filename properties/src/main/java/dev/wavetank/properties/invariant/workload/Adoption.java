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
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * No object goes from one living controller to another without having been released, none is adopted that is being
 * deleted, and in the end every active pod that a controller selects has a controller, which selects it. Of two
 * controllers that select the same pod one gets it.
 */
public final class Adoption implements Invariant {

    private static final List<String> COUNTING = List.of("ReplicaSet", "ReplicationController");

    /** The controllers that live, by uid, with what they select. */
    private final Map<String, Selecting> selecting = new LinkedHashMap<>();

    private final Map<String, Pod> free = new LinkedHashMap<>();
    /** Active pods that have a controller. */
    private final Map<String, Pod> controlled = new LinkedHashMap<>();
    /** Since when pods without a controller are being deleted. */
    private final Map<String, Long> going = new LinkedHashMap<>();

    /** Since when pods without a controller have ended. */
    private final Map<String, Long> ended = new LinkedHashMap<>();

    private final CacheLag lag;

    private record Selecting(KubernetesObject owner, LabelSelector selector) {

        private boolean wants(Pod pod) {
            return !owner.metadata().isDeleting()
                    && !selector.isEmpty()
                    && owner.key().namespace().equals(pod.key().namespace())
                    && selector.matches(pod.metadata().labels());
        }
    }

    /** With the age of what controllers act on. */
    public Adoption(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "Adoption";
    }

    @Override
    public String reason() {
        return "Two controllers that take a pod from each other never stop, and a pod that nobody adopts counts"
                + " for no workload: the controller makes another one beside it. That every pod is adopted is asked"
                + " for of ReplicaSets, ReplicationControllers and DaemonSets; the others ask for more than labels."
                + " A pod that has ended does no work for a ReplicaSet, and is none of its pods.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_ref_manager.go (v1.32), ClaimObject",
                "pkg/controller/replicaset/replica_set.go (v1.32), syncReplicaSet: FilterActivePods",
                "Kubernetes documentation v1.32, ReplicaSet, How a ReplicaSet works");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "Adoption takes nothing from a living controller, and in the end controllers own exactly what they"
                + " select.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ReplicaSet.class, DaemonSet.class, ReplicationController.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        if (change.object() instanceof Pod pod) {
            checkRelease(change, outcomes);
            checkGoing(pod, deleted, entry.time(), outcomes);
            checkEnded(pod, deleted, entry.time(), outcomes);
            if (deleted || !pod.isActive() || pod.metadata().controller().isEmpty()) {
                controlled.remove(pod.uid());
            } else {
                controlled.put(pod.uid(), pod);
            }
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

    /** No controller may adopt what is being deleted. */
    private void checkGoing(Pod pod, boolean deleted, long now, Outcomes outcomes) {
        boolean isOwned = pod.metadata().controller().isPresent();
        Long since = deleted || isOwned ? going.remove(pod.uid()) : going.get(pod.uid());
        if (deleted || !pod.metadata().isDeleting()) {
            return;
        }
        if (!isOwned) {
            going.putIfAbsent(pod.uid(), now);
        } else if (since != null && !lag.mayHide(since, now)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was adopted " + VirtualTime.span(now - since) + " after its deletion had begun");
        }
    }

    /** Controllers that count active pods look at no others when they adopt. */
    private void checkEnded(Pod pod, boolean deleted, long now, Outcomes outcomes) {
        OwnerReference controller = pod.metadata().controller().orElse(null);
        Long since = deleted || controller != null ? ended.remove(pod.uid()) : null;
        if (deleted || !pod.isFinished()) {
            return;
        }
        if (controller == null) {
            ended.putIfAbsent(pod.uid(), now);
        } else if (since != null && COUNTING.contains(controller.kind()) && !lag.mayHide(since, now)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "was adopted by " + controller.kind() + " " + controller.name() + " "
                            + VirtualTime.span(now - since) + " after its end");
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
        for (Pod pod : controlled.values()) {
            Selecting controller = selecting.get(Present.controllerOf(pod));
            boolean isJudged =
                    controller != null && !controller.owner().metadata().isDeleting();
            if (isJudged && !controller.selector().matches(pod.metadata().labels())) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "has the controller " + ObjectNames.of(controller.owner())
                                + ", which does not select it, expected to be released");
            }
        }
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
