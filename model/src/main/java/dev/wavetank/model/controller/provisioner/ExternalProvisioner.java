package dev.wavetank.model.controller.provisioner;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.Annotated;
import dev.wavetank.model.volume.VolumeAnnotations;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes a volume for every claim that the binder has annotated for it, after the scheduler has selected the node if
 * the class waits for that. Deletes released volumes that it has made. The name of a volume follows from its claim,
 * so that none is made twice.
 */
public final class ExternalProvisioner implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.EXTERNAL_PROVISIONER.userAgent();

    /** How long storage takes to make a volume, or to delete one. */
    public static final Distribution STORAGE =
            new Distribution.LogNormal(1500 * VirtualTime.MILLISECOND, 6 * VirtualTime.SECOND);

    private static final String FINALIZER = "external-provisioner.volume.kubernetes.io/finalizer";
    private static final String IN_TREE = "kubernetes.io/";
    private static final int WORKERS = 100;

    private final Context context;
    private final RandomStream durations;
    private final ApiClient client;
    private final EventRecorder events;
    private final Distribution storage;
    private final KubernetesVersion version;
    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Informer<StorageClass> classes;
    private final WorkQueue<ObjectKey> claimQueue;
    private final WorkQueue<ObjectKey> volumeQueue;

    /** A provisioner with the default speed. */
    public ExternalProvisioner(ControllerEnvironment environment) {
        this(environment, STORAGE);
    }

    /**
     * A provisioner.
     *
     * @param storage how long its storage takes to make a volume, or to delete one
     */
    public ExternalProvisioner(ControllerEnvironment environment, Distribution storage) {
        this.context = environment.context();
        this.durations = context.random("storage");
        this.client = environment.client(NAME);
        this.events = new EventRecorder(context, client, NAME);
        this.storage = storage;
        this.version = environment.version();
        this.claims = environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        this.volumes = environment.informer(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        this.classes = environment.informer(Resources.STORAGE_CLASSES, StorageClass.class);
        this.claimQueue = environment.queue(WORKERS, WorkQueue.UNLIMITED, this::provision);
        this.volumeQueue = environment.queue(WORKERS, WorkQueue.UNLIMITED, this::delete);
    }

    @Override
    public void start() {
        claims.addHandler(Informer.Handler.whilePresent(claim -> {
            if (isWanted(claim)) {
                claimQueue.add(claim.key());
            }
        }));
        volumes.addHandler(Informer.Handler.whilePresent(volume -> {
            if (mustGo(volume)) {
                volumeQueue.add(volume.key());
            }
        }));
    }

    private static String provisioner(PersistentVolumeClaim claim) {
        Map<String, String> annotations = claim.metadata().annotations();
        return annotations.getOrDefault(
                VolumeAnnotations.STORAGE_PROVISIONER,
                annotations.getOrDefault(VolumeAnnotations.BETA_STORAGE_PROVISIONER, ""));
    }

    private static boolean isMine(String provisioner) {
        return !provisioner.isEmpty() && !provisioner.startsWith(IN_TREE);
    }

    private static String selectedNode(PersistentVolumeClaim claim) {
        return claim.metadata().annotations().getOrDefault(VolumeAnnotations.SELECTED_NODE, "");
    }

    private static boolean isWanted(PersistentVolumeClaim claim) {
        return claim.volumeName() == null && isMine(provisioner(claim));
    }

    private Completion<SyncResult> provision(ObjectKey key) {
        PersistentVolumeClaim claim = claims.cached(key);
        if (claim == null || !isWanted(claim)) {
            return Completion.of(SyncResult.DONE);
        }
        StorageClass storageClass = classes.cached(new ObjectKey(null, VolumeClaim.className(claim)));
        if (storageClass == null) {
            return Completion.of(
                    SyncResult.retry("the StorageClass " + VolumeClaim.className(claim) + " does not exist"));
        }
        String node = selectedNode(claim);
        if (storageClass.waitsForConsumer() && node.isEmpty()
                || volumes.cached(new ObjectKey(null, nameFor(claim))) != null) {
            return Completion.of(SyncResult.DONE);
        }
        if (!storageClass.waitsForConsumer()) {
            return make(claim, storageClass);
        }
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).then(found -> {
            if (found.failedWith(StatusReason.NOT_FOUND)) {
                return askForAnotherNode(claim);
            }
            return SyncResult.of(found).andThen(() -> make(claim, storageClass));
        });
    }

    /** The node was deleted: without the annotation the scheduler selects another. */
    private Completion<SyncResult> askForAnotherNode(PersistentVolumeClaim claim) {
        PersistentVolumeClaim changed =
                claim.withMetadata(Annotated.without(claim.metadata(), VolumeAnnotations.SELECTED_NODE));
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUME_CLAIMS, "", changed))
                .map(SyncResult::of);
    }

    private Completion<SyncResult> make(PersistentVolumeClaim claim, StorageClass storageClass) {
        events.normal(
                claim, "Provisioning", "External provisioner is provisioning volume for claim \"" + claim.key() + "\"");
        return storageIsDone().then(done -> {
            PersistentVolume volume = NewVolume.of(claim, storageClass, nameFor(claim), finalizers());
            return client.send(ApiRequest.Create.of(Resources.PERSISTENT_VOLUMES, volume))
                    .map(response -> {
                        SyncResult result = response.failedWith(StatusReason.ALREADY_EXISTS)
                                ? SyncResult.DONE
                                : SyncResult.of(response);
                        if (result.isDone()) {
                            events.normal(
                                    claim,
                                    "ProvisioningSucceeded",
                                    "Successfully provisioned volume " + nameFor(claim));
                        }
                        return result;
                    });
        });
    }

    private static String nameFor(PersistentVolumeClaim claim) {
        return "pvc-" + claim.uid();
    }

    private List<String> finalizers() {
        return version.has(Feature.HONOR_RECLAIM_POLICY) ? List.of(FINALIZER) : List.of();
    }

    private Completion<Boolean> storageIsDone() {
        return context.pause(storage.sample(durations));
    }

    private static boolean mustGo(PersistentVolume volume) {
        boolean mayGo = !volume.metadata().isDeleting()
                || volume.metadata().finalizers().contains(FINALIZER);
        return mayGo
                && "Released".equals(volume.phase())
                && "Delete".equals(volume.spec().persistentVolumeReclaimPolicy())
                && isMine(volume.metadata().annotations().getOrDefault(VolumeAnnotations.PROVISIONED_BY, ""));
    }

    private Completion<SyncResult> delete(ObjectKey key) {
        PersistentVolume volume = volumes.cached(key);
        if (volume == null || !mustGo(volume)) {
            return Completion.of(SyncResult.DONE);
        }
        return storageIsDone()
                .then(done -> client.send(new ApiRequest.Delete(
                        Resources.PERSISTENT_VOLUMES, "", key.name(), ApiRequest.DeleteOptions.DEFAULT)))
                .then(response -> {
                    if (response.failedWith(StatusReason.NOT_FOUND)) {
                        return Completion.of(SyncResult.DONE);
                    }
                    return SyncResult.of(response).andThen(() -> letGo(key));
                });
    }

    /** The storage is deleted: removes the finalizer. */
    private Completion<SyncResult> letGo(ObjectKey key) {
        PersistentVolume volume = volumes.cached(key);
        if (volume == null || !volume.metadata().finalizers().contains(FINALIZER)) {
            return Completion.of(SyncResult.DONE);
        }
        List<String> left = new ArrayList<>(volume.metadata().finalizers());
        left.remove(FINALIZER);
        PersistentVolume free = volume.withMetadata(volume.metadata().withFinalizers(left));
        return client.send(new ApiRequest.Update(Resources.PERSISTENT_VOLUMES, "", free))
                .map(SyncResult::orGone);
    }
}
