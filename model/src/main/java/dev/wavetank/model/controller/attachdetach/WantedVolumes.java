package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.volume.AttachableVolume;
import dev.wavetank.model.volume.VolumeClaim;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which pods want which volumes at their nodes ({@code desired_state_of_world.go}). */
final class WantedVolumes {

    private final Informer<PersistentVolumeClaim> claims;
    private final Informer<PersistentVolume> volumes;
    private final Function<String, @Nullable GenericObject> drivers;
    private final Map<ObjectKey, Wanted> byPod = new LinkedHashMap<>();
    /** Pods with a claim that has no volume yet. */
    private final Set<ObjectKey> unresolved = new LinkedHashSet<>();

    /** A pod with the volumes that are attached for it. */
    record Wanted(Pod pod, List<AttachableVolume> volumes) {

        boolean wants(AttachableVolume volume, String node) {
            return node.equals(pod.nodeName())
                    && volumes.stream().anyMatch(one -> one.uniqueName().equals(volume.uniqueName()));
        }
    }

    /** @param drivers the CSIDriver object of a driver, or null when there is none */
    WantedVolumes(
            Informer<PersistentVolumeClaim> claims,
            Informer<PersistentVolume> volumes,
            Function<String, @Nullable GenericObject> drivers) {
        this.claims = claims;
        this.volumes = volumes;
        this.drivers = drivers;
    }

    /** Takes the state of a pod; returns whether that may change anything. */
    boolean put(Pod pod) {
        boolean isUsed = pod.nodeName() != null && !hasEnded(pod);
        List<AttachableVolume> wanted = isUsed && !pod.spec().volumes().isEmpty() ? of(pod) : List.of();
        if (wanted.isEmpty()) {
            return byPod.remove(pod.key()) != null;
        }
        Wanted before = byPod.put(pod.key(), new Wanted(pod, wanted));
        return before == null || !before.volumes().equals(wanted);
    }

    /** Forgets a pod; returns whether it wanted anything. */
    boolean remove(Pod pod) {
        unresolved.remove(pod.key());
        return byPod.remove(pod.key()) != null;
    }

    /** The pods whose claims had no volume when they were looked at last. */
    List<ObjectKey> unresolved() {
        return new ArrayList<>(unresolved);
    }

    /** All pods that want something, in the order in which they came to be known. */
    List<Wanted> all() {
        return new ArrayList<>(byPod.values());
    }

    /** {@code IsPodTerminated}: ended for good, or deleted with no container that runs. */
    private static boolean hasEnded(Pod pod) {
        return pod.isFinished()
                || pod.metadata().isDeleting()
                        && pod.status() != null
                        && pod.status().containerStatuses().stream()
                                .noneMatch(one ->
                                        one.state() != null && one.state().running() != null);
    }

    private List<AttachableVolume> of(Pod pod) {
        List<AttachableVolume> found = new ArrayList<>(0);
        unresolved.remove(pod.key());
        for (Map<String, Object> volume : pod.spec().volumes()) {
            AttachableVolume.of(volume).ifPresent(found::add);
            ObjectKey claim = VolumeClaim.of(pod, volume);
            if (claim != null) {
                claimed(pod, claim).ifPresent(found::add);
            }
        }
        return found;
    }

    private Optional<AttachableVolume> claimed(Pod pod, ObjectKey key) {
        PersistentVolumeClaim claim = claims.cached(key);
        PersistentVolume volume = claim == null || claim.volumeName() == null
                ? null
                : volumes.cached(new ObjectKey(null, claim.volumeName()));
        if (volume == null) {
            unresolved.add(pod.key());
            return Optional.empty();
        }
        return AttachableVolume.of(volume).filter(this::isAttached);
    }

    /** A driver without a CSIDriver object is taken to attach nothing. */
    private boolean isAttached(AttachableVolume volume) {
        if (volume.driver().isEmpty()) {
            return true;
        }
        GenericObject driver = drivers.apply(volume.driver().get());
        return driver != null
                && !(driver.spec() instanceof Map<?, ?> spec && Boolean.FALSE.equals(spec.get("attachRequired")));
    }
}
