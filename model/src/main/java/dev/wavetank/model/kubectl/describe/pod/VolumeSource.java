package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sources of volumes whose fields are printed one by one (kubectl, pkg/describe/describe.go, v1.32).
 *
 * <p>Each row is a title, a field, and what stands for a field without a value; rows that begin with {@code pv}
 * are those of PersistentVolumes only.
 */
public enum VolumeSource {
    HOST_PATH("hostPath", "HostPath (bare host directory volume)", "Path:|path|", "HostPathType:|type|<none>"),
    GCE_PERSISTENT_DISK(
            "gcePersistentDisk",
            "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
            "PDName:|pdName|",
            Rows.FS_TYPE,
            Rows.PARTITION,
            Rows.READ_ONLY),
    AWS_ELASTIC_BLOCK_STORE(
            "awsElasticBlockStore",
            "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
            Rows.VOLUME_ID,
            Rows.FS_TYPE,
            Rows.PARTITION,
            Rows.READ_ONLY),
    GIT_REPO(
            "gitRepo",
            "GitRepo (a volume that is pulled from git when the pod is created)",
            "Repository:|repository|",
            "Revision:|revision|"),
    SECRET("secret", "Secret (a volume populated by a Secret)", "SecretName:|secretName|", "Optional:|optional|false"),
    CONFIG_MAP("configMap", "ConfigMap (a volume populated by a ConfigMap)", "Name:|name|", "Optional:|optional|false"),
    NFS("nfs", "NFS (an NFS mount that lasts the lifetime of a pod)", "Server:|server|", "Path:|path|", Rows.READ_ONLY),
    ISCSI(
            "iscsi",
            "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
            "TargetPortal:|targetPortal|",
            "IQN:|iqn|",
            "Lun:|lun|0",
            "ISCSIInterface|iscsiInterface|",
            Rows.FS_TYPE,
            Rows.READ_ONLY,
            "Portals:|portals|[]",
            "DiscoveryCHAPAuth:|chapAuthDiscovery|false",
            "SessionCHAPAuth:|chapAuthSession|false",
            Rows.SECRET_REF,
            "InitiatorName:|initiatorName|<none>"),
    GLUSTERFS(
            "glusterfs",
            "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
            "EndpointsName:|endpoints|",
            "pv EndpointsNamespace:|endpointsNamespace|<unset>",
            "Path:|path|",
            Rows.READ_ONLY),
    PERSISTENT_VOLUME_CLAIM(
            "persistentVolumeClaim",
            "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
            "ClaimName:|claimName|",
            Rows.READ_ONLY),
    RBD(
            "rbd",
            "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
            "CephMonitors:|monitors|[]",
            "RBDImage:|image|",
            Rows.FS_TYPE,
            "RBDPool:|pool|",
            "RadosUser:|user|",
            "Keyring:|keyring|",
            Rows.SECRET_REF,
            Rows.READ_ONLY),
    QUOBYTE(
            "quobyte",
            "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
            "Registry:|registry|",
            "Volume:|volume|",
            Rows.READ_ONLY),
    AZURE_DISK(
            "azureDisk",
            "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)",
            "DiskName:|diskName|",
            "DiskURI:|diskURI|",
            "Kind: |kind|",
            Rows.FS_TYPE,
            "CachingMode:|cachingMode|",
            Rows.READ_ONLY),
    VSPHERE(
            "vsphereVolume",
            "vSphereVolume (a Persistent Disk resource in vSphere)",
            "VolumePath:|volumePath|",
            Rows.FS_TYPE,
            "StoragePolicyName:|storagePolicyName|"),
    CINDER(
            "cinder",
            "Cinder (a Persistent Disk resource in OpenStack)",
            Rows.VOLUME_ID,
            Rows.FS_TYPE,
            Rows.READ_ONLY,
            Rows.SECRET_REF),
    PHOTON(
            "photonPersistentDisk",
            "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
            "PdID:|pdID|",
            Rows.FS_TYPE),
    PORTWORX("portworxVolume", "PortworxVolume (a Portworx Volume resource)", Rows.VOLUME_ID),
    SCALE_IO(
            "scaleIO",
            "ScaleIO (a persistent volume backed by a block device in ScaleIO)",
            "Gateway:|gateway|",
            "System:|system|",
            "Protection Domain:|protectionDomain|",
            "Storage Pool:|storagePool|",
            "Storage Mode:|storageMode|",
            "VolumeName:|volumeName|",
            "pv SecretName:|secretRef.name|",
            "pv SecretNamespace:|secretRef.namespace|",
            Rows.FS_TYPE,
            Rows.READ_ONLY),
    CEPH_FS(
            "cephfs",
            "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
            "Monitors:|monitors|[]",
            "Path:|path|",
            "User:|user|",
            "SecretFile:|secretFile|",
            Rows.SECRET_REF,
            Rows.READ_ONLY),
    STORAGE_OS(
            "storageos",
            "StorageOS (a StorageOS Persistent Disk resource)",
            "VolumeName:|volumeName|",
            "VolumeNamespace:|volumeNamespace|",
            Rows.FS_TYPE,
            Rows.READ_ONLY),
    FIBRE_CHANNEL(
            "fc",
            "FC (a Fibre Channel disk)",
            "TargetWWNs:|targetWWNs|",
            "LUN:|lun|<none>",
            Rows.FS_TYPE,
            Rows.READ_ONLY),
    AZURE_FILE(
            "azureFile",
            "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
            "SecretName:|secretName|",
            "pv SecretNamespace:|secretNamespace|",
            "ShareName:|shareName|",
            Rows.READ_ONLY),
    FLEX_VOLUME(
            "flexVolume",
            "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
            "Driver:|driver|",
            Rows.FS_TYPE,
            Rows.SECRET_REF,
            Rows.READ_ONLY,
            "Options:|options|map[]"),
    FLOCKER(
            "flocker",
            "Flocker (a Flocker volume mounted by the Flocker agent)",
            "DatasetName:|datasetName|",
            "DatasetUUID:|datasetUUID|"),
    IMAGE("image", "Image (a container image or OCI artifact)", "Reference:|reference|", "PullPolicy:|pullPolicy|"),
    LOCAL("local", "LocalVolume (a persistent volume backed by local storage on a node)", "Path:|path|");

