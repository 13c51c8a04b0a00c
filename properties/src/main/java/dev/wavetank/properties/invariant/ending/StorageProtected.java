package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A claim goes only when no pod that is placed uses it, a volume only when no claim is bound to it; a volume that
 * one node may have is attached to one, stays there while containers use it or the node says so, and is detached when
 * no pod needs it any more. At rest the volume of a claim that is gone is released, and gone if that is its policy.
 */
public final class StorageProtected implements Invariant {

    private final CacheLag lag;
    private final Map<ObjectKey, PersistentVolumeClaim> claims = new LinkedHashMap<>();
    private final Map<String, PersistentVolume> volumes = new LinkedHashMap<>();
    /** The placed pods that use a claim, by claim and uid. */
    private final Map<ObjectKey, Map<String, User>> users = new LinkedHashMap<>();
    /** The attachments of volumes, by the volume and the node. */
    private final Map<String, Map<String, GenericObject>> attached = new LinkedHashMap<>();

    /** The volumes that a node reports to be in use, by their unique names; only of nodes that report some. */
    private final Map<String, List<?>> inUse = new LinkedHashMap<>();

    /** Since v1.10 finalizers keep what is in use. */
    private final boolean isProtected;

    private boolean isDisturbed;

    private record User(Pod pod, long since) {}

    /** With the age of what controllers act on, and the version of the cluster. */
    public StorageProtected(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isProtected = version.has(Feature.STORAGE_OBJECT_IN_USE_PROTECTION);
    }

    @Override
    public String name() {
        return "StorageProtected";
    }

