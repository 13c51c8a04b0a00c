package dev.wavetank.model.controller.volumeprotection;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.sim.Completion;

/** Removes the finalizer of deleted volumes that are not bound: {@code pv-protection}. */
public final class VolumeProtectionController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.VOLUME_PROTECTION.userAgent();

    private static final Finalizer FINALIZER = new Finalizer("kubernetes.io/pv-protection");

    private final boolean enabled;
    private final ApiClient client;
    private final Informer<PersistentVolume> volumes;
    private final WorkQueue<ObjectKey> queue;

    /** A controller. */
    public VolumeProtectionController(ControllerEnvironment environment) {
        this.enabled = Finalizer.isUsed(environment.version());
        this.client = environment.client(NAME);
        this.volumes = environment.informer(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        if (!enabled) {
            return;
        }
        volumes.addHandler(Informer.Handler.whilePresent(volume -> {
            if (FINALIZER.isMissing(volume.metadata()) || FINALIZER.holds(volume.metadata())) {
                queue.add(volume.key());
            }
        }));
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        PersistentVolume volume = volumes.cached(key);
        if (volume == null) {
            return Completion.of(SyncResult.DONE);
        }
        if (FINALIZER.holds(volume.metadata()) && !"Bound".equals(volume.phase())) {
            return write(volume, FINALIZER.removedFrom(volume.metadata()));
        }
        return FINALIZER.isMissing(volume.metadata())
                ? write(volume, FINALIZER.addedTo(volume.metadata()))
                : Completion.of(SyncResult.DONE);
    }

    private Completion<SyncResult> write(PersistentVolume volume, ObjectMeta metadata) {
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUMES, "", volume.withMetadata(metadata)))
                .map(SyncResult::of);
    }
}
