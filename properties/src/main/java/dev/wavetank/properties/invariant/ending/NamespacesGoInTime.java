package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * As long as nothing goes wrong, a namespace that is deleted goes soon after the last pod in it, and after what
 * finalizers hold.
 *
 * <p>The controller comes back after half of the longest grace that its pods have left, and with a back-off of a
 * minute at most while something else is left ({@code Delete}, pkg/controller/namespace/deletion). Until then nobody
 * can make a namespace of that name.
 */
public final class NamespacesGoInTime implements Invariant {

    private static final List<String> REMAINS =
            List.of("NamespaceDeletionContentFailure", "NamespaceContentRemaining", "NamespaceFinalizersRemaining");

    private static final long BACKOFF = 90 * VirtualTime.SECOND;

    private final long bound;
    /** The namespaces that are being deleted, by name. */
    private final Map<String, Ending> ending = new LinkedHashMap<>();

    private boolean isDisturbed;

    /** When a pod in it, or what a finalizer holds, last changed or went, and the longest grace of a pod in seconds. */
    private record Ending(long lastChangeAt, long grace) {}

    /** In a cluster with these delays. */
    public NamespacesGoInTime(Delays delays) {
        this.bound = BACKOFF + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "NamespacesGoInTime";
    }

    @Override
    public String reason() {
        return "Until a namespace is gone nobody can make one of its name. The controller comes back"
                + " after half of the longest grace of its pods, and with a back-off of a minute while"
                + " something else is left. Judged until the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Namespaces: deleting a namespace",
                "pkg/controller/namespace/deletion/namespaced_resources_deleter.go, Delete (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A namespace that is deleted goes soon after its last pod and what finalizers hold in it, and says so.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (!isDisturbed && entry.record() instanceof StoreTrace change) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Namespace namespace) {
                observe(namespace, isGone, entry.time(), outcomes);
            } else if (!ending.isEmpty() && isAwaited(change)) {
                Long seconds =
                        change.object() instanceof Pod pod ? pod.metadata().deletionGracePeriodSeconds() : null;
                long grace = seconds == null ? 0 : seconds;
                ending.computeIfPresent(
                        String.valueOf(change.object().key().namespace()),
                        (name, before) -> new Ending(entry.time(), Math.max(before.grace(), grace)));
            }
        }
    }

    /** Whether the controller has to wait for an object: a pod, or one that a finalizer holds. */
    private static boolean isAwaited(StoreTrace change) {
        KubernetesObject before = change.previous() == null ? change.object() : change.previous();
        return change.object() instanceof Pod
                || !change.object().metadata().finalizers().isEmpty()
                || !before.metadata().finalizers().isEmpty();
    }

    /** Before the controller lets a namespace go, it says that nothing is left in it. */
    private void judge(Namespace namespace, Outcomes outcomes) {
        if (namespace.status() == null) {
            return;
        }
        for (Namespace.Condition condition : namespace.status().conditions()) {
            if (REMAINS.contains(condition.type()) && condition.status().equals("True")) {
                outcomes.broken(
                        this, ObjectNames.of(namespace), "goes with the condition " + condition.type() + "=True");
            }
        }
    }

    private void observe(Namespace namespace, boolean isGone, long now, Outcomes outcomes) {
        String name = namespace.metadata().name();
        if (!isGone) {
            if (namespace.metadata().isDeleting()) {
                ending.putIfAbsent(name, new Ending(now, 0));
            }
            return;
        }
        judge(namespace, outcomes);
        Ending one = ending.remove(name);
        if (one == null) {
            return;
        }
        long took = now - one.lastChangeAt();
        long allowed = bound + one.grace() * VirtualTime.SECOND / 2;
        outcomes.used(this, took, allowed, () -> ObjectNames.of(namespace));
        if (took > allowed) {
            outcomes.broken(
                    this,
                    ObjectNames.of(namespace),
                    "goes " + VirtualTime.span(took) + " after the last that it waits for");
        }
    }
}
