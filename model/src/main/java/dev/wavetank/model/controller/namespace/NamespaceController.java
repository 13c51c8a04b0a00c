package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/**
 * Deletes the content of namespaces that are being deleted, and removes their finalizer when they are empty.
 *
 * <p>It begins five seconds after the deletion, when every API server rejects new objects there. While something
 * remains, it syncs again after half of the estimated time for the rest. As in Kubernetes 1.20; sources in {@code
 * pkg/controller/namespace}.
 */
public final class NamespaceController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.NAMESPACE.userAgent();

    /**
     * The finalizer that the server adds to every namespace, and that this controller removes ({@code
     * FinalizerKubernetes}).
     */
    private static final String FINALIZER = "kubernetes";

    /** {@code namespaceDeletionGracePeriod}. */
    private static final long GRACE = 5 * VirtualTime.SECOND;

    /** The factor of its rate limit: it lists and deletes every resource of a namespace. */
    private static final int QPS_FACTOR = 20;

    private static final int BURST_FACTOR = 100;

    /** The longest back-off is a minute ({@code nsControllerRateLimiter}). */
    private static final Backoff BACKOFF = new Backoff(5 * VirtualTime.MILLISECOND, 60 * VirtualTime.SECOND);

    private final Context context;
    private final RandomStream contentOrder;
    private final ApiClient client;
    private final long resync;
    private final Informer<Namespace> namespaces;
    private final WorkQueue<ObjectKey> queue;
    private final ContentDeletion content;
    private final boolean podsFirst;

    /** A controller. */
    public NamespaceController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.contentOrder = context.random("namespace-content");
        this.client = environment.client(NAME, QPS_FACTOR, BURST_FACTOR);
        this.namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
        this.resync = environment.flags().duration(ControllerFlag.NAMESPACE_SYNC_PERIOD);
        int workers = environment.workers(KubernetesController.NAMESPACE);
        this.queue = environment.queue(
                WorkQueue.Settings.of(workers, WorkQueue.UNLIMITED).withBackoff(BACKOFF), this::sync);
        this.content = new ContentDeletion(context, client);
        this.podsFirst = environment.version().has(Feature.ORDERED_NAMESPACE_DELETION);
    }

    @Override
    public void start() {
        namespaces.addHandler(Informer.Handler.whilePresent(this::await), resync);
    }

    private void await(Namespace namespace) {
        if (namespace.metadata().isDeleting()) {
            queue.addAfter(namespace.key(), GRACE);
        }
    }

    private static boolean isFinalized(Namespace namespace) {
        return namespace.spec() == null || namespace.spec().finalizers().isEmpty();
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        if (namespaces.cached(key) == null) {
            return Completion.of(SyncResult.DONE);
        }
        return client.send(new ApiRequest.Get(Resources.NAMESPACES, "", key.name()))
                .then(response -> {
                    if (response instanceof ApiResponse.One one && one.object() instanceof Namespace live) {
                        boolean wanted = live.metadata().isDeleting() && !isFinalized(live);
                        return wanted ? empty(live) : Completion.of(SyncResult.DONE);
                    }
                    return Completion.of(SyncResult.orGone(response));
                });
    }

    private Completion<SyncResult> empty(Namespace namespace) {
        Remains remains = new Remains();
        return client.discover().then(response -> {
            List<ApiResource> deletable = new ArrayList<>();
            if (response instanceof ApiResponse.Discovered discovered) {
                discovered.resources().forEach(resource -> addInEachGroup(resource, deletable));
                deletable.removeIf(resource -> !resource.type().namespaced() || !resource.can("delete"));
                shuffle(deletable);
            } else {
                remains.undiscovered(FailureText.of(response));
            }
            return deleteInOrder(namespace, deletable, remains).then(all -> report(namespace, remains));
        });
    }

    /** Since v1.33 nothing else goes while there are pods: what protects them, such as network policies, stays. */
    private Completion<SyncResult> deleteInOrder(Namespace namespace, List<ApiResource> deletable, Remains remains) {
        if (!podsFirst) {
            return delete(namespace, deletable.iterator(), remains);
        }
        List<ApiResource> pods = deletable.stream()
                .filter(resource -> resource.type().equals(Resources.PODS))
                .toList();
        deletable.removeAll(pods);
        return delete(namespace, pods.iterator(), remains)
                .then(done -> remains.objects().isEmpty() && !remains.hasFailures()
                        ? delete(namespace, deletable.iterator(), remains)
                        : Completion.of(SyncResult.DONE));
    }

    /** Objects that several groups serve are deleted in each of them. */
    private static void addInEachGroup(ApiResource resource, List<ApiResource> all) {
        all.add(resource);
        resource.elsewhere().forEach(type -> all.add(new ApiResource(type, resource.verbs(), List.of())));
    }

    /** The real controller iterates over a Go map: the order differs each time. */
    private void shuffle(List<ApiResource> resources) {
        for (int i = resources.size() - 1; i > 0; i--) {
            Collections.swap(resources, i, (int) contentOrder.nextLong(i + 1L));
        }
    }

    private Completion<SyncResult> delete(Namespace namespace, Iterator<ApiResource> left, Remains remains) {
        if (!left.hasNext()) {
            return Completion.of(SyncResult.DONE);
        }
        return content.delete(left.next(), namespace, remains).then(next -> delete(namespace, left, remains));
    }

    /** Writes the remaining content into the status, if it has changed, and continues even when the write fails. */
    private Completion<SyncResult> report(Namespace namespace, Remains remains) {
        Namespace.Status status = NamespaceConditions.withConditions(namespace.status(), remains, context.clock());
        Completion<?> written = status.equals(namespace.status())
                ? Completion.of(SyncResult.DONE)
                : client.send(new ApiRequest.Update(Resources.NAMESPACES, "status", namespace.withStatus(status)));
        return written.then(answer -> conclude(namespace, remains));
    }

    private Completion<SyncResult> conclude(Namespace namespace, Remains remains) {
        if (remains.hasFailures()) {
            return Completion.of(SyncResult.retry(remains.text()));
        }
        if (remains.estimate() > 0) {
            return Completion.of(new SyncResult.RetryAfter((remains.estimate() / 2 + 1) * VirtualTime.SECOND));
        }
        return release(namespace);
    }

    /**
     * Removes the finalizer. The first try has the version from before the status write: after a status write it
     * meets a conflict.
     */
    private Completion<SyncResult> release(Namespace namespace) {
        List<String> others = namespace.spec().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(FINALIZER))
                .toList();
        Namespace without = namespace.withSpec(new Namespace.Spec(others));
        return client.send(new ApiRequest.Update(Resources.NAMESPACES, "finalize", without))
                .then(response -> response.failedWith(StatusReason.CONFLICT)
                        ? releaseAgain(namespace)
                        : Completion.of(SyncResult.orGone(response)));
    }

    private Completion<SyncResult> releaseAgain(Namespace before) {
        return client.send(new ApiRequest.Get(
                        Resources.NAMESPACES, "", before.metadata().name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.orGone(response));
                    }
                    return one.object().uid().equals(before.uid())
                            ? release(one.as(Namespace.class))
                            : Completion.of(SyncResult.retry("the namespace has been made again"));
                });
    }
}
