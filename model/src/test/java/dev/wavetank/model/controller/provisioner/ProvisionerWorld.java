package dev.wavetank.model.controller.provisioner;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A provisioner whose storage takes ten seconds, and the objects that it works with. */
final class ProvisionerWorld {

    static final long STORAGE = 10 * VirtualTime.SECOND;

    final ScriptedCluster cluster;

    ProvisionerWorld(KubernetesVersion version) {
        cluster = new ScriptedCluster(
                version, environment -> new ExternalProvisioner(environment, new Distribution.Constant(STORAGE)));
    }

    /** A claim of the class {@code fast} with these annotations. */
    static PersistentVolumeClaim claim(String annotations, String spec) {
        return Scheme.parse("""
                {apiVersion: v1, kind: PersistentVolumeClaim,
                 metadata: {namespace: default, name: data, uid: u1, annotations: {%s}},
                 spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}},
                   storageClassName: fast%s}}
                """.formatted(annotations, spec), PersistentVolumeClaim.class);
    }

    /** A claim that the binder has annotated for the provisioner. */
    static PersistentVolumeClaim wanted() {
        return claim("volume.kubernetes.io/storage-provisioner: csi.example.com", "");
    }

    static StorageClass storageClass(String mode) {
        return Scheme.parse("""
                {apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast},
                 provisioner: csi.example.com, reclaimPolicy: Delete, volumeBindingMode: %s}
                """.formatted(mode), StorageClass.class);
    }

    static PersistentVolume volume(String metadata, String policy, String phase) {
        return Scheme.parse("""
                {apiVersion: v1, kind: PersistentVolume, metadata: {name: pvc-u1, %s},
                 spec: {persistentVolumeReclaimPolicy: %s}, status: {phase: %s}}
                """.formatted(metadata, policy, phase), PersistentVolume.class);
    }

    ProvisionerWorld with(PersistentVolumeClaim claim) {
        cluster.put(Resources.PERSISTENT_VOLUME_CLAIMS, claim);
        return this;
    }

    ProvisionerWorld with(StorageClass storageClass) {
        cluster.put(Resources.STORAGE_CLASSES, storageClass);
        return this;
    }

    ProvisionerWorld with(PersistentVolume volume) {
        cluster.put(Resources.PERSISTENT_VOLUMES, volume);
        return this;
    }

    /** Answers the first request that fits with this, and later ones as usual. */
    ProvisionerWorld firstTime(Predicate<ApiRequest> which, ApiResponse response) {
        cluster.answering(request -> {
            boolean isFirst = which.test(request)
                    && cluster.requests().stream().filter(which).count() == 1;
            return isFirst ? Optional.of(response) : Optional.empty();
        });
        return this;
    }

    /** Runs until the storage has worked so many times. */
    ProvisionerWorld run(int times) {
        cluster.start().runFor(times * STORAGE);
        return this;
    }

    /** Reason and message of the Events, in the order in which they were sent. */
    List<String> events() {
        return cluster.requests().stream()
                .filter(request -> request instanceof ApiRequest.Create create && create.body() instanceof ApiEvent)
                .map(request -> (ApiEvent) ((ApiRequest.Create) request).body())
                .map(event -> event.reason() + " " + event.message())
                .toList();
    }
}