    @Override
    public String reason() {
        return "Otherwise data is lost, written by two nodes at once, or out of reach. A node that is gone or"
                + " does not answer gives up its volumes by force; attachments are judged until the first fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Persistent Volumes, Storage Object in Use Protection;"
                        + " Access Modes; Reclaiming",
                "pkg/controller/volume/pvcprotection, pkg/controller/volume/attachdetach (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.STORAGE, Tag.SAFETY, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "Claims and volumes in use stay, also attached to their one node, and go when nothing uses them.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Pod.class,
                PersistentVolumeClaim.class,
                PersistentVolume.class,
                GenericObject.class,
                Node.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change) {
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof Pod pod) {
                observe(pod, isGone, entry.time());
            } else if (change.object() instanceof PersistentVolumeClaim claim) {
                observe(claim, isGone, entry.time(), outcomes);
            } else if (change.object() instanceof PersistentVolume volume) {
                observe(volume, isGone, outcomes);
            } else if (change.object() instanceof Node node) {
                observe(node, isGone);
            } else if (change.object() instanceof GenericObject one
                    && one.kind().equals("VolumeAttachment")) {
                observe(one, isGone, outcomes);
            }
        }
    }

    private void observe(Pod pod, boolean isGone, long now) {
        if (pod.spec().volumes().isEmpty()) {
            return;
        }
        boolean uses = !isGone
                && !pod.isFinished()
                && pod.nodeName() != null
                && !pod.nodeName().isEmpty();
        for (ObjectKey claim : VolumeClaim.of(pod)) {
            Map<String, User> all = users.computeIfAbsent(claim, first -> new LinkedHashMap<>());
            User before = all.remove(pod.uid());
            if (uses) {
                all.put(pod.uid(), new User(pod, before == null ? now : before.since()));
            } else if (all.isEmpty()) {
                users.remove(claim);
            }
        }
    }

    private void observe(PersistentVolumeClaim claim, boolean isGone, long now, Outcomes outcomes) {
        if (!isGone) {
            claims.put(claim.key(), claim);
            return;
        }
        claims.remove(claim.key());
        users.getOrDefault(claim.key(), Map.of()).values().stream()
                .filter(user -> isProtected && !lag.mayHide(user.since(), now))
                .findFirst()
                .ifPresent(user -> outcomes.broken(
                        this, ObjectNames.of(claim), "is gone, and " + ObjectNames.of(user.pod()) + " uses it"));
    }

    private void observe(PersistentVolume volume, boolean isGone, Outcomes outcomes) {
        String name = volume.metadata().name();
        if (!isGone) {
            volumes.put(name, volume);
            return;
        }
        volumes.remove(name);
        PersistentVolumeClaim claim = volume.spec().claimRef() == null
                ? null
                : claims.get(volume.spec().claimRef().key());
        if (isProtected
                && claim != null
                && name.equals(claim.volumeName())
                && "Bound".equals(claim.phase())
                && "Bound".equals(volume.phase())) {
            outcomes.broken(this, ObjectNames.of(volume), "is gone, and " + ObjectNames.of(claim) + " is bound to it");
        }
    }

    private void observe(Node node, boolean isGone) {
        Object reported = node.status() == null ? null : node.status().other().get("volumesInUse");
        if (!isGone && reported instanceof List<?> names && !names.isEmpty()) {
            inUse.put(node.metadata().name(), names);
        } else {
            inUse.remove(node.metadata().name());
        }
    }

    private boolean isOfDriver(String name) {
        PersistentVolume volume = volumes.get(name);
        return volume != null && volume.spec().other().get("csi") instanceof Map<?, ?>;
    }

    /** Whether a node that may still write to a volume says so. */
    private boolean isReported(String name, String node) {
        PersistentVolume volume = volumes.get(name);
        return volume != null
                && volume.spec().other().get("csi") instanceof Map<?, ?> csi
                && inUse.getOrDefault(node, List.of())
                        .contains("kubernetes.io/csi/" + csi.get("driver") + "^" + csi.get("volumeHandle"));
    }

    private void observe(GenericObject attachment, boolean isGone, Outcomes outcomes) {
        String volume = text(attachment, "source", "persistentVolumeName");
        String node = text(attachment, "nodeName", "");
        Map<String, GenericObject> all = attached.computeIfAbsent(volume, first -> new LinkedHashMap<>());
        if (isGone) {
            all.remove(node);
            if (!isDisturbed && isReported(volume, node)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(attachment),
                        "is gone, and node " + node + " reports that it uses the volume " + volume);
            }
            user(volume, node)
                    .filter(pod -> !isDisturbed && runs(pod))
                    .ifPresent(pod -> outcomes.broken(
                            this,
                            ObjectNames.of(attachment),
                            "is gone, and " + ObjectNames.of(pod) + " runs with the volume " + volume + " on " + node));
        } else {
            all.put(node, attachment);
            if (all.size() > 1 && !isDisturbed && isForOneNode(volume)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(attachment),
                        "attaches " + volume + " to " + String.join(" and ", all.keySet()) + ", expected one node");
            }
        }
    }

    /** Whether the claim that a volume is for is gone; there may be another one of that name. */
    private boolean isLeft(PersistentVolume.@Nullable ClaimReference reference) {
        if (reference == null || !reference.hasUid()) {
            return false;
        }
        PersistentVolumeClaim claim = claims.get(reference.key());
        return claim == null || !claim.uid().equals(reference.uid());
    }

    private boolean isForOneNode(String name) {
        PersistentVolume volume = volumes.get(name);
        return volume != null && volume.spec().accessModes().equals(List.of("ReadWriteOnce"));
    }

    /** A pod on a node that uses a volume. */
    private Optional<Pod> user(String name, String node) {
        PersistentVolume volume = volumes.get(name);
        return volume == null || volume.spec().claimRef() == null
                ? Optional.empty()
                : users.getOrDefault(volume.spec().claimRef().key(), Map.of()).values().stream()
                        .map(User::pod)
                        .filter(pod -> node.equals(pod.nodeName()))
                        .findFirst();
    }

    private static boolean runs(Pod pod) {
        return pod.status() != null
                && pod.status().containerStatuses().stream()
                        .anyMatch(one -> one.state() != null && one.state().running() != null);
    }

    private static String text(GenericObject attachment, String field, String inner) {
        Object value = attachment.spec() instanceof Map<?, ?> spec ? spec.get(field) : null;
        return String.valueOf(value instanceof Map<?, ?> fields ? fields.get(inner) : value);
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (PersistentVolume volume : volumes.values()) {
            boolean isLeft = "Released".equals(volume.phase())
                    && "Delete".equals(volume.spec().persistentVolumeReclaimPolicy());
            if (isLeft) {
                outcomes.broken(
                        this,
                        ObjectNames.of(volume),
                        "is Released, expected to be deleted, as its reclaim policy says");
            }
        }
        volumes.values().stream()
                .filter(volume ->
                        "Bound".equals(volume.phase()) && isLeft(volume.spec().claimRef()))
                .forEach(volume -> outcomes.broken(
                        this,
                        ObjectNames.of(volume),
                        "is Bound to the claim " + volume.spec().claimRef().key()
                                + ", which is gone, expected Released or Failed"));
        attached.forEach((volume, nodes) -> nodes.forEach((node, attachment) -> {
            if (!isDisturbed && user(volume, node).isEmpty()) {
                outcomes.broken(
                        this, ObjectNames.of(attachment), "is still there, and no pod on " + node + " uses " + volume);
            }
            user(volume, node)
                    .filter(pod -> !isDisturbed && runs(pod) && isOfDriver(volume) && !isReported(volume, node))
                    .ifPresent(pod -> outcomes.broken(
                            this,
                            ObjectNames.of(pod),
                            "runs with the volume " + volume + ", and node " + node
                                    + " does not report that it uses it, so that it may be detached"));
        }));
    }
}
