package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The ownership graph of the objects that the informers have observed: the graph builder of Kubernetes.
 *
 * <p>It only decides which objects to process: every change that may leave an object without owners, or an owner
 * without the dependents that it waits for, queues the object.
 */
final class OwnerGraph {

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final AbsentOwners absent;
    private final Suspicion suspicion;
    private final DeletionMarks marks;
    private final boolean hasCoordinates;

    /**
     * An empty graph.
     *
     * @param hasCoordinates whether references are compared with the coordinates of their owner, since v1.20; without
     *     it, the first reference decides where an owner is that no informer has observed
     */
    OwnerGraph(AbsentOwners absent, Suspicion suspicion, DeletionMarks marks, boolean hasCoordinates) {
        this.absent = absent;
        this.suspicion = suspicion;
        this.marks = marks;
        this.hasCoordinates = hasCoordinates;
    }

    /** The node with that uid, if there is one. */
    Optional<Node> node(String uid) {
        return Optional.ofNullable(nodes.get(uid));
    }

    /**
     * Records that an informer has observed an object, for the first time ({@code before} is null) or in a new state.
     */
    void observe(KubernetesObject before, KubernetesObject object) {
        Node node = nodes.get(object.uid());
        if (node != null && node.isVirtual()) {
            confirm(node, Identity.of(object));
        }
        List<OwnerReference> owners = object.metadata().ownerReferences();
        if (node == null) {
            node = Node.seen(Identity.of(object));
            node.owners(owners);
            nodes.put(object.uid(), node);
            addToOwners(node, owners);
            if (DeletionMarks.isForeground(object)) {
                node.markDeletingDependents();
            }
        } else {
            changeOwners(node, owners);
        }
        if (object.metadata().isDeleting()) {
            node.markBeingDeleted();
        }
        if (marks.startsOrphaning(before, object)) {
            suspicion.isToBeOrphaned(node);
        } else if (marks.startsForeground(before, object)) {
            node.markDeletingDependents();
            node.dependents().forEach(suspicion::mayBeDeleted);
            suspicion.mayBeDeleted(node);
        }
    }

    /** Records that an informer has observed the deletion of the object. */
    void deleted(KubernetesObject last) {
        Node node = nodes.get(last.uid());
        if (node != null) {
            remove(node, Identity.of(last));
        }
    }

    /** Records that a live read has found no object of that identity. */
    void absent(Identity identity) {
        Node node = nodes.get(identity.uid());
        if (node == null) {
            return;
        }
        if (!hasCoordinates) {
            remove(node, identity);
            return;
        }
        List<Node> matching = new ArrayList<>();
        List<Node> others = new ArrayList<>();
        partition(node, identity, matching, others);
        boolean disagrees =
                node.isVirtual() ? !others.isEmpty() : !node.identity().equals(identity);
        if (!disagrees) {
            remove(node, identity);
            return;
        }
        if (!matching.isEmpty()) {
            absent.add(identity);
            matching.forEach(suspicion::mayBeDeleted);
        }
        if (node.isVirtual() && node.identity().equals(identity)) {
            alternative(others, identity).ifPresent(other -> {
                node.rename(other);
                suspicion.mayBeDeletedLater(node);
            });
        }
    }

    private void confirm(Node node, Identity observed) {
        if (hasCoordinates && !node.identity().equals(observed)) {
            List<Node> matching = new ArrayList<>();
            List<Node> others = new ArrayList<>();
            partition(node, observed, matching, others);
            for (Node other : others) {
                reportNamespace(other, observed);
                suspicion.mayBeDeleted(other);
            }
            node.rename(observed);
        }
        node.markObserved();
    }

