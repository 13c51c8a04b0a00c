package dev.wavetank.model.controller.provisioner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.Scheme;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The volume that is made for a claim: {@code Provision} of {@code kubernetes-csi/external-provisioner}
 * ({@code pkg/controller/controller.go}, v5.1) and {@code provisionClaimOperation} of
 * sig-storage-lib-external-provisioner (v10).
 */
class NewVolumeTest {

    private static final PersistentVolumeClaim CLAIM = Scheme.parse("""
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {namespace: shop, name: data, uid: u1, resourceVersion: '7'}
            spec:
              accessModes: [ReadWriteOnce, ReadOnlyMany]
              resources: {requests: {storage: 3Gi}}
              storageClassName: fast
              volumeMode: Block
            """, PersistentVolumeClaim.class);
    private static final StorageClass FAST = Scheme.parse("""
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: fast}
            provisioner: csi.example.com
            reclaimPolicy: Retain
            mountOptions: [noatime]
            """, StorageClass.class);

    private final PersistentVolume volume = NewVolume.of(CLAIM, FAST, "pvc-u1", List.of("a.b/c"));

    @Test
    void it_has_the_size_the_modes_and_the_form_that_the_claim_requests() {
        assertThat(volume.spec().capacity()).isEqualTo(Map.of("storage", "3Gi"));
        assertThat(volume.spec().accessModes()).containsExactly("ReadWriteOnce", "ReadOnlyMany");
        assertThat(volume.spec().volumeMode()).isEqualTo("Block");
    }

    @Test
    void it_is_bound_to_this_very_claim_from_the_start() {
        assertThat(volume.spec().claimRef().key()).isEqualTo(CLAIM.key());
        assertThat(volume.spec().claimRef().uid()).isEqualTo("u1");
        assertThat(volume.spec().claimRef().resourceVersion())
                .isEqualTo(CLAIM.metadata().resourceVersion());
    }

    @Test
    void it_takes_policy_and_mount_options_from_its_class() {
        assertThat(volume.spec().storageClassName()).isEqualTo("fast");
        assertThat(volume.spec().persistentVolumeReclaimPolicy()).isEqualTo("Retain");
        assertThat(volume.spec().mountOptions()).containsExactly("noatime");
    }

    @Test
    void it_names_its_provisioner_and_its_handle() {
        assertThat(volume.metadata().name()).isEqualTo("pvc-u1");
        assertThat(volume.metadata().namespace()).isNull();
        assertThat(volume.metadata().finalizers()).containsExactly("a.b/c");
        assertThat(volume.metadata().annotations())
                .isEqualTo(Map.of("pv.kubernetes.io/provisioned-by", "csi.example.com"));
        assertThat(volume.spec().other())
                .isEqualTo(Map.of("csi", Map.of("driver", "csi.example.com", "volumeHandle", "pvc-u1")));
    }
}
