package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What users read about volumes that cannot be mounted. */
class MountTextsTest {

    /** A pod with these volumes, which all begin with v. */
    private static PodUnderTest pod(String version, String volumes) {
        return new PodUnderTest(
                version, """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-1, volumes: [%s],
                  containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}%s]}]}}
                """.formatted(volumes, volumes.contains("name: v2") ? ", {name: v2, mountPath: /v2}" : ""));
    }

    @Test
    void a_volume_that_no_container_mounts_is_not_waited_for_since_v1_16() {
        String unused = "{name: v, emptyDir: {}}, {name: w, configMap: {name: nocm}},"
                + " {name: x, persistentVolumeClaim: {claimName: gone}}";

        assertThat(pod("v1.32", unused).events(20, "FailedMount")).isEmpty();
        assertThat(pod("v1.16", unused).events(20, "FailedMount")).isEmpty();
        assertThat(pod("v1.15", "{name: v, emptyDir: {}}, {name: w, configMap: {name: nocm}}")
                        .events(20, "FailedMount"))
                .contains("configmap \"nocm\" not found");
    }

    @Test
    void a_projected_volume_tells_all_that_its_sources_miss() {
        String sources = "{configMap: {name: nocm}}, {secret: {name: nosec}}, {configMap: {name: nocm}}";

        assertThat(pod("v1.32", "{name: v, projected: {sources: [" + sources + "]}}")
                        .events(20, "FailedMount"))
                .contains("[MountVolume.SetUp failed for volume \"v\" : [configmap \"nocm\" not found, secret"
                        + " \"nosec\" not found]]");
        assertThat(pod("v1.32", "{name: v, projected: {sources: [{configMap: {name: nocm}}]}}")
                        .events(20, "FailedMount"))
                .contains("[MountVolume.SetUp failed for volume \"v\" : configmap \"nocm\" not found]");
    }

    private static String waited(String version) {
        return pod(version, "{name: v, configMap: {name: nocm}}, {name: v2, emptyDir: {}}")
                .events(140, "FailedMount");
    }

    @Test
    void an_event_tells_of_a_wait_in_vain_up_to_v1_27() {
        assertThat(waited("v1.28")).contains("configmap \"nocm\" not found").doesNotContain("unmounted volumes");
        assertThat(waited("v1.27"))
                .contains("[Unable to attach or mount volumes: unmounted volumes=[v], unattached volumes=[], failed to"
                        + " process volumes=[]: timed out waiting for the condition]");
        assertThat(waited("v1.26"))
                .containsPattern("Unable to attach or mount volumes: unmounted volumes=\\[v\\], unattached"
                        + " volumes=\\[v v2[^]]*\\]: timed out waiting for the condition]");
        assertThat(waited("v1.15"))
                .containsPattern("Unable to mount volumes for pod \"p_default\\([^)]+\\)\": timeout expired waiting for"
                        + " volumes to attach or mount for pod \"default\"/\"p\"\\. list of unmounted"
                        + " volumes=\\[v\\]\\."
                        + " list of unattached volumes=\\[v v2[^]]*\\]]");
        assertThat(waited("v1.9"))
                .contains("timeout expired waiting for volumes to attach/mount for pod \"default\"/\"p\". list of"
                        + " unattached/unmounted volumes=[v]]");
    }

    private static String hugePages(String version, String medium, String requests) {
        return new PodUnderTest(version, """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-1,
                  volumes: [{name: v, emptyDir: {medium: %s}}],
                  containers: [{name: c, image: nginx, resources: {limits: {%s}},
                    volumeMounts: [{name: v, mountPath: /v}]}]}}
                """.formatted(medium, requests)).events(20, "FailedMount");
    }

