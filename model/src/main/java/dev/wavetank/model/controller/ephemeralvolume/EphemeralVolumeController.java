package dev.wavetank.model.controller.ephemeralvolume;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.EphemeralVolume;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the claims of generic ephemeral volumes, with the pod as their owner: {@code
 * pkg/controller/volume/ephemeral/controller.go}, v1.32. It looks at new pods only, and again at those whose claim was
 * deleted: the volumes of a pod do not change.
 */
public final class EphemeralVolumeController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.EPHEMERAL_VOLUME.userAgent();

    private static final String SOURCE = "ephemeral_volume";

    private final KubernetesVersion version;
    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Pod> pods;
    private final Informer<PersistentVolumeClaim> claims;
    private final Index<Pod> podsByClaim;
    private final WorkQueue<ObjectKey> queue;

    /** A controller. */
    public EphemeralVolumeController(ControllerEnvironment environment) {
        this.version = environment.version();
        this.client = environment.client(NAME);
        this.events = new EventRecorder(environment.context(), client, SOURCE);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.claims = environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        this.podsByClaim = pods.indexBySeveral(VolumeClaim.NAMES);
        this.queue = environment.queue(
                environment.workers(KubernetesController.EPHEMERAL_VOLUME), WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        pods.addHandler(new Informer.Handler<>() {
            @Override
            public void added(Pod pod) {
                consider(pod);
            }

            @Override
            public void updated(Pod before, Pod after) {
                // Nothing that it needs to know has changed.
            }

            @Override
            public void deleted(Pod last) {
                // The garbage collector deletes the claims.
            }
        });
        claims.addHandler(new Informer.Handler<>() {
            @Override
            public void added(PersistentVolumeClaim claim) {
                // Either it is its own, or a sync reports it.
            }

            @Override
            public void updated(PersistentVolumeClaim before, PersistentVolumeClaim after) {
                // As for a new one.
            }

            @Override
            public void deleted(PersistentVolumeClaim last) {
                podsByClaim.find(last.key().toString()).forEach(EphemeralVolumeController.this::consider);
            }
        });
    }

    private void consider(Pod pod) {
        if (!pod.metadata().isDeleting() && EphemeralVolume.isIn(pod)) {
            queue.add(pod.key());
        }
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Pod pod = pods.cached(key);
        return pod == null || pod.metadata().isDeleting() ? Completion.of(SyncResult.DONE) : claims(pod, 0);
    }

    /** Makes the missing claims of the volumes from that one on, until one fails. */
    private Completion<SyncResult> claims(Pod pod, int index) {
        if (index == pod.spec().volumes().size()) {
            return Completion.of(SyncResult.DONE);
        }
        Map<String, Object> volume = pod.spec().volumes().get(index);
        if (!EphemeralVolume.is(volume)) {
            return claims(pod, index + 1);
        }
        return failure(pod, volume)
                .then(failure -> failure.isPresent()
                        ? Completion.of(failed(pod, "ephemeral volume " + volume.get("name") + ": " + failure.get()))
                        : claims(pod, index + 1));
    }

    private Completion<Optional<String>> failure(Pod pod, Map<String, Object> volume) {
        ObjectKey key = EphemeralVolume.claim(pod, volume);
        PersistentVolumeClaim present = claims.cached(key);
        if (present != null) {
            return Completion.of(EphemeralVolume.refusal(pod, present, version));
        }
        PersistentVolumeClaim claim = EphemeralVolume.newClaim(pod, volume);
        return client.send(ApiRequest.Create.of(Resources.PERSISTENT_VOLUME_CLAIMS, claim))
                .map(response -> response.isSuccess()
                        ? Optional.empty()
                        : Optional.of("create PVC " + key.name() + ": " + FailureText.of(response)));
    }

    private SyncResult failed(Pod pod, String failure) {
        events.warning(pod, "FailedBinding", failure);
        return SyncResult.retry("pod " + pod.key() + ", " + failure);
    }
}
