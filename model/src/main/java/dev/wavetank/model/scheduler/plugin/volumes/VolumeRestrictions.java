package dev.wavetank.model.scheduler.plugin.volumes;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
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
import dev.wavetank.model.scheduler.framework.SelectorReader;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Changes;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.SumsCache;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes where another pod has mounted the same disk in a way that the disk does not permit twice, and
 * off all nodes while another pod uses one of their claims of mode ReadWriteOncePod.
 */
public final class VolumeRestrictions implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "VolumeRestrictions";

    private static final String ONE_POD_ONLY = "ReadWriteOncePod";
    private static final String USERS = "users";
    private static final StateKey<State> STATE = new StateKey<>("PreFilterVolumeRestrictions");
    private static final List<String> KINDS = List.of("gcePersistentDisk", "awsElasticBlockStore", "iscsi", "rbd");

    private final KubernetesVersion version;
    private final ClusterReader cluster;
    private final SumsCache<ObjectKeys> cache = new SumsCache<>();
    private final Status conflict;
    private final Status inUse = Status.unschedulable(
            "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod access mode");

    private record ObjectKeys(List<ObjectKey> claims) {}

    /** Claims that one pod may use only, and by how many pods they are used; null when there are none. */
    private record State(List<ObjectKey> claims, Changes users) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return new State(claims, users.copy());
        }
    }

    /** The plug-in of a scheduler. */
    public VolumeRestrictions(Handle handle) {
        this.version = handle.version();
        this.cluster = handle.cluster();
        this.conflict = Status.unschedulable(Reasons.of(version, "node(s) had no available disk", "NoDiskConflict"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        List<ObjectKey> claims = version.has(Feature.READ_WRITE_ONCE_POD) ? singlePodClaims(pod.pod()) : List.of();
        if (!claims.isEmpty()) {
            state.write(
                    STATE,
                    new State(claims, new Changes(cache.get(new ObjectKeys(claims), snapshot, (node, all, sink) -> {
                        List<PodInfo> pods = node.pods();
                        for (int i = 0; i < pods.size(); i++) {
                            int used = used(claims, pods.get(i).pod());
                            if (used > 0) {
                                sink.add(USERS, USERS, used);
                            }
                        }
                    }))));
            return Status.SUCCESS;
        }
        return hasDisk(pod.pod()) ? Status.SUCCESS : Status.SKIP;
    }

    private List<ObjectKey> singlePodClaims(Pod pod) {
        return VolumeClaim.of(pod).stream().filter(this::isForOnePod).toList();
    }

    private boolean isForOnePod(ObjectKey key) {
        PersistentVolumeClaim claim = cluster.get(PersistentVolumeClaim.class, key.namespace(), key.name());
        return claim != null && claim.spec().accessModes().contains(ONE_POD_ONLY);
    }

    private static int used(List<ObjectKey> claims, Pod pod) {
        int used = 0;
        for (ObjectKey claim : VolumeClaim.of(pod)) {
            used += claims.contains(claim) ? 1 : 0;
        }
        return used;
    }

    private static boolean hasDisk(Pod pod) {
        for (Map<String, Object> volume : pod.spec().volumes()) {
            for (int i = 0; i < KINDS.size(); i++) {
                if (volume.containsKey(KINDS.get(i))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void addPod(CycleState state, PodInfo pod, PodInfo added, NodeInfo node) {
        change(state, added, 1);
    }

    @Override
    public void removePod(CycleState state, PodInfo pod, PodInfo removed, NodeInfo node) {
        change(state, removed, -1);
    }

    private static void change(CycleState state, PodInfo other, int sign) {
        State known = state.read(STATE);
        if (known != null) {
            known.users.add(USERS, USERS, (long) sign * used(known.claims, other.pod()));
        }
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        List<Map<String, Object>> volumes = pod.pod().spec().volumes();
        for (int i = 0; i < volumes.size(); i++) {
            for (int j = 0; j < node.pods().size(); j++) {
                if (isConflict(volumes.get(i), node.pods().get(j).pod().spec().volumes())) {
                    return conflict;
                }
            }
        }
        State known = state.read(STATE);
        return known != null && known.users.total() > 0 ? inUse : Status.SUCCESS;
    }

    private static boolean isConflict(Map<String, Object> volume, List<Map<String, Object>> others) {
        for (int i = 0; i < others.size(); i++) {
            for (int j = 0; j < KINDS.size(); j++) {
                String kind = KINDS.get(j);
                if (volume.get(kind) instanceof Map<?, ?> disk
                        && others.get(i).get(kind) instanceof Map<?, ?> other
                        && isConflict(kind, disk, other)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** All but EBS disks may be mounted twice when both pods only read. */
    private static boolean isConflict(String kind, Map<?, ?> disk, Map<?, ?> other) {
        boolean bothRead = isTrue(disk.get("readOnly")) && isTrue(other.get("readOnly"));
        return switch (kind) {
            case "gcePersistentDisk" -> isSame(disk, other, "pdName", null) && !bothRead;
            case "awsElasticBlockStore" -> isSame(disk, other, "volumeID", null);
            case "iscsi" -> isSame(disk, other, "iqn", null) && !bothRead;
            default ->
                haveCommon(disk.get("monitors"), other.get("monitors"))
                        && isSame(disk, other, "pool", "rbd")
                        && isSame(disk, other, "image", null)
                        && !bothRead;
        };
    }

    private static boolean isTrue(@Nullable Object flag) {
        return Boolean.TRUE.equals(flag);
    }

    private static boolean isSame(Map<?, ?> disk, Map<?, ?> other, String field, @Nullable String absent) {
        Object first = disk.get(field) == null ? absent : disk.get(field);
        Object second = other.get(field) == null ? absent : other.get(field);
        return first != null && first.equals(second);
    }

    private static boolean haveCommon(@Nullable Object first, @Nullable Object second) {
        TreeSet<String> common = new TreeSet<>(SelectorReader.texts(first));
        common.retainAll(SelectorReader.texts(second));
        return !common.isEmpty();
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE), VolumeRestrictions::isReleased),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)),
                new Interest(
                        ClusterEvent.of(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, Action.UPDATE),
                        ClaimHints::isAboutItsClaim));
    }

    /** Whether the pod that is gone used a disk or a claim of this pod. Only pods of its namespace are looked at. */
    private static boolean isReleased(PodInfo pod, ClusterEvent.Occurrence occurrence) {
        if (!(occurrence.before() instanceof Pod gone)
                || !gone.key().namespace().equals(pod.pod().key().namespace())) {
            return false;
        }
        List<Map<String, Object>> released = gone.spec().volumes();
        return ClaimHints.haveCommonClaim(pod, gone)
                || pod.pod().spec().volumes().stream().anyMatch(volume -> isConflict(volume, released));
    }
}
