package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Carries out VolumeAttachments with the drivers' {@code ControllerPublishVolume} (kubernetes-csi/external-attacher).
 * It runs beside a driver; the model has one for all.
 */
public final class ExternalAttacher implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.EXTERNAL_ATTACHER.userAgent();

    private static final int WORKERS = 10;

    private final Context context;
    private final RandomStream durations;
    private final ApiClient client;
    private final VolumeStorage storage;
    private final WorkQueue<ObjectKey> queue;
    /** Null in versions without such objects. */
    private final @Nullable Informer<GenericObject> attachments;

    /** An attacher. */
    public ExternalAttacher(ControllerEnvironment environment) {
        this.context = environment.context();
        this.durations = context.random("csi-attach");
        this.client = environment.client(NAME);
        this.storage = environment.storage();
        this.attachments = environment.version().has(Feature.CSI_DRIVER_OBJECTS)
                ? environment.informer(Resources.VOLUME_ATTACHMENTS, GenericObject.class)
                : null;
        this.queue = environment.queue(WORKERS, WorkQueue.UNLIMITED, this::attach);
    }

    @Override
    public void start() {
        if (attachments != null) {
            attachments.addHandler(Informer.Handler.whilePresent(one -> {
                if (!isAttached(one)) {
                    queue.add(one.key());
                }
            }));
        }
    }

    static boolean isAttached(GenericObject attachment) {
        return attachment.other().get("status") instanceof Map<?, ?> status
                && Boolean.TRUE.equals(status.get("attached"));
    }

    private Completion<SyncResult> attach(ObjectKey key) {
        GenericObject attachment = Objects.requireNonNull(attachments).cached(key);
        if (attachment == null || isAttached(attachment)) {
            return Completion.of(SyncResult.DONE);
        }
        ApiRequest.Change change = new ApiRequest.Change.Merge(
                Collections.singletonMap("status", Collections.singletonMap("attached", true)));
        return storage.attach(context, durations, nodeOf(attachment))
                .then(done -> client.send(
                        new ApiRequest.Patch(Resources.VOLUME_ATTACHMENTS, "", key.name(), "status", change)))
                .map(SyncResult::orGone);
    }

    private static String nodeOf(GenericObject attachment) {
        return attachment.spec() instanceof Map<?, ?> spec ? String.valueOf(spec.get("nodeName")) : "";
    }
}
