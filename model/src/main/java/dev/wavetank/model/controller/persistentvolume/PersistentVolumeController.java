package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.volume.LatestObjects;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/**
 * Binds claims and volumes to each other. Claims and volumes have a queue each, with one worker; a failure is retried
 * when either changes, or at the next resync ({@code --pvclaimbinder-sync-period}).
 */
public final class PersistentVolumeController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.VOLUME_BINDER.userAgent();

    /** Source of the events. */
    private static final String COMPONENT = "persistentvolume-controller";

    private final Context context;
    private final Informer<PersistentVolume> volumes;
    private final Informer<PersistentVolumeClaim> claims;
    private final LatestObjects<PersistentVolume> latestVolumes;
    private final LatestObjects<PersistentVolumeClaim> latestClaims;
    private final ClaimSync claimSync;
    private final VolumeSync volumeSync;
    private final WorkQueue<ObjectKey> claimQueue;
    private final WorkQueue<ObjectKey> volumeQueue;
    private final long resyncPeriod;
    private long nextResync;

    /** A controller. */
    public PersistentVolumeController(ControllerEnvironment environment) {
        this.context = environment.context();
        ApiClient client = environment.client(NAME);
        this.volumes = environment.informer(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        this.claims = environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        Index<Pod> podsByClaim = environment.informer(Resources.PODS, Pod.class).indexBySeveral(VolumeClaim.NAMES);
        this.latestVolumes = new LatestObjects<>(volumes);
        this.latestClaims = new LatestObjects<>(claims);
        EventRecorder events = new EventRecorder(context, client, COMPONENT);
        ClaimSync.Parts parts = new ClaimSync.Parts(
                latestVolumes,
                latestClaims,
                environment.informer(Resources.STORAGE_CLASSES, StorageClass.class),
                new BindingWrites(client, events, latestVolumes, latestClaims),
                events,
                environment.version());
        Operations operations = new Operations(context);
        this.claimQueue = environment.queue(1, 0, this::syncClaim);
        this.volumeQueue = environment.queue(1, 0, this::syncVolume);
        this.claimSync = new ClaimSync(parts, podsByClaim, operations);
        this.volumeSync = new VolumeSync(
                client, parts, new Reclaim(context, client, parts, podsByClaim, operations), claimQueue::add);
        this.resyncPeriod = environment.flags().duration(ControllerFlag.PVCLAIMBINDER_SYNC_PERIOD);
    }

    @Override
    public void start() {
        claims.addHandler(new ClaimHandler());
        volumes.addHandler(Informer.Handler.whilePresent(volume -> volumeQueue.add(volume.key())));
        context.awaitWhile("resync of claims", () -> claims.all().stream().anyMatch(claimSync::isAwaited));
        context.awaitWhile("resync of volumes", () -> volumes.all().stream().anyMatch(Reclaim::isAwaited));
        resync();
    }

    private void resync() {
        claims.all().forEach(claim -> claimQueue.add(claim.key()));
        volumes.all().forEach(volume -> volumeQueue.add(volume.key()));
        nextResync = context.now() + resyncPeriod;
        context.daemonAfter(resyncPeriod, this::resync);
    }

    private Completion<SyncResult> syncClaim(ObjectKey key) {
        PersistentVolumeClaim claim = claims.cached(key);
        if (claim == null
                || isBehind(
                        claim.metadata().revision(),
                        latestClaims.latest(key).metadata().revision())) {
            return Completion.of(SyncResult.DONE);
        }
        return claimSync.sync(claim).map(this::retryLater);
    }

    private Completion<SyncResult> syncVolume(ObjectKey key) {
        PersistentVolume volume = volumes.cached(key);
        if (volume == null
                || isBehind(
                        volume.metadata().revision(),
                        latestVolumes.latest(key).metadata().revision())) {
            return Completion.of(SyncResult.DONE);
        }
        return volumeSync.sync(volume).map(this::retryLater);
    }

    /** Syncs an object that this controller has written when the informer shows it. */
    private static boolean isBehind(long seen, long written) {
        return seen < written;
    }

    /** Without a back-off: a failure waits for the next resync. */
    private SyncResult retryLater(SyncResult result) {
        return result.isDone() ? result : new SyncResult.RetryAfter(nextResync - context.now());
    }

    /** The deletion of a claim releases its volume. */
    private final class ClaimHandler implements Informer.Handler<PersistentVolumeClaim> {

        @Override
        public void added(PersistentVolumeClaim claim) {
            claimQueue.add(claim.key());
        }

        @Override
        public void updated(PersistentVolumeClaim before, PersistentVolumeClaim after) {
            claimQueue.add(after.key());
        }

        @Override
        public void deleted(PersistentVolumeClaim last) {
            if (last.volumeName() != null) {
                volumeQueue.add(new ObjectKey(null, last.volumeName()));
            }
        }
    }
}
