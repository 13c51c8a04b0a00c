package dev.wavetank.model.controller.persistentvolume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A StatefulSet whose pods have volumes, in a whole cluster. */
class VolumesOfSetTest {

    private static final String CLASS = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata:
              name: fast
              annotations: {storageclass.kubernetes.io/is-default-class: "true"}
            provisioner: csi.example.com
            volumeBindingMode: %s
            """;

    private static final String SET = """
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: db}
            spec:
              serviceName: db
              replicas: 2
              selector: {matchLabels: {app: db}}
              template:
                metadata: {labels: {app: db}}
                spec:
                  containers:
                  - name: db
                    image: db
                    volumeMounts: [{name: data, mountPath: /data}]
              volumeClaimTemplates:
              - metadata: {name: data}
                spec:
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
            """;

    private static BatchRun run(KubernetesVersion profile, String mode, long seconds) {
        return new BatchRun(profile)
                .apply(VirtualTime.SECOND, CLASS.formatted(mode))
                .apply(2 * VirtualTime.SECOND, SET)
                .runFor(seconds * VirtualTime.SECOND, 3);
    }

    private static void allRun(BatchRun run) {
        assertThat(run.stored(Resources.PODS, Pod.class))
                .hasSize(2)
                .allSatisfy(pod -> assertThat(pod.phase()).isEqualTo("Running"));
        List<PersistentVolume> volumes = run.stored(Resources.PERSISTENT_VOLUMES, PersistentVolume.class);
        assertThat(volumes)
                .hasSize(2)
                .allSatisfy(volume -> assertThat(volume.phase()).isEqualTo("Bound"));
        assertThat(run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class))
                .hasSize(2)
                .allSatisfy(claim -> {
                    assertThat(claim.phase()).isEqualTo("Bound");
                    assertThat(claim.status().capacity()).containsEntry("storage", "1Gi");
                    assertThat(claim.metadata().finalizers()).containsExactly("kubernetes.io/pvc-protection");
                    assertThat(volumes)
                            .anyMatch(volume -> volume.metadata().name().equals(claim.volumeName())
                                    && volume.spec().claimRef().uid().equals(claim.uid()));
                });
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void its_pods_run_with_volumes_made_where_they_were_placed(KubernetesVersion profile) {
        BatchRun run = run(profile, "WaitForFirstConsumer", 90);

        allRun(run);
        assertThat(run.events("PersistentVolumeClaim").get(0))
                .isEqualTo("Normal WaitForFirstConsumer waiting for first consumer to be created before binding");
        assertThat(run.events("PersistentVolumeClaim"))
                .filteredOn(event -> event.startsWith("Normal ProvisioningSucceeded"))
                .hasSize(2);
        assertThat(run.requests("kube-scheduler"))
                .containsSubsequence("update persistentvolumeclaims 200", "create pods/binding 201");
        assertThat(run.events("Pod"))
                .noneMatch(event -> event.startsWith("Warning"))
                .filteredOn(event -> event.startsWith("Normal Scheduled"))
                .hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void its_pods_wait_for_volumes_that_are_made_at_once(KubernetesVersion profile) {
        BatchRun run = run(profile, "Immediate", 90);

        allRun(run);
        assertThat(run.requests("kube-scheduler")).doesNotContain("update persistentvolumeclaims 200");
        String nodes = profile == KubernetesVersion.V1_20 ? "3 " : "";
        String preemption = profile == KubernetesVersion.V1_20
                ? ""
                : " preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";
        assertThat(run.events("Pod"))
                .contains("Warning FailedScheduling 0/3 nodes are available: " + nodes
                        + "pod has unbound immediate PersistentVolumeClaims." + preemption);
        assertThat(run.requests("persistent-volume-binder"))
                .containsSubsequence(
                        "update persistentvolumeclaims 200",
                        "update persistentvolumes/status 200",
                        "update persistentvolumeclaims 200",
                        "update persistentvolumeclaims/status 200");
    }
}
