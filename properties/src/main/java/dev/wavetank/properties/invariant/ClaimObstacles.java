package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.model.volume.VolumeMatching;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Why claims get no volume: judged by what is stored, in the words of the Events about the claim. */
final class ClaimObstacles {

    private static final String IN_TREE = "kubernetes.io/";

    private final Map<String, StorageClass> classes = new TreeMap<>();
    private final Map<String, PersistentVolume> volumes = new TreeMap<>();
    /** The claims that are being deleted. */
    private final Set<ObjectKey> deleting = new LinkedHashSet<>();
    /** The latest message about a claim, by its uid. */
    private final Map<String, String> messages = new TreeMap<>();

    /** Applies a change of a stored object. */
    void observe(KubernetesObject object, boolean deleted) {
        if (object instanceof StorageClass storage) {
            keep(classes, storage.metadata().name(), storage, deleted);
        } else if (object instanceof PersistentVolume volume) {
            keep(volumes, volume.metadata().name(), volume, deleted);
        } else if (object instanceof PersistentVolumeClaim claim) {
            observe(claim, deleted);
        } else if (!deleted
                && object instanceof ApiEvent event
                && event.involvedObject() != null
                && PersistentVolumeClaim.KIND.equals(event.involvedObject().kind())
                && event.involvedObject().uid() != null) {
            messages.put(event.involvedObject().uid(), event.message());
        }
    }

    private void observe(PersistentVolumeClaim claim, boolean deleted) {
        if (deleted) {
            messages.remove(claim.uid());
            deleting.remove(claim.key());
        } else if (claim.metadata().isDeleting()) {
            deleting.add(claim.key());
        }
    }

    /** Why the kubelet of a pod does not start its containers: one of its claims is being deleted. */
    Optional<String> ofPlaced(Pod pod) {
        return VolumeClaim.of(pod).stream()
                .filter(deleting::contains)
                .findFirst()
                .map(claim -> "pod " + pod.key() + " cannot start: PVC is being deleted: " + claim.name());
    }

    private static <T> void keep(Map<String, T> map, String name, T object, boolean deleted) {
        if (deleted) {
            map.remove(name);
        } else {
            map.put(name, object);
        }
    }

    /** Whether a volume is chosen only when a pod that uses the claim has been placed. */
    boolean waitsForConsumer(PersistentVolumeClaim claim) {
        StorageClass storage = storageClass(claim);
        return storage != null && VolumeClaim.waitsForConsumer(claim, storage);
    }

    /** Why no component can give this unbound claim a volume; empty when one can. */
    Optional<String> of(PersistentVolumeClaim claim) {
        if ("Lost".equals(claim.phase())) {
            return Optional.of(said(claim, "its volume does not exist any more"));
        }
        if (claim.volumeName() != null) {
            PersistentVolume volume = volumes.get(claim.volumeName());
            return volume != null && VolumeMatching.isBoundTo(volume, claim)
                    ? Optional.empty()
                    : Optional.of(said(claim, "the volume " + claim.volumeName() + " is not free"));
        }
        if (VolumeMatching.bestFor(claim, List.copyOf(volumes.values()), false).isPresent()) {
            return Optional.empty();
        }
        String className = VolumeClaim.className(claim);
        StorageClass storage = storageClass(claim);
        if (className.isEmpty()) {
            return Optional.of(
                    said(claim, "no persistent volumes available for this claim and no storage class is set"));
        }
        if (storage == null) {
            return Optional.of("storageclass.storage.k8s.io \"" + className + "\" not found");
        }
        return storage.provisioner().startsWith(IN_TREE)
                ? Optional.of(said(claim, "no volume plugin matched"))
                : Optional.empty();
    }

    private @Nullable StorageClass storageClass(PersistentVolumeClaim claim) {
        return classes.get(VolumeClaim.className(claim));
    }

    private String said(PersistentVolumeClaim claim, String otherwise) {
        return messages.getOrDefault(claim.uid(), otherwise);
    }
}
