package dev.wavetank.model.controller.namespace;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResource;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.client.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Iterator;
import java.util.List;

/**
 * Empties namespaces that are being deleted, and takes their finalizer away when they are empty.
 *
 * <p>It begins five seconds after the deletion, so that every API server knows by then that nothing is to be created
 * there any more. While something remains, it comes back after half the time that this is expected to take. As in
 * Kubernetes 1.20; sources in {@code pkg/controller/namespace}.
 */
public final class NamespaceController implements Controller {

    /** User agent. */
    public static final String NAME = "namespace-controller";

    /** What the server adds to every namespace, and this controller takes away ({@code FinalizerKubernetes}). */
    private static final String FINALIZER = "kubernetes";

    /** {@code namespaceDeletionGracePeriod}. */
    private static final long GRACE = 5 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Namespace> namespaces;
    private final WorkQueue<ObjectKey> queue;
    private final ContentDeletion content;

    /** A controller. */
    public NamespaceController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
        this.queue = environment.queue(
                environment.flags().number(ControllerFlag.CONCURRENT_NAMESPACE_SYNCS), WorkQueue.UNLIMITED, this::sync);
        this.content = new ContentDeletion(client);
    }

    @Override
    public void start() {
        namespaces.addHandler(Informer.Handler.whilePresent(this::await));
    }

    private void await(Namespace namespace) {
        if (namespace.metadata().isDeleting() && !isFinalized(namespace)) {
            queue.addAfter(namespace.key(), GRACE);
        }
    }

    private static boolean isFinalized(Namespace namespace) {
        return namespace.spec() == null || namespace.spec().finalizers().isEmpty();
    }

    private Completion<Boolean> sync(ObjectKey key) {
        if (namespaces.cached(key) == null) {
            return Completion.of(true);
        }
        return client.send(new ApiRequest.Get(Resources.NAMESPACES, "", key.name()))
                .then(response -> {
                    if (response instanceof ApiResponse.One one && one.object() instanceof Namespace live) {
                        boolean wanted = live.metadata().isDeleting() && !isFinalized(live);
                        return wanted ? empty(live) : Completion.of(true);
                    }
                    return Completion.of(response.failedWith("NotFound"));
                });
    }

    private Completion<Boolean> empty(Namespace namespace) {
        Remains remains = new Remains();
        return client.discover().then(response -> {
            if (!(response instanceof ApiResponse.Discovered discovered)) {
                remains.undiscovered(FailureText.of(response));
                return report(namespace, remains);
            }
            List<ApiResource> deletable = discovered.resources().stream()
                    .filter(resource -> resource.type().namespaced() && resource.can("delete"))
                    .toList();
            return delete(namespace, deletable.iterator(), remains).then(all -> report(namespace, remains));
        });
    }

    private Completion<Boolean> delete(Namespace namespace, Iterator<ApiResource> left, Remains remains) {
        if (!left.hasNext()) {
            return Completion.of(true);
        }
        return content.delete(left.next(), namespace.metadata().name(), remains)
                .then(next -> delete(namespace, left, remains));
    }

    /** Says in the status what remains, when that is news; then waits for it, or lets the namespace go. */
    private Completion<Boolean> report(Namespace namespace, Remains remains) {
        Namespace.Status told = NamespaceConditions.told(namespace.status(), remains, context.clock());
        if (told.equals(namespace.status())) {
            return conclude(namespace, remains);
        }
        return client.send(new ApiRequest.Update(Resources.NAMESPACES, "status", namespace.withStatus(told)))
                .then(response -> response instanceof ApiResponse.One one
                        ? conclude((Namespace) one.object(), remains)
                        : Completion.of(false));
    }

    private Completion<Boolean> conclude(Namespace namespace, Remains remains) {
        if (remains.hasFailures()) {
            return Completion.of(false);
        }
        if (remains.estimate() > 0) {
            queue.addAfter(namespace.key(), (remains.estimate() / 2 + 1) * VirtualTime.SECOND);
            return Completion.of(true);
        }
        List<String> others = namespace.spec().finalizers().stream()
                .filter(finalizer -> !finalizer.equals(FINALIZER))
                .toList();
        Namespace without = namespace.withSpec(new Namespace.Spec(others));
        return client.send(new ApiRequest.Update(Resources.NAMESPACES, "finalize", without))
                .map(response -> response.isSuccess() || response.failedWith("NotFound"));
    }
}