    @Test
    void huge_pages_need_a_request() {
        String none = "hugePages storage requested, but there is no resource request for huge pages";

        assertThat(hugePages("v1.36", "HugePages", ""))
                .isEqualTo("[MountVolume.SetUp failed for volume \"v\" : medium HugePages: " + none + "]");
        assertThat(hugePages("v1.36", "HugePages-2Mi", ""))
                .isEqualTo("[MountVolume.SetUp failed for volume \"v\" : medium HugePages-2Mi: " + none + "]");
        assertThat(hugePages("v1.18", "HugePages", ""))
                .isEqualTo("[MountVolume.SetUp failed for volume \"v\" : " + none + ".]");
        assertThat(hugePages("v1.36", "Memory", "")).isEmpty();
    }

    @Test
    void a_medium_that_nobody_knows_is_refused() {
        String failed = "[MountVolume.SetUp failed for volume \"v\" : ";

        assertThat(hugePages("v1.36", "Disk", "")).isEqualTo(failed + "unknown storage medium \"Disk\"]");
        assertThat(hugePages("v1.18", "HugePages-2Mi", ""))
                .isEqualTo(failed + "unknown storage medium \"HugePages-2Mi\"]");
        assertThat(hugePages("v1.36", "HugePages-two", ""))
                .isEqualTo(failed + "quantities must match the regular expression"
                        + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$']");
    }

    private static final String CLAIM = "{name: v, persistentVolumeClaim: {claimName: gone}}";

    @Test
    void an_event_tells_what_is_wrong_with_claims() {
        String two = CLAIM + ", {name: v2, persistentVolumeClaim: {claimName: lost}}";

        assertThat(pod("v1.32", two).events(20, "FailedMount"))
                .contains(
                        "[Unable to attach or mount volumes: unmounted volumes=[v v2], unattached volumes=[], failed to"
                                + " process volumes=[v v2]: error processing PVC default/gone: failed to fetch PVC from"
                                + " API server: persistentvolumeclaims \"gone\" not found; error"
                                + " processing PVC default/lost:");
        assertThat(pod("v1.26", CLAIM).events(20, "FailedMount"))
                .containsPattern("unmounted volumes=\\[v\\], unattached volumes=\\[v[^]]*\\]: error processing PVC");
    }

    @Test
    void older_kubelets_wait_for_claims() {
        assertThat(pod("v1.15", CLAIM).events(20, "FailedMount")).isEmpty();
        assertThat(pod("v1.15", CLAIM).events(140, "FailedMount")).contains("list of unmounted volumes=[v].");
    }

    private static PodUnderTest withVolume(String mode, String use) {
        return new PodUnderTest("v1.32", """
                apiVersion: v1
                kind: PersistentVolume
                metadata: {name: disk}
                spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], volumeMode: MODE, storageClassName: "",
                  claimRef: {namespace: default, name: c}, local: {path: /mnt}, nodeAffinity: {required:
                    {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: Exists}]}]}}}
                ---
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: c}
                spec: {accessModes: [ReadWriteOnce], volumeMode: MODE, volumeName: disk, storageClassName: "",
                  resources: {requests: {storage: 1Gi}}}
                ---
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {
                  volumes: [{name: v, persistentVolumeClaim: {claimName: c}}],
                  containers: [{name: c, image: nginx, USE}]}}
                """.replace("MODE", mode).replace("USE", use));
    }

    @Test
    void a_volume_of_another_mode_is_not_used() {
        assertThat(withVolume("Block", "volumeMounts: [{name: v, mountPath: /v}]")
                        .events(60, "FailedMount"))
                .contains(": volume v has volumeMode Block, but is specified in volumeMounts]");
        assertThat(withVolume("Filesystem", "volumeDevices: [{name: v, devicePath: /v}]")
                        .events(60, "FailedMount"))
                .contains(": volume v has volumeMode Filesystem, but is specified in volumeDevices]");
        assertThat(withVolume("Block", "volumeDevices: [{name: v, devicePath: /v}]")
                        .after(60, "get", "pod", "p"))
                .contains("Running");
    }
}
