package dev.wavetank.model.scheduler.plugin.volumes;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeClaim;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes that have as many volumes of a CSI driver as can be attached ({@code
 * nodevolumelimits/csi.go}).
 */
public final class NodeVolumeLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "NodeVolumeLimits";

    private static final String PREFIX = "attachable-volumes-csi-";

    private final KubernetesVersion version;
    private final ClusterReader cluster;
    private final Status refusal;

    /** The plug-in of a scheduler. */
    public NodeVolumeLimits(Handle handle) {
        this.version = handle.version();
        this.cluster = handle.cluster();
        this.refusal = Status.unschedulable(Reasons.of(version, "node(s) exceed max volume count", "MaxVolumeCount"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        return VolumeClaim.of(pod.pod()).isEmpty() ? Status.SKIP : Status.SUCCESS;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        if (VolumeClaim.of(pod.pod()).isEmpty()) {
            return Status.SUCCESS;
        }
        Map<String, Long> limits = limits(node);
        SortedMap<String, SortedSet<String>> wanted = limits.isEmpty() ? new TreeMap<>() : byDriver(pod.pod());
        if (wanted.isEmpty()) {
            return Status.SUCCESS;
        }
        SortedMap<String, SortedSet<String>> attached = new TreeMap<>();
        List<PodInfo> pods = node.pods();
        for (int i = 0; i < pods.size(); i++) {
            byDriver(pods.get(i).pod())
                    .forEach((driver, volumes) -> attached.computeIfAbsent(driver, first -> new TreeSet<>())
                            .addAll(volumes));
        }
        for (Map.Entry<String, SortedSet<String>> each : wanted.entrySet()) {
            Long limit = limits.get(each.getKey());
            SortedSet<String> volumes = attached.getOrDefault(each.getKey(), Collections.emptySortedSet());
            SortedSet<String> all = new TreeSet<>(volumes);
            all.addAll(each.getValue());
            if (limit != null && all.size() > volumes.size() && all.size() > limit) {
                return refusal;
            }
        }
        return Status.SUCCESS;
    }

    /** By driver: what the node says, or else what the driver says about the node. */
    private Map<String, Long> limits(NodeInfo node) {
        CsiNode drivers = version.has(Feature.CSI_NODE_LIMITS) ? cluster.get(CsiNode.class, null, node.name()) : null;
        Map<String, Long> limits = drivers == null ? new TreeMap<>() : limits(drivers);
        node.allocatable().other().forEach((name, amount) -> {
            if (name.startsWith(PREFIX)) {
                limits.put(name.substring(PREFIX.length()), amount);
            }
        });
        return limits;
    }

    private static Map<String, Long> limits(CsiNode drivers) {
        Map<String, Long> limits = new TreeMap<>();
        if (drivers.spec() != null) {
            for (CsiNode.Driver driver : drivers.spec().drivers()) {
                if (driver.allocatable() != null && driver.allocatable().count() != null) {
                    limits.put(driver.name(), driver.allocatable().count().longValue());
                }
            }
        }
        return limits;
    }

    private SortedMap<String, SortedSet<String>> byDriver(Pod pod) {
        SortedMap<String, SortedSet<String>> volumes = new TreeMap<>();
        for (ObjectKey key : VolumeClaim.of(pod)) {
            PersistentVolumeClaim claim = cluster.get(PersistentVolumeClaim.class, key.namespace(), key.name());
            if (claim != null) {
                add(key, claim, volumes);
            }
        }
        return volumes;
    }

    /** A claim without a volume counts for the driver that is to make it. */
    private void add(ObjectKey key, PersistentVolumeClaim claim, SortedMap<String, SortedSet<String>> volumes) {
        String name = claim.volumeName();
        PersistentVolume volume = name == null ? null : cluster.get(PersistentVolume.class, null, name);
        if (volume != null) {
            if (volume.spec().other().get("csi") instanceof Map<?, ?> csi) {
                put(String.valueOf(csi.get("driver")), String.valueOf(csi.get("volumeHandle")), volumes);
            }
            return;
        }
        String className = VolumeClaim.className(claim);
        StorageClass storageClass = className.isEmpty() ? null : cluster.get(StorageClass.class, null, className);
        if (storageClass != null) {
            put(storageClass.provisioner(), "claim " + key, volumes);
        }
    }

    private static void put(@Nullable String driver, String volume, SortedMap<String, SortedSet<String>> volumes) {
        if (driver != null) {
            volumes.computeIfAbsent(driver, first -> new TreeSet<>()).add(volume);
        }
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.CSI_NODE, Action.ADD, Action.UPDATE),
                        (pod, occurrence) -> takesMore(occurrence)),
                new Interest(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE), ClaimHints::detaches),
                new Interest(
                        ClusterEvent.of(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD), ClaimHints::isAboutItsClaim));
    }

    /** Whether a node is new to the drivers, or one of them takes more volumes on it than before. */
    private static boolean takesMore(ClusterEvent.Occurrence occurrence) {
        if (!(occurrence.before() instanceof CsiNode before) || !(occurrence.after() instanceof CsiNode after)) {
            return true;
        }
        Map<String, Long> now = limits(after);
        for (Map.Entry<String, Long> limit : limits(before).entrySet()) {
            Long left = now.get(limit.getKey());
            if (left == null || left > limit.getValue()) {
                return true;
            }
        }
        return false;
    }
}
