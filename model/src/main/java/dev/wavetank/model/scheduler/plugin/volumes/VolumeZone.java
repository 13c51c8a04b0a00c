package dev.wavetank.model.scheduler.plugin.volumes;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
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
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeClaim;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Keeps pods off nodes of other zones or regions than those of their volumes, by the labels of both. */
public final class VolumeZone implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

    /** Its name. */
    public static final String NAME = "VolumeZone";

    private static final StateKey<Zones> STATE = new StateKey<>("PreFilterVolumeZone");
    private static final List<String> LABELS = List.of(
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region");
    private static final int OLD_LABELS = 2;

    private final KubernetesVersion version;
    private final ClusterReader cluster;
    private final Status refusal;

    /** One label of a volume: the node must have one of the values. */
    private record Zone(int label, List<String> values) {}

    private record Zones(List<Zone> zones) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a scheduler. */
    public VolumeZone(Handle handle) {
        this.version = handle.version();
        this.cluster = handle.cluster();
        this.refusal = Status.unresolvable(
                Reasons.of(version, "node(s) had no available volume zone", "NoVolumeZoneConflict"));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        Zones zones = zones(pod);
        if (zones.zones.isEmpty()) {
            return Status.SKIP;
        }
        state.write(STATE, zones);
        return Status.SUCCESS;
    }

    /** Claims without a volume have no zone yet; VolumeBinding looks after them. */
    private Zones zones(PodInfo pod) {
        List<ObjectKey> claims = VolumeClaim.of(pod.pod());
        List<Zone> zones = new ArrayList<>(0);
        for (ObjectKey key : claims) {
            PersistentVolumeClaim claim = cluster.get(PersistentVolumeClaim.class, key.namespace(), key.name());
            String name = claim == null ? null : claim.volumeName();
            PersistentVolume volume = name == null ? null : cluster.get(PersistentVolume.class, null, name);
            for (int i = 0; volume != null && i < LABELS.size(); i++) {
                String value = volume.metadata().labels().get(LABELS.get(i));
                if (value != null) {
                    zones.add(new Zone(i, Arrays.asList(value.split("__"))));
                }
            }
        }
        return new Zones(zones);
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        Zones known = state.read(STATE);
        if (known == null) {
            known = zones(pod);
            state.write(STATE, known);
        }
        Map<String, String> labels = node.node().metadata().labels();
        if (known.zones.isEmpty() || !hasAny(labels)) {
            return Status.SUCCESS;
        }
        for (int i = 0; i < known.zones.size(); i++) {
            Zone zone = known.zones.get(i);
            String value = value(labels, zone.label);
            if (value == null || !zone.values.contains(value)) {
                return refusal;
            }
        }
        return Status.SUCCESS;
    }

    private static boolean hasAny(Map<String, String> labels) {
        for (int i = 0; i < LABELS.size(); i++) {
            if (labels.containsKey(LABELS.get(i))) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String value(Map<String, String> labels, int label) {
        String value = labels.get(LABELS.get(label));
        boolean isRenamed = value == null && label < OLD_LABELS && version.has(Feature.VOLUME_ZONE_RENAMED_LABELS);
        return isRenamed ? labels.get(LABELS.get(label + OLD_LABELS)) : value;
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                new Interest(
                        ClusterEvent.of(Resource.STORAGE_CLASS, Action.ADD),
                        (pod, occurrence) -> occurrence.after() instanceof StorageClass added
                                && "WaitForFirstConsumer".equals(added.volumeBindingMode())),
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD, Action.UPDATE_NODE_LABEL)),
                new Interest(
                        ClusterEvent.of(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, Action.UPDATE),
                        ClaimHints::isAboutItsClaim),
                new Interest(
                        ClusterEvent.of(Resource.PERSISTENT_VOLUME, Action.ADD, Action.UPDATE),
                        (pod, occurrence) -> isElsewhere(occurrence)));
    }

    private static boolean isElsewhere(ClusterEvent.Occurrence occurrence) {
        if (!(occurrence.before() instanceof PersistentVolume before)
                || !(occurrence.after() instanceof PersistentVolume after)) {
            return true;
        }
        for (String label : LABELS) {
            if (!Objects.equals(
                    before.metadata().labels().get(label),
                    after.metadata().labels().get(label))) {
                return true;
            }
        }
        return false;
    }
}
