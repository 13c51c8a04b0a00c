package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The nodes and pods of the store, and for a while what they were before: a scheduler may still see that. */
final class PlacedPods {

    private final Map<String, List<Version>> nodes = new LinkedHashMap<>();
    private final Map<String, Known> pods = new LinkedHashMap<>();
    private final Deque<Known> gone = new ArrayDeque<>();
    private final Map<String, Map<String, String>> namespaces = new LinkedHashMap<>();

    /** What a node was from one time until another; {@code Long.MAX_VALUE} for the latest. */
    record Version(Node node, long since, long until) {}

    /**
     * A pod.
     *
     * @param pod its latest state
     * @param boundAt when it was bound; {@code Long.MAX_VALUE} when it is not
     * @param changedAt when its labels last changed, or it came, began to be deleted, ended or went
     * @param isGone whether it was deleted or has ended
     */
    record Known(Pod pod, long boundAt, long changedAt, boolean isGone) {

        boolean isBound() {
            return boundAt != Long.MAX_VALUE;
        }
    }

    /** Takes a change; {@code mayHide} says whether a scheduler may not have seen what happened at a time. */
    void observe(StoreTrace change, long now, LongPredicate mayHide) {
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        KubernetesObject object = change.object();
        if (object instanceof Pod pod) {
            observe(pod, deleted, now);
            while (!gone.isEmpty() && !mayHide.test(gone.peekFirst().changedAt)) {
                gone.removeFirst();
            }
        } else if (object instanceof Node node) {
            observe(node, deleted, now, mayHide);
        } else if (object instanceof Namespace namespace) {
            namespaces.put(namespace.metadata().name(), namespace.metadata().labels());
        }
    }

    private void observe(Pod pod, boolean deleted, long now) {
        Known before = pods.get(pod.uid());
        boolean isGone = deleted || pod.isFinished();
        boolean isBound = pod.nodeName() != null && !pod.nodeName().isEmpty();
        boolean isChanged = before == null
                || isGone
                || before.pod.metadata().isDeleting() != pod.metadata().isDeleting()
                || !Objects.equals(
                        before.pod.metadata().labels(), pod.metadata().labels());
        long boundAt = !isBound ? Long.MAX_VALUE : before != null && before.isBound() ? before.boundAt : now;
        Known known = new Known(pod, boundAt, isChanged || before == null ? now : before.changedAt, isGone);
        if (isGone) {
            if (pods.remove(pod.uid()) != null) {
                gone.addLast(known);
            }
        } else {
            pods.put(pod.uid(), known);
        }
    }

    private void observe(Node node, boolean deleted, long now, LongPredicate mayHide) {
        List<Version> versions = nodes.computeIfAbsent(node.metadata().name(), missing -> new ArrayList<>(2));
        Version before = versions.isEmpty() ? null : versions.remove(versions.size() - 1);
        versions.removeIf(version -> !mayHide.test(version.until));
        if (before != null && !deleted && isSame(before.node, node)) {
            versions.add(new Version(node, before.since, Long.MAX_VALUE));
            return;
        }
        if (before != null) {
            versions.add(new Version(before.node, before.since, Math.min(before.until, now)));
        }
        if (!deleted) {
            versions.add(new Version(node, now, Long.MAX_VALUE));
        }
    }

    /** A heartbeat changes nothing that a pod's place depends on. */
    private static boolean isSame(Node before, Node after) {
        return Objects.equals(before.metadata().labels(), after.metadata().labels())
                && Objects.equals(before.spec(), after.spec())
                && Objects.equals(
                        before.status() == null ? null : before.status().allocatable(),
                        after.status() == null ? null : after.status().allocatable());
    }

    /** The latest state of every node that is there. */
    Collection<Node> nodes() {
        List<Node> latest = new ArrayList<>(nodes.size());
        for (String name : nodes.keySet()) {
            Node node = node(name);
            if (node != null) {
                latest.add(node);
            }
        }
        return latest;
    }

    /** The latest state of a node, or null. */
    @Nullable
    Node node(String name) {
        List<Version> versions = nodes.get(name);
        Version last = versions == null || versions.isEmpty() ? null : versions.get(versions.size() - 1);
        return last == null || last.until != Long.MAX_VALUE ? null : last.node;
    }

    /** All states of a node that a scheduler may have seen, the latest one last. */
    List<Node> seenAs(String name, LongPredicate mayHide) {
        List<Node> seen = new ArrayList<>(2);
        for (Version version : nodes.getOrDefault(name, List.of())) {
            if (version.until == Long.MAX_VALUE || mayHide.test(version.until)) {
                seen.add(version.node);
            }
        }
        return seen;
    }

    /** Whether a scheduler may not know the node at all. */
    boolean mayBeUnknown(String name, LongPredicate mayHide) {
        List<Version> versions = nodes.getOrDefault(name, List.of());
        return versions.isEmpty() || mayHide.test(versions.get(0).since);
    }

    /** Pods that are there, bound or not. */
    Collection<Known> pods() {
        return pods.values();
    }

    /** The pod with that uid, or null. */
    @Nullable
    Known pod(String uid) {
        return pods.get(uid);
    }

    /** Whether a pod that a scheduler may still see, or may have placed already, is of that kind. */
    boolean mayBeSeen(Predicate<Known> kind) {
        return pods.values().stream().anyMatch(kind) || gone.stream().anyMatch(kind);
    }

    /** How many pods that a scheduler may still see, or may have placed already, are of that kind. */
    long countSeen(Predicate<Known> kind) {
        return pods.values().stream().filter(kind).count()
                + gone.stream().filter(kind).count();
    }

    /** Labels of a namespace. */
    Map<String, String> labelsOfNamespace(String name) {
        return namespaces.getOrDefault(name, Collections.emptyMap());
    }
}
