package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes objects whose owners are all gone. Every object costs one live read and one delete, from a client of its
 * own; an owner that is known to be gone is not asked for again.
 */
public final class GarbageCollector implements Controller {

    /** User agent. */
    public static final String NAME = "generic-garbage-collector";

    private static final int ABSENT_OWNERS_MAX = 500;

    private final ApiClient client;
    private final Informer<Deployment> deployments;
    private final Informer<ReplicaSet> sets;
    private final Informer<Pod> pods;
    private final WorkQueue<String> queue;
    private final OwnerGraph graph;
    /** Uids of owners that are gone, the latest of them. */
    private final Set<String> absentOwners = new LinkedHashSet<>();

    /** What a live read says about an owner. */
    private enum Owner {
        SOLID,
        GONE,
        UNKNOWN
    }

    /** A controller. */
    public GarbageCollector(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.deployments = environment.informer(Resources.DEPLOYMENTS, Deployment.class);
        this.sets = environment.informer(Resources.REPLICA_SETS, ReplicaSet.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.queue = environment.queue(
                environment.flags().number(ControllerFlag.CONCURRENT_GC_SYNCS),
                WorkQueue.UNLIMITED,
                this::attemptToDelete);
        this.graph = new OwnerGraph(queue::add);
    }

    @Override
    public void start() {
        deployments.addHandler(new GraphEvents<>(Resources.DEPLOYMENTS));
        sets.addHandler(new GraphEvents<>(Resources.REPLICA_SETS));
        pods.addHandler(new GraphEvents<>(Resources.PODS));
    }

    private Completion<Boolean> attemptToDelete(String uid) {
        OwnerGraph.Node node = graph.node(uid).orElse(null);
        if (node == null) {
            return Completion.of(true);
        }
        return get(node.type(), node.key()).then(response -> {
            if (response instanceof ApiResponse.One one && one.object().uid().equals(uid)) {
                return examine(node, one.object());
            }
            boolean gone = response.isSuccess() || response.failedWith("NotFound");
            if (gone && !node.observed()) {
                removed(uid);
            }
            return Completion.of(gone);
        });
    }

    private Completion<Boolean> examine(OwnerGraph.Node node, KubernetesObject live) {
        List<OwnerReference> references = live.metadata().ownerReferences();
        if (references.isEmpty() || live.metadata().isDeleting()) {
            return Completion.of(true);
        }
        List<Completion<Owner>> owners = new ArrayList<>(references.size());
        for (OwnerReference reference : references) {
            owners.add(lookUp(reference, live.key().namespace()));
        }
        return Completion.all(owners).then(found -> {
            if (found.contains(Owner.UNKNOWN)) {
                return Completion.of(false);
            }
            return found.contains(Owner.SOLID) ? detach(node, references, found) : delete(node, live);
        });
    }

    private Completion<Owner> lookUp(OwnerReference reference, String namespace) {
        Optional<ResourceType> type = OwnerGraph.typeOf(reference);
        if (absentOwners.contains(reference.uid())) {
            return Completion.of(Owner.GONE);
        }
        if (type.isEmpty()) {
            return Completion.of(Owner.UNKNOWN);
        }
        String scope = type.get().namespaced() ? namespace : "";
        return get(type.get(), new ObjectKey(scope, reference.name())).map(response -> {
            if (response instanceof ApiResponse.One one && one.object().uid().equals(reference.uid())) {
                return Owner.SOLID;
            }
            if (response.isSuccess() || response.failedWith("NotFound")) {
                remember(reference.uid());
                return Owner.GONE;
            }
            return Owner.UNKNOWN;
        });
    }

    /** It still has an owner: references to those that are gone are removed. */
    private Completion<Boolean> detach(OwnerGraph.Node node, List<OwnerReference> references, List<Owner> found) {
        List<Completion<Boolean>> patches = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i) == Owner.GONE) {
                ApiRequest.Change change =
                        new ApiRequest.Change.RemoveOwner(references.get(i).uid(), node.uid());
                patches.add(client.send(new ApiRequest.Patch(
                                node.type(), node.key().namespace(), node.key().name(), "", change))
                        .map(response -> response.isSuccess() || response.failedWith("NotFound")));
            }
        }
        return Completion.all(patches).map(done -> !done.contains(false));
    }

    private Completion<Boolean> delete(OwnerGraph.Node node, KubernetesObject live) {
        String policy = "Background";
        if (live.metadata().finalizers().contains("orphan")) {
            policy = "Orphan";
        } else if (live.metadata().finalizers().contains("foregroundDeletion")) {
            policy = "Foreground";
        }
        return client.send(new ApiRequest.Delete(
                        node.type(),
                        node.key().namespace(),
                        node.key().name(),
                        new ApiRequest.DeleteOptions(null, node.uid(), policy)))
                .map(response ->
                        response.isSuccess() || response.failedWith("NotFound") || response.failedWith("Conflict"));
    }

    private Completion<ApiResponse> get(ResourceType type, ObjectKey key) {
        return client.send(new ApiRequest.Get(type, key.namespace(), key.name()));
    }

    private void removed(String uid) {
        if (graph.remove(uid)) {
            remember(uid);
        }
    }

    private void remember(String uid) {
        absentOwners.add(uid);
        if (absentOwners.size() > ABSENT_OWNERS_MAX) {
            absentOwners.remove(absentOwners.iterator().next());
        }
    }

    /** Keeps the graph up to date. */
    private final class GraphEvents<T extends KubernetesObject> implements Informer.Handler<T> {
        private final ResourceType type;

        private GraphEvents(ResourceType type) {
            this.type = type;
        }

        @Override
        public void added(T object) {
            graph.observe(type, object);
        }

        @Override
        public void updated(T before, T after) {
            if (!before.uid().equals(after.uid())) {
                removed(before.uid());
            }
            graph.observe(type, after);
        }

        @Override
        public void deleted(T last) {
            removed(last.uid());
        }
    }
}
