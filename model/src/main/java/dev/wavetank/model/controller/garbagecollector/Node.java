package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.OwnerReference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An object in the graph. A virtual node is only known from references to it. */
public final class Node {

    private final Map<String, Node> dependents = new LinkedHashMap<>();
    private Identity identity;
    private List<OwnerReference> owners = List.of();
    private boolean virtual;
    private boolean beingDeleted;
    private boolean deletingDependents;

    private Node(Identity identity, boolean virtual) {
        this.identity = identity;
        this.virtual = virtual;
    }

    /** An object that an informer has observed. */
    static Node seen(Identity identity) {
        return new Node(identity, false);
    }

    /** An object that is known only from a reference. */
    static Node virtual(Identity identity) {
        return new Node(identity, true);
    }

    Identity identity() {
        return identity;
    }

    /** Corrects the identity of a virtual node to that of a reference. */
    void rename(Identity other) {
        identity = other;
    }

    List<OwnerReference> owners() {
        return owners;
    }

    void owners(List<OwnerReference> changed) {
        owners = changed;
    }

    /** The objects that refer to it as an owner, in the order in which they were observed. */
    List<Node> dependents() {
        return new ArrayList<>(dependents.values());
    }

    boolean hasDependents() {
        return !dependents.isEmpty();
    }

    void add(Node dependent) {
        dependents.put(dependent.identity.uid(), dependent);
    }

    void remove(Node dependent) {
        dependents.remove(dependent.identity.uid());
    }

    /** The dependents that block a foreground deletion of this object. */
    List<Node> blockingDependents() {
        return dependents().stream()
                .filter(dependent -> dependent.owners.stream()
                        .anyMatch(owner ->
                                owner.uid().equals(identity.uid()) && Boolean.TRUE.equals(owner.blockOwnerDeletion())))
                .toList();
    }

    /** Whether it is known only from references to it. */
    public boolean isVirtual() {
        return virtual;
    }

    void markObserved() {
        virtual = false;
    }

    boolean isBeingDeleted() {
        return beingDeleted;
    }

    void markBeingDeleted() {
        beingDeleted = true;
    }

    /** Whether it is being deleted in the foreground: it waits for the deletion of its dependents. */
    boolean isDeletingDependents() {
        return deletingDependents;
    }

    void markDeletingDependents() {
        deletingDependents = true;
    }
}
