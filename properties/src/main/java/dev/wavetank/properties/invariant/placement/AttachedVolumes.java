package dev.wavetank.properties.invariant.placement;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.trace.StoreTrace;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Which claims the pods of each node use, and how many volumes of a driver a node takes. */
final class AttachedVolumes {

    private final Map<ObjectKey, PersistentVolumeClaim> claims = new LinkedHashMap<>();
    private final Map<String, PersistentVolume> volumes = new LinkedHashMap<>();
    private final Map<String, StorageClass> classes = new LinkedHashMap<>();
    private final Map<String, CsiNode> drivers = new LinkedHashMap<>();
    private final Map<String, Long> changed = new LinkedHashMap<>();
    /** By node and uid: the pods there that use claims. */
    private final Map<String, Map<String, Pod>> users = new LinkedHashMap<>();

    void observe(StoreTrace change, long now) {
        boolean deleted = change.change() == WatchEvent.Type.DELETED;
        KubernetesObject object = change.object();
        if (object instanceof Pod pod) {
            observe(pod, deleted);
        } else if (object instanceof PersistentVolumeClaim claim) {
            keep(claims, claim.key(), claim, deleted);
        } else if (object instanceof PersistentVolume volume) {
            keep(volumes, volume.metadata().name(), volume, deleted);
        } else if (object instanceof StorageClass storageClass) {
            keep(classes, storageClass.metadata().name(), storageClass, deleted);
        } else if (object instanceof CsiNode node) {
            keep(drivers, node.metadata().name(), node, deleted);
            changed.put(node.metadata().name(), now);
        }
    }

    private static <K, V> void keep(Map<K, V> all, K key, V value, boolean deleted) {
        if (deleted) {
            all.remove(key);
        } else {
            all.put(key, value);
        }
    }

    private void observe(Pod pod, boolean deleted) {
        if (pod.nodeName() == null || pod.nodeName().isEmpty() || claimsOf(pod).isEmpty()) {
            return;
        }
        keep(
                users.computeIfAbsent(pod.nodeName(), first -> new LinkedHashMap<>()),
                pod.uid(),
                pod,
                deleted || pod.isFinished());
    }

    /**
     * Which limit the pod exceeds at its node; empty when it exceeds none.
     *
     * @param isNews whether the scheduler may not have seen what happened at a time
     */
    Optional<String> excess(Pod pod, LongPredicate isNews) {
        Set<ObjectKey> wanted = claimsOf(pod);
        CsiNode node = drivers.get(pod.nodeName());
        if (wanted.isEmpty()
                || node == null
                || node.spec() == null
                || isNews.test(changed.getOrDefault(pod.nodeName(), 0L))) {
            return Optional.empty();
        }
        Set<ObjectKey> all = new TreeSet<>(wanted);
        users.getOrDefault(pod.nodeName(), new LinkedHashMap<>())
                .values()
                .forEach(other -> all.addAll(claimsOf(other)));
        for (CsiNode.Driver driver : node.spec().drivers()) {
            if (driver.allocatable() == null || driver.allocatable().count() == null) {
                continue;
            }
            long attached = all.stream().filter(key -> isOf(key, driver.name())).count();
            boolean adds = wanted.stream().anyMatch(key -> isOf(key, driver.name()));
            if (adds && attached > driver.allocatable().count()) {
                return Optional.of(attached + " volumes of " + driver.name() + " are in use, expected at most "
                        + driver.allocatable().count());
            }
        }
        return Optional.empty();
    }

    private boolean isOf(ObjectKey key, String driver) {
        return driver.equals(driverOf(claims.get(key)));
    }

    private @Nullable String driverOf(@Nullable PersistentVolumeClaim claim) {
        if (claim == null) {
            return null;
        }
        if (claim.volumeName() != null && !claim.volumeName().isEmpty()) {
            PersistentVolume volume = volumes.get(claim.volumeName());
            Object driver = volume == null
                    ? null
                    : JsonTree.child(JsonTree.child(volume.spec().other(), "csi"), "driver");
            return driver == null ? null : String.valueOf(driver);
        }
        StorageClass storageClass = classes.get(String.valueOf(claim.spec().storageClassName()));
        return storageClass == null ? null : storageClass.provisioner();
    }

    private static Set<ObjectKey> claimsOf(Pod pod) {
        Set<ObjectKey> claims = new TreeSet<>();
        for (Map<String, Object> volume : pod.spec().volumes()) {
            Object name = JsonTree.child(JsonTree.child(volume, "persistentVolumeClaim"), "claimName");
            if (name != null) {
                claims.add(new ObjectKey(pod.key().namespace(), String.valueOf(name)));
            } else if (volume.containsKey("ephemeral")) {
                claims.add(new ObjectKey(pod.key().namespace(), pod.key().name() + "-" + volume.get("name")));
            }
        }
        return claims;
    }
}
