package dev.wavetank.model.controller.persistentvolume;

/** Volumes, claims and pods as users write them. */
final class VolumeManifests {

    private VolumeManifests() {}

    /** A class of volumes that somebody outside makes. */
    static String storageClass(String name, String mode) {
        return """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: %s}
                provisioner: csi.example.com
                volumeBindingMode: %s
                """.formatted(name, mode);
    }

    /** A class of volumes that nobody makes. */
    static String localClass() {
        return storageClass("local", "WaitForFirstConsumer").replace("csi.example.com", "kubernetes.io/no-provisioner");
    }

    /**
     * A volume.
     *
     * @param more lines of the specification, each with two spaces in front
     */
    static String volume(String name, String size, String more) {
        return """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: %s}
                spec:
                  capacity: {storage: %s}
                  accessModes: [ReadWriteOnce]
                  hostPath: {path: /tmp/%s}
                """.formatted(name, size, name) + more;
    }

    /** A volume of the class {@code local} that only one node reaches. */
    static String localVolume(String name, String node) {
        return volume(name, "1Gi", """
                  storageClassName: local
                  nodeAffinity:
                    required:
                      nodeSelectorTerms:
                      - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%s]}]
                """.formatted(node));
    }

    /** A claim, with more lines of the specification. */
    static String claim(String name, String size, String more) {
        return """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: %s}
                spec:
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: %s}}
                """.formatted(name, size) + more;
    }

    /** A pod with a claim, with more lines of the specification. */
    static String pod(String name, String claim, String more) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s}
                spec:
                  terminationGracePeriodSeconds: 1
                  containers: [{name: c, image: nginx, volumeMounts: [{name: data, mountPath: /data}]}]
                  volumes: [{name: data, persistentVolumeClaim: {claimName: %s}}]
                """.formatted(name, claim) + more;
    }
}
