package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.volume.AttachableVolume;
import dev.wavetank.model.volume.VolumeStorage;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Attaching and detaching one volume: the disk of a cloud directly, the volume of a driver by a VolumeAttachment
 * ({@code pkg/volume/csi/csi_attacher.go} v1.20).
 */
final class AttachOperations {

    /** How often an attachment is looked at while its driver works. */
    private static final long LOOK = 500 * VirtualTime.MILLISECOND;

    /** {@code csiTimeout}. */
    private static final long PATIENCE = 2 * VirtualTime.MINUTE;

    private final Context context;
    private final ApiClient client;
    private final RandomStream durations;
    private final VolumeStorage storage;

    AttachOperations(Context context, ApiClient client, VolumeStorage storage) {
        this.storage = storage;
        this.context = context;
        this.client = client;
        this.durations = context.random("attach");
    }

    /** Ends with an error, or empty when the volume is attached. */
    Completion<Optional<String>> attach(AttachableVolume volume, String node) {
        Optional<String> driver = volume.driver();
        if (driver.isEmpty()) {
            return storage.attach(context, durations, node).map(done -> Optional.empty());
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("attacher", driver.get());
        spec.put("nodeName", node);
        spec.put("source", Collections.singletonMap("persistentVolumeName", volume.name()));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("spec", spec);
        fields.put("status", Collections.singletonMap("attached", false));
        GenericObject wanted = new GenericObject(
                "storage.k8s.io/v1", "VolumeAttachment", ObjectMeta.named(null, nameOf(volume, node)), fields);
        return client.send(ApiRequest.Create.of(Resources.VOLUME_ATTACHMENTS, wanted))
                .then(response -> response.isSuccess() || response.failedWith(StatusReason.ALREADY_EXISTS)
                        ? whenAttached(wanted.metadata().name(), context.now())
                        : Completion.of(Optional.of("could not create the VolumeAttachment")));
    }

    private Completion<Optional<String>> whenAttached(String name, long since) {
        return context.pause(LOOK)
                .then(done -> client.send(new ApiRequest.Get(Resources.VOLUME_ATTACHMENTS, "", name)))
                .then(response -> {
                    if (response instanceof ApiResponse.One one
                            && ExternalAttacher.isAttached(one.as(GenericObject.class))) {
                        return Completion.of(Optional.empty());
                    }
                    if (context.now() - since > PATIENCE) {
                        return Completion.of(Optional.of(
                                "timed out waiting for external-attacher of " + "CSI driver to attach volume"));
                    }
                    return whenAttached(name, since);
                });
    }

    /** Ends with whether the volume is detached. */
    Completion<Boolean> detach(AttachableVolume volume, String node) {
        if (volume.driver().isEmpty()) {
            return storage.detach(context, durations, node);
        }
        ApiRequest.Delete gone = new ApiRequest.Delete(
                Resources.VOLUME_ATTACHMENTS, "", nameOf(volume, node), ApiRequest.DeleteOptions.DEFAULT);
        return storage.detach(context, durations, node)
                .then(done -> client.send(gone))
                .map(response -> response.isSuccess() || response.failedWith(StatusReason.NOT_FOUND));
    }

    /** {@code getAttachmentName}: a hash of handle, driver and node. */
    private static String nameOf(AttachableVolume volume, String node) {
        String unique = volume.uniqueName();
        String handle = unique.substring(unique.indexOf('^') + 1);
        String text = handle + volume.driver().orElse("") + node;
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "csi-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
