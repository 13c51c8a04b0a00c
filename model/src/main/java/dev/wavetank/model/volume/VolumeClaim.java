package dev.wavetank.model.volume;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What follows from claims, volumes and pods by themselves. */
public final class VolumeClaim {

    /** For an index of pods by their claims, each as {@code namespace/name}. */
    public static final Function<Pod, List<String>> NAMES = pod -> {
        List<ObjectKey> claims = of(pod);
        return claims.isEmpty()
                ? List.of()
                : claims.stream().map(ObjectKey::toString).toList();
    };

    private static final String STORAGE = "storage";

    private VolumeClaim() {}

    /** The name of the class of a claim; empty when it names none or wants none. */
    public static String className(PersistentVolumeClaim claim) {
        return className(claim.metadata().annotations(), claim.spec().storageClassName());
    }

    /** The name of the class of a volume; empty when it has none. */
    public static String className(PersistentVolume volume) {
        return className(volume.metadata().annotations(), volume.spec().storageClassName());
    }

    private static String className(Map<String, String> annotations, String name) {
        String old = annotations.get(VolumeAnnotations.BETA_STORAGE_CLASS);
        if (old != null) {
            return old;
        }
        return name == null ? "" : name;
    }

    /** Whether a claim says something about its class, be it that it wants none. */
    public static boolean hasClass(PersistentVolumeClaim claim) {
        return claim.metadata().annotations().containsKey(VolumeAnnotations.BETA_STORAGE_CLASS)
                || claim.spec().storageClassName() != null;
    }

    /** How much a claim asks for. */
    public static Quantity size(PersistentVolumeClaim claim) {
        return claim.spec().resources() == null
                ? Quantity.ZERO
                : amount(claim.spec().resources().requests());
    }

    /** How large a volume is. */
    public static Quantity size(PersistentVolume volume) {
        return amount(volume.spec().capacity());
    }

    private static Quantity amount(Map<String, String> amounts) {
        String storage = amounts.get(STORAGE);
        return storage == null ? Quantity.ZERO : Quantity.parse(storage);
    }

    /** Whether the volume of a claim was found once, so that it is bound or has lost it. */
    public static boolean isBindCompleted(PersistentVolumeClaim claim) {
        return claim.metadata().annotations().containsKey(VolumeAnnotations.BIND_COMPLETED);
    }

    /** Whether both sides of the binding are known to the claim. */
    public static boolean isFullyBound(PersistentVolumeClaim claim) {
        return claim.volumeName() != null && isBindCompleted(claim);
    }

    /**
     * Whether the volume of a claim is to be found by the scheduler.
     *
     * @param storage the class of the claim, or null when there is none of that name
     */
    public static boolean waitsForConsumer(PersistentVolumeClaim claim, StorageClass storage) {
        return !className(claim).isEmpty() && storage != null && storage.waitsForConsumer();
    }

    /** The claims of a pod, in the order of its volumes. */
    public static List<ObjectKey> of(Pod pod) {
        List<ObjectKey> claims = List.of();
        for (Map<String, Object> volume : pod.spec().volumes()) {
            ObjectKey claim = of(pod, volume);
            if (claim != null) {
                claims = claims.isEmpty() ? new ArrayList<>(1) : claims;
                claims.add(claim);
            }
        }
        return claims;
    }

    /** The claim of a volume of a pod: the one that it names, or that is made for it; null when it has none. */
    public static @Nullable ObjectKey of(Pod pod, Map<String, Object> volume) {
        if (volume.get("persistentVolumeClaim") instanceof Map<?, ?> source) {
            return new ObjectKey(pod.key().namespace(), String.valueOf(source.get("claimName")));
        }
        return EphemeralVolume.is(volume) ? EphemeralVolume.claim(pod, volume) : null;
    }
}
