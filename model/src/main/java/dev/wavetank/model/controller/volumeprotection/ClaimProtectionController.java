package dev.wavetank.model.controller.volumeprotection;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;

/**
 * Removes the finalizer of deleted claims that no pod on a node uses: {@code pvc-protection}. Before that, it lists
 * the pods of the namespace live, because the cache may lack a pod that was just bound.
 */
public final class ClaimProtectionController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.CLAIM_PROTECTION.userAgent();

    private static final Finalizer FINALIZER = new Finalizer("kubernetes.io/pvc-protection");

    private final boolean enabled;
    private final ApiClient client;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByClaim;
    private final WorkQueue<ObjectKey> queue;

    /** A controller. */
    public ClaimProtectionController(ControllerEnvironment environment) {
        this.enabled = Finalizer.isUsed(environment.version());
        this.client = environment.client(NAME);
        this.claims = environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.podsByClaim = pods.indexBySeveral(VolumeClaim.NAMES);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        if (!enabled) {
            return;
        }
        claims.addHandler(Informer.Handler.whilePresent(claim -> {
            if (FINALIZER.isMissing(claim.metadata()) || FINALIZER.holds(claim.metadata())) {
                queue.add(claim.key());
            }
        }));
        pods.addHandler(new PodHandler());
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        PersistentVolumeClaim claim = claims.cached(key);
        if (claim == null) {
            return Completion.of(SyncResult.DONE);
        }
        if (FINALIZER.holds(claim.metadata())) {
            return isKnownToBeUsed(claim) ? Completion.of(SyncResult.DONE) : askThenRemove(claim);
        }
        return FINALIZER.isMissing(claim.metadata())
                ? write(claim, FINALIZER.addedTo(claim.metadata()))
                : Completion.of(SyncResult.DONE);
    }

    private boolean isKnownToBeUsed(PersistentVolumeClaim claim) {
        return podsByClaim.find(claim.key().toString()).stream().anyMatch(ClaimProtectionController::isPlaced);
    }

    private Completion<SyncResult> askThenRemove(PersistentVolumeClaim claim) {
        return client.send(new ApiRequest.List(Resources.PODS, claim.key().namespace(), ApiRequest.Selection.ALL))
                .then(response -> {
                    if (!(response instanceof ApiResponse.Many live)) {
                        return Completion.of(SyncResult.of(response));
                    }
                    boolean isUsed = live.items().stream()
                            .map(Pod.class::cast)
                            .anyMatch(
                                    pod -> isPlaced(pod) && VolumeClaim.of(pod).contains(claim.key()));
                    return isUsed
                            ? Completion.of(SyncResult.DONE)
                            : write(claim, FINALIZER.removedFrom(claim.metadata()));
                });
    }

    /** No kubelet starts a pod whose claim is being deleted: only pods that are on a node count. */
    private static boolean isPlaced(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private Completion<SyncResult> write(PersistentVolumeClaim claim, ObjectMeta metadata) {
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUME_CLAIMS, "", claim.withMetadata(metadata)))
                .map(SyncResult::of);
    }

    /** Only pods that are deleted, finished or unbound can release a claim. */
    private final class PodHandler implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            consider(pod);
        }

        @Override
        public void updated(Pod before, Pod after) {
            consider(after);
            if (!before.uid().equals(after.uid())) {
                deleted(before);
            }
        }

        private void consider(Pod pod) {
            if (pod.isFinished() || !isPlaced(pod)) {
                deleted(pod);
            }
        }

        @Override
        public void deleted(Pod last) {
            VolumeClaim.of(last).forEach(queue::add);
        }
    }
}
