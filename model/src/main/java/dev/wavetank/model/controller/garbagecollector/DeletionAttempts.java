package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Processes one object whose owners or dependents may have been deleted: {@code attemptToDeleteItem}.
 *
 * <p>The collector deletes nothing on the basis of the graph alone: it first reads the object and those of its owners
 * that are not known to be absent.
 */
final class DeletionAttempts {

    private final RestMapper mapper;
    private final LiveObjects live;
    private final OwnerGraph graph;
    private final AbsentOwners absent;
    private final Consumer<Node> queue;

    /** The state of an owner. */
    private enum Owner {
        SOLID,
        DANGLING,
        WAITING_FOR_DEPENDENTS
    }

    DeletionAttempts(RestMapper mapper, LiveObjects live, OwnerGraph graph, AbsentOwners absent, Consumer<Node> queue) {
        this.mapper = mapper;
        this.live = live;
        this.graph = graph;
        this.absent = absent;
        this.queue = queue;
    }

    /** One attempt. */
    Completion<SyncResult> attempt(Identity identity) {
        Node node = graph.node(identity.uid()).orElse(null);
        boolean settled = node == null || node.isBeingDeleted() && !node.isDeletingDependents();
        if (settled) {
            return Completion.of(SyncResult.DONE);
        }
        return mapper.ready().then(known -> known.andThen(() -> attempt(node, identity)));
    }

    private Completion<SyncResult> attempt(Node node, Identity identity) {
        Optional<ResourceType> type = mapper.find(identity.apiVersion(), identity.kind());
        if (type.isEmpty()) {
            return Completion.of(unknown(identity.apiVersion(), identity.kind()));
        }
        if (type.get().namespaced() && identity.namespace().isEmpty()) {
            // A cluster-scoped object refers to a namespaced owner. This stays invalid: the owner's namespace is
            // unknown.
            return Completion.of(SyncResult.DONE);
        }
        return live.get(type.get(), identity.namespace(), identity.name()).then(response -> {
            boolean found = response instanceof ApiResponse.One one
                    && one.object().uid().equals(identity.uid());
            if (found) {
                return look(new Subject(node, type.get(), ((ApiResponse.One) response).object()))
                        .map(result -> result.isDone() && node.isVirtual()
                                ? SyncResult.retry(identity + " exists and was not observed yet")
                                : result);
            }
            boolean gone = response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND);
            if (gone) {
                graph.absent(identity);
            }
            return Completion.of(gone ? SyncResult.DONE : SyncResult.of(response));
        });
    }

    /**
     * The processed object.
     *
     * @param node in the graph
     * @param type its resource
     * @param object its live state
     */
    private record Subject(Node node, ResourceType type, KubernetesObject object) {

        Identity identity() {
            return Identity.of(object);
        }
    }

    private Completion<SyncResult> look(Subject subject) {
        if (subject.node().isDeletingDependents()) {
            return waitForDependents(subject);
        }
        List<OwnerReference> references = subject.object().metadata().ownerReferences();
        return references.isEmpty() ? Completion.of(SyncResult.DONE) : classify(subject, references, new ArrayList<>());
    }

    private Completion<SyncResult> waitForDependents(Subject subject) {
        List<Node> blocking = subject.node().blockingDependents();
        if (blocking.isEmpty()) {
            return live.removeFinalizer(subject.type(), subject.identity(), DeletionMarks.FOREGROUND);
        }
        blocking.stream().filter(dependent -> !dependent.isDeletingDependents()).forEach(queue);
        return Completion.of(SyncResult.DONE);
    }

    /** One owner after the other, as the real collector does. */
    private Completion<SyncResult> classify(Subject subject, List<OwnerReference> references, List<Owner> owners) {
        if (owners.size() == references.size()) {
            return decide(subject, references, owners);
        }
        OwnerReference next = references.get(owners.size());
        String namespace = subject.identity().namespace();
        if (absent.contains(Identity.of(next, "")) || absent.contains(Identity.of(next, namespace))) {
            owners.add(Owner.DANGLING);
            return classify(subject, references, owners);
        }
        Optional<ResourceType> type = mapper.find(next.apiVersion(), next.kind());
        if (type.isEmpty()) {
            return Completion.of(unknown(next.apiVersion(), next.kind()));
        }
        if (type.get().namespaced() && namespace.isEmpty()) {
            // Permanently invalid: a retry is useless.
            return Completion.of(SyncResult.DONE);
        }
        return live.get(type.get(), namespace, next.name()).then(response -> {
            Owner owner = owner(response, next);
            if (owner == null) {
                return Completion.of(SyncResult.of(response));
            }
            if (owner == Owner.DANGLING) {
                absent.add(Identity.of(next, type.get().namespaced() ? namespace : ""));
            }
            owners.add(owner);
            return classify(subject, references, owners);
        });
    }

    static SyncResult unknown(String apiVersion, String kind) {
        return SyncResult.retry("no resource is known for " + apiVersion + " " + kind);
    }

    /** The state of an owner after a live read; null when the read failed. */
    private static Owner owner(ApiResponse response, OwnerReference reference) {
        if (response instanceof ApiResponse.One one && one.object().uid().equals(reference.uid())) {
            return DeletionMarks.isForeground(one.object()) ? Owner.WAITING_FOR_DEPENDENTS : Owner.SOLID;
        }
        return response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND) ? Owner.DANGLING : null;
    }

    private Completion<SyncResult> decide(Subject subject, List<OwnerReference> references, List<Owner> owners) {
        if (owners.contains(Owner.SOLID)) {
            List<String> others = new ArrayList<>();
            for (Owner kind : List.of(Owner.DANGLING, Owner.WAITING_FOR_DEPENDENTS)) {
                for (int i = 0; i < owners.size(); i++) {
                    if (owners.get(i) == kind) {
                        others.add(references.get(i).uid());
                    }
                }
            }
            return others.isEmpty()
                    ? Completion.of(SyncResult.DONE)
                    : live.removeOwners(subject.type(), subject.identity(), others)
                            .map(SyncResult::of);
        }
        if (owners.contains(Owner.WAITING_FOR_DEPENDENTS) && subject.node().hasDependents()) {
            return unblocked(subject)
                    .then(done -> done.andThen(() -> live.delete(subject.type(), subject.identity(), "Foreground")));
        }
        return live.delete(subject.type(), subject.identity(), policy(subject.object()));
    }

    /**
     * When a dependent is deleted in the foreground too there may be a cycle: then no owner may wait for this object.
     */
    private Completion<SyncResult> unblocked(Subject subject) {
        boolean cycle = subject.node().dependents().stream().anyMatch(Node::isDeletingDependents);
        return cycle
                ? live.unblockOwners(
                                subject.type(),
                                subject.identity(),
                                subject.node().owners())
                        .map(SyncResult::of)
                : Completion.of(SyncResult.DONE);
    }

    private static String policy(KubernetesObject object) {
        if (DeletionMarks.has(object, DeletionMarks.ORPHAN)) {
            return "Orphan";
        }
        return DeletionMarks.has(object, DeletionMarks.FOREGROUND) ? "Foreground" : "Background";
    }
}
