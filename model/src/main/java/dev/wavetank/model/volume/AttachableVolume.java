package dev.wavetank.model.volume;

import dev.wavetank.model.api.core.PersistentVolume;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A volume that is attached to a node before it can be mounted there: a disk of a cloud, or a volume of a CSI driver.
 *
 * @param uniqueName its name among all, such as {@code kubernetes.io/csi/DRIVER^HANDLE}
 * @param name how Events call it: that of the PersistentVolume, or of the volume in its pod
 * @param isShared whether several nodes may have it
 */
public record AttachableVolume(String uniqueName, String name, boolean isShared) {

    private static final String CSI = "kubernetes.io/csi/";

    /** Of kinds of disks: the plug-in, and the field with the disk's name. */
    private static final Map<String, List<String>> DISKS = disks();

    private static Map<String, List<String>> disks() {
        Map<String, List<String>> disks = new TreeMap<>();
        disks.put("gcePersistentDisk", List.of("kubernetes.io/gce-pd", "pdName"));
        disks.put("awsElasticBlockStore", List.of("kubernetes.io/aws-ebs", "volumeID"));
        disks.put("azureDisk", List.of("kubernetes.io/azure-disk", "diskName"));
        disks.put("cinder", List.of("kubernetes.io/cinder", "volumeID"));
        disks.put("vsphereVolume", List.of("kubernetes.io/vsphere-volume", "volumePath"));
        return disks;
    }

    /** A volume that a pod names itself; empty when it is not attached. */
    public static Optional<AttachableVolume> of(Map<String, Object> volume) {
        boolean isShared = volume.values().stream()
                .anyMatch(source -> source instanceof Map<?, ?> fields && Boolean.TRUE.equals(fields.get("readOnly")));
        return disk(volume, String.valueOf(volume.get("name")), isShared);
    }

    /** A volume that a CSI driver makes for one pod; its handle is made of the pod and of the volume's name there. */
    public static AttachableVolume inline(String driver, String podUid, String name) {
        return new AttachableVolume(CSI + driver + "^csi-" + podUid + "-" + name, name, false);
    }

    /** A PersistentVolume; empty when it is not attached, or its driver decides. */
    public static Optional<AttachableVolume> of(PersistentVolume volume) {
        boolean isShared = volume.spec().accessModes().stream()
                .anyMatch(mode -> mode.equals("ReadWriteMany") || mode.equals("ReadOnlyMany"));
        String name = volume.metadata().name();
        if (volume.spec().other().get("csi") instanceof Map<?, ?> csi) {
            String unique = CSI + csi.get("driver") + "^" + csi.get("volumeHandle");
            return Optional.of(new AttachableVolume(unique, name, isShared));
        }
        return disk(volume.spec().other(), name, isShared);
    }

    private static Optional<AttachableVolume> disk(Map<String, Object> source, String name, boolean isShared) {
        for (Map.Entry<String, List<String>> kind : DISKS.entrySet()) {
            if (source.get(kind.getKey()) instanceof Map<?, ?> fields) {
                List<String> of = kind.getValue();
                return Optional.of(new AttachableVolume(of.get(0) + "/" + fields.get(of.get(1)), name, isShared));
            }
        }
        return Optional.empty();
    }

    /** The CSI driver of the volume; empty for the disk of a cloud. */
    public Optional<String> driver() {
        return uniqueName.startsWith(CSI)
                ? Optional.of(uniqueName.substring(CSI.length(), uniqueName.indexOf('^')))
                : Optional.empty();
    }
}