    /** Rows that several sources have. */
    private static final class Rows {
        private static final String FS_TYPE = "FSType:|fsType|";
        private static final String PARTITION = "Partition:|partition|0";
        private static final String READ_ONLY = "ReadOnly:|readOnly|false";
        private static final String SECRET_REF = "SecretRef:|secretRef|nil";
        private static final String VOLUME_ID = "VolumeID:|volumeID|";

        private Rows() {}
    }

    private static final String PERSISTENT = "pv ";

    private final String field;
    private final String title;
    private final List<String> rows;

    VolumeSource(String field, String title, String... rows) {
        this.field = field;
        this.title = title;
        this.rows = Arrays.asList(rows);
    }

    /** The source of a volume of a pod, or of a PersistentVolume, if it is one of these. */
    public static Optional<VolumeSource> of(ObjectFields volume) {
        return Arrays.stream(values())
                .filter(source -> volume.has(source.field))
                .findFirst();
    }

    /** Writes the source of a volume of a pod. */
    void writeOfPod(Page page, ObjectFields volume) {
        write(page, volume, false);
    }

    /** Writes the source of a PersistentVolume. */
    public void writePersistent(Page page, ObjectFields volume) {
        write(page, volume, true);
    }

    private void write(Page page, ObjectFields volume, boolean persistent) {
        page.line(2, "Type:", title);
        for (String row : rows) {
            if (persistent || !row.startsWith(PERSISTENT)) {
                String[] parts =
                        (row.startsWith(PERSISTENT) ? row.substring(PERSISTENT.length()) : row).split("\\|", -1);
                Object value = volume.value(field + "." + parts[1]);
                page.line(2, parts[0], value == null ? parts[2] : shown(parts[1], value));
            }
        }
    }

    private static String shown(String name, Object value) {
        if (name.equals("secretRef") && value instanceof Map<?, ?> reference) {
            Object namespace = reference.get("namespace");
            return namespace == null
                    ? "&LocalObjectReference{Name:" + reference.get("name") + ",}"
                    : "&SecretReference{Name:" + reference.get("name") + ",Namespace:" + namespace + ",}";
        }
        if (name.equals("targetWWNs") && value instanceof List<?> names) {
            return String.join(", ", names.stream().map(String::valueOf).toList());
        }
        return GoText.plain(value);
    }
}