    private void changeOwners(Node node, List<OwnerReference> owners) {
        List<OwnerReference> before = node.owners();
        if (before.equals(owners)) {
            return;
        }
        List<OwnerReference> added = missing(owners, before);
        List<OwnerReference> removed = missing(before, owners);
        for (OwnerReference old : before) {
            boolean blocks = Boolean.TRUE.equals(old.blockOwnerDeletion());
            boolean stillBlocks = owners.stream()
                    .anyMatch(
                            owner -> owner.uid().equals(old.uid()) && Boolean.TRUE.equals(owner.blockOwnerDeletion()));
            if (blocks && !stillBlocks) {
                node(old.uid()).ifPresent(suspicion::mayBeDeleted);
            }
        }
        node.owners(owners);
        addToOwners(node, added);
        removed.forEach(owner -> node(owner.uid()).ifPresent(present -> present.remove(node)));
    }

    private static List<OwnerReference> missing(List<OwnerReference> these, List<OwnerReference> there) {
        return these.stream()
                .filter(owner -> there.stream().noneMatch(other -> other.uid().equals(owner.uid())))
                .toList();
    }

    /**
     * An owner that no informer has observed yet may be deleted already: it is virtual until an informer or a live
     * read decides.
     */
    private void addToOwners(Node node, List<OwnerReference> owners) {
        String namespace = node.identity().namespace();
        boolean doubtful = false;
        for (OwnerReference reference : owners) {
            Node owner = nodes.get(reference.uid());
            if (owner == null) {
                owner = Node.virtual(Identity.of(reference, namespace));
                nodes.put(reference.uid(), owner);
                owner.add(node);
                suspicion.mayBeDeleted(owner);
                continue;
            }
            owner.add(node);
            if (hasCoordinates && !owner.identity().isMeantBy(reference, namespace)) {
                doubtful = true;
                if (!owner.isVirtual()) {
                    reportNamespace(node, owner.identity());
                }
            }
        }
        if (doubtful) {
            suspicion.mayBeDeleted(node);
        }
    }

    private void reportNamespace(Node dependent, Identity owner) {
        boolean elsewhere = !owner.namespace().isEmpty()
                && !owner.namespace().equals(dependent.identity().namespace());
        if (elsewhere) {
            dependent.owners().stream()
                    .filter(reference -> reference.uid().equals(owner.uid()))
                    .findFirst()
                    .ifPresent(reference -> suspicion.hasInvalidNamespace(dependent, reference));
        }
    }

    private void remove(Node node, Identity identity) {
        nodes.remove(node.identity().uid());
        for (OwnerReference owner : node.owners()) {
            node(owner.uid()).ifPresent(present -> present.remove(node));
        }
        if (node.hasDependents()) {
            absent.add(identity);
        }
        node.dependents().forEach(suspicion::mayBeDeleted);
        for (OwnerReference owner : node.owners()) {
            node(owner.uid()).filter(Node::isDeletingDependents).ifPresent(suspicion::mayBeDeleted);
        }
    }

    /** An object that refers to the owner in several ways may be on both lists. */
    private static void partition(Node owner, Identity identity, List<Node> matching, List<Node> others) {
        for (Node dependent : owner.dependents()) {
            List<OwnerReference> references = dependent.owners().stream()
                    .filter(reference -> reference.uid().equals(identity.uid()))
                    .toList();
            String namespace = dependent.identity().namespace();
            if (references.stream().anyMatch(reference -> identity.isMeantBy(reference, namespace))) {
                matching.add(dependent);
            }
            if (references.stream().anyMatch(reference -> !identity.isMeantBy(reference, namespace))) {
                others.add(dependent);
            }
        }
    }

    /** The next place at which dependents believe the owner to be, in a circle through all of them. */
    private static Optional<Identity> alternative(List<Node> dependents, Identity verified) {
        TreeSet<Identity> places = new TreeSet<>(OwnerGraph::compare);
        for (Node dependent : dependents) {
            for (OwnerReference owner : dependent.owners()) {
                if (owner.uid().equals(verified.uid())) {
                    places.add(Identity.of(owner, dependent.identity().namespace()));
                }
            }
        }
        places.remove(verified);
        if (places.isEmpty()) {
            return Optional.empty();
        }
        Identity following = places.higher(verified);
        return Optional.of(following == null ? places.first() : following);
    }

    /** In the order of their distinct coordinates, so that the choice is the same in every run. */
    private static int compare(Identity one, Identity other) {
        return one.toString().compareTo(other.toString());
    }
}
