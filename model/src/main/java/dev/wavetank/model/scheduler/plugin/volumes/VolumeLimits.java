package dev.wavetank.model.scheduler.plugin.volumes;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
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
import dev.wavetank.model.volume.VolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes that have as many volumes of a cloud as can be attached: EBSLimits, GCEPDLimits, AzureDiskLimits
 * and CinderLimits ({@code nodevolumelimits/non_csi.go}).
 */
public final class VolumeLimits implements PreFilterPlugin, FilterPlugin, EnqueueExtensions {

    private final Cloud cloud;
    private final ClusterReader cluster;
    private final Status refusal;
    private final StateKey<Wanted> key;

    /** Whose volumes. */
    public enum Cloud {
        /** Volumes of Amazon. */
        EBS("EBSLimits", "awsElasticBlockStore", "volumeID", "aws-ebs", 39),
        /** Disks of Google. */
        GCE("GCEPDLimits", "gcePersistentDisk", "pdName", "gce-pd", 16),
        /** Disks of Microsoft. */
        AZURE("AzureDiskLimits", "azureDisk", "diskName", "azure-disk", 16),
        /** Volumes of OpenStack. */
        CINDER("CinderLimits", "cinder", "volumeID", "cinder", 256);

        private static final Pattern NITRO = Pattern.compile("^[cmr]5.*|t3|z1d");
        private static final int NITRO_LIMIT = 25;

        private final String plugin;
        private final String field;
        private final String idField;
        private final String name;
        private final int limit;

        Cloud(String plugin, String field, String idField, String name, int limit) {
            this.plugin = plugin;
            this.field = field;
            this.idField = idField;
            this.name = name;
            this.limit = limit;
        }

        /** The name of its plug-in. */
        public String plugin() {
            return plugin;
        }

        private @Nullable String id(Map<String, Object> source) {
            return source.get(field) instanceof Map<?, ?> disk ? String.valueOf(disk.get(idField)) : null;
        }

        /** What the node says, or else what the kind of machine can take. */
        private long limit(NodeInfo node) {
            Long given = node.allocatable().other().get("attachable-volumes-" + name);
            if (given != null) {
                return given;
            }
            Map<String, String> labels = node.node().metadata().labels();
            String type = labels.getOrDefault(
                    "node.kubernetes.io/instance-type", labels.getOrDefault("beta.kubernetes.io/instance-type", ""));
            return this == EBS && NITRO.matcher(type).find() ? NITRO_LIMIT : limit;
        }
    }

    private record Wanted(SortedSet<String> volumes) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a scheduler. */
    public VolumeLimits(Cloud cloud, Handle handle) {
        this.cloud = cloud;
        this.cluster = handle.cluster();
        this.key = new StateKey<>("PreFilter" + cloud.plugin);
        this.refusal =
                Status.unschedulable(Reasons.of(handle.version(), "node(s) exceed max volume count", "MaxVolumeCount"));
    }

    @Override
    public String name() {
        return cloud.plugin;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        return wanted(state, pod).volumes.isEmpty() ? Status.SKIP : Status.SUCCESS;
    }

    private Wanted wanted(CycleState state, PodInfo pod) {
        Wanted known = state.read(key);
        if (known == null) {
            known = new Wanted(volumes(pod.pod()));
            state.write(key, known);
        }
        return known;
    }

    private SortedSet<String> volumes(Pod pod) {
        SortedSet<String> ids = new TreeSet<>();
        if (pod.spec().volumes().isEmpty()) {
            return ids;
        }
        for (Map<String, Object> volume : pod.spec().volumes()) {
            String id = cloud.id(volume);
            if (id != null) {
                ids.add(id);
            }
        }
        for (ObjectKey claim : VolumeClaim.of(pod)) {
            String id = id(claim);
            if (id != null) {
                ids.add(id);
            }
        }
        return ids;
    }

    /** A claim that has no volume yet counts when its class makes volumes of this cloud. */
    private @Nullable String id(ObjectKey key) {
        PersistentVolumeClaim claim = cluster.get(PersistentVolumeClaim.class, key.namespace(), key.name());
        if (claim == null) {
            return "claim " + key;
        }
        String name = claim.volumeName();
        PersistentVolume volume = name == null ? null : cluster.get(PersistentVolume.class, null, name);
        if (volume != null) {
            return cloud.id(volume.spec().other());
        }
        String className = VolumeClaim.className(claim);
        StorageClass storageClass = className.isEmpty() ? null : cluster.get(StorageClass.class, null, className);
        return storageClass != null && ("kubernetes.io/" + cloud.name).equals(storageClass.provisioner())
                ? "claim " + key
                : null;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        SortedSet<String> wanted = wanted(state, pod).volumes;
        if (wanted.isEmpty()) {
            return Status.SUCCESS;
        }
        SortedSet<String> attached = new TreeSet<>();
        List<PodInfo> pods = node.pods();
        for (int i = 0; i < pods.size(); i++) {
            attached.addAll(volumes(pods.get(i).pod()));
        }
        int before = attached.size();
        attached.addAll(wanted);
        return attached.size() > before && attached.size() > cloud.limit(node) ? refusal : Status.SUCCESS;
    }

    @Override
    public List<Interest> eventsToRegister() {
        return List.of(
                Interest.in(ClusterEvent.of(Resource.NODE, Action.ADD)),
                new Interest(ClusterEvent.of(Resource.ASSIGNED_POD, Action.DELETE), ClaimHints::detaches),
                new Interest(
                        ClusterEvent.of(Resource.PERSISTENT_VOLUME_CLAIM, Action.ADD, Action.UPDATE),
                        ClaimHints::isAboutItsClaim));
    }
}
