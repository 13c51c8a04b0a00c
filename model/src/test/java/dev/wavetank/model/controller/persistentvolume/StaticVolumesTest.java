package dev.wavetank.model.controller.persistentvolume;

import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.claim;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.pod;
import static dev.wavetank.model.controller.persistentvolume.VolumeManifests.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Volumes that are there before their claims, or without any class. */
class StaticVolumesTest {

    private static final String BINDER = "persistent-volume-binder";

    private static BatchRun run(KubernetesVersion profile, long seconds, String... manifests) {
        BatchRun run = new BatchRun(profile);
        long at = VirtualTime.SECOND;
        for (String manifest : manifests) {
            run.apply(at, manifest);
            at += VirtualTime.SECOND;
        }
        return run.runFor(seconds * VirtualTime.SECOND, 5);
    }

    private static List<String> volumes(BatchRun run) {
        return run.stored(Resources.PERSISTENT_VOLUMES, PersistentVolume.class).stream()
                .map(volume -> volume.metadata().name() + " " + volume.phase())
                .toList();
    }

    private static List<String> claims(BatchRun run) {
        return run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class).stream()
                .map(claim -> claim.metadata().name() + " " + claim.phase() + " " + claim.volumeName())
                .toList();
    }

    @Test
    void a_claim_gets_the_smallest_volume_in_four_writes() {
        BatchRun run = run(
                KubernetesVersion.V1_32,
                10,
                volume("big", "5Gi", ""),
                volume("fits", "2Gi", ""),
                volume("small", "1Gi", ""),
                claim("data", "1500Mi", ""));

        assertThat(claims(run)).containsExactly("data Bound fits");
        assertThat(volumes(run)).containsExactly("big Available", "fits Bound", "small Available");
        List<String> requests = run.requests(BINDER);
        assertThat(requests.subList(0, 3)).containsOnly("update persistentvolumes/status 200");
        assertThat(requests.subList(3, requests.size()))
                .containsExactly(
                        "update persistentvolumes 200",
                        "update persistentvolumes/status 200",
                        "update persistentvolumeclaims 200",
                        "update persistentvolumeclaims/status 200");
        PersistentVolumeClaim claim = run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class)
                .get(0);
        assertThat(claim.status().capacity()).containsEntry("storage", "2Gi");
        assertThat(claim.status().accessModes()).containsExactly("ReadWriteOnce");
        assertThat(claim.metadata().annotations())
                .containsEntry("pv.kubernetes.io/bind-completed", "yes")
                .containsEntry("pv.kubernetes.io/bound-by-controller", "yes");
    }

    @Test
    void a_claim_waits_until_there_is_a_volume() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_20)
                .apply(VirtualTime.SECOND, claim("data", "1Gi", ""))
                .apply(20 * VirtualTime.SECOND, volume("late", "1Gi", ""))
                .runFor(45 * VirtualTime.SECOND, 1);

        assertThat(run.events("PersistentVolumeClaim"))
                .containsExactly("Normal FailedBinding no persistent volumes available for this claim and no storage"
                        + " class is set");
        assertThat(claims(run)).containsExactly("data Bound late");
    }

    @Test
    void volumes_and_claims_can_be_meant_for_each_other() {
        BatchRun run = run(
                KubernetesVersion.V1_32,
                30,
                volume("kept", "9Gi", "  claimRef: {namespace: default, name: mine}\n"),
                volume("free", "1Gi", ""),
                claim("mine", "1Gi", ""),
                claim("asking", "1Gi", "  volumeName: free\n"),
                claim("greedy", "3Gi", "  volumeName: free\n"),
                claim("dreaming", "1Gi", "  volumeName: none\n"));

        assertThat(claims(run))
                .containsExactly(
                        "asking Bound free", "dreaming Pending none", "greedy Pending free", "mine Bound kept");
        assertThat(run.events("PersistentVolumeClaim"))
                .containsExactly("Warning FailedBinding volume \"free\" already bound to a different claim.");
        PersistentVolume kept =
                run.stored(Resources.PERSISTENT_VOLUMES, PersistentVolume.class).get(1);
        assertThat(kept.spec().claimRef().hasUid()).isTrue();
        assertThat(kept.metadata().annotations()).doesNotContainKey("pv.kubernetes.io/bound-by-controller");
    }

    @Test
    void a_claim_for_a_volume_that_does_not_fit_is_told_why() {
        BatchRun run = run(
                KubernetesVersion.V1_32, 10, volume("small", "1Gi", ""), claim("data", "2Gi", "  volumeName: small\n"));

        assertThat(run.events("PersistentVolumeClaim"))
                .containsExactly(
                        "Warning VolumeMismatch Cannot bind to requested volume \"small\": requested PV is too small");
        assertThat(claims(run)).containsExactly("data Pending small");
    }

    @Test
    void the_policy_says_what_becomes_of_a_volume_without_its_claim() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32);
        for (String policy : List.of("Retain", "Delete", "Recycle")) {
            String name = policy.toLowerCase(Locale.ROOT);
            run.apply(VirtualTime.SECOND, volume(name, "1Gi", "  persistentVolumeReclaimPolicy: " + policy + "\n"))
                    .apply(2 * VirtualTime.SECOND, claim(name, "1Gi", "  volumeName: " + name + "\n"))
                    .command(10 * VirtualTime.SECOND, "delete", "pvc", name);
        }
        String elsewhere = volume("elsewhere", "1Gi", "  persistentVolumeReclaimPolicy: Delete\n");
        run.apply(VirtualTime.SECOND, elsewhere.replace("/tmp/", "/var/"))
                .apply(2 * VirtualTime.SECOND, claim("elsewhere", "1Gi", "  volumeName: elsewhere\n"))
                .command(10 * VirtualTime.SECOND, "delete", "pvc", "elsewhere");
        run.runFor(90 * VirtualTime.SECOND, 2);

        assertThat(claims(run)).isEmpty();
        assertThat(volumes(run)).containsExactly("elsewhere Failed", "recycle Available", "retain Released");
        assertThat(run.events("PersistentVolume"))
                .containsExactly(
                        "Warning VolumeFailedDelete host_path deleter only supports /tmp/.+ but received provided"
                                + " /var/elsewhere",
                        "Normal VolumeRecycled Volume recycled");
    }

    @Test
    void a_claim_that_was_bound_once_and_has_no_volume_is_lost() {
        String lost = claim("data", "1Gi", "")
                .replace("{name: data}", "{name: data, annotations: {pv.kubernetes.io/bind-completed: \"yes\"}}");
        BatchRun run = run(KubernetesVersion.V1_32, 40, lost);

        assertThat(claims(run)).containsExactly("data Lost null");
        assertThat(run.events("PersistentVolumeClaim"))
                .containsExactly("Warning ClaimLost Bound claim has lost reference to PersistentVolume. Data on the"
                        + " volume is lost!");
    }

    @Test
    void claims_and_volumes_go_only_when_nobody_uses_them_any_more() {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(VirtualTime.SECOND, volume("v", "1Gi", ""))
                .apply(VirtualTime.SECOND, claim("data", "1Gi", ""))
                .apply(2 * VirtualTime.SECOND, pod("user", "data", ""))
                .command(20 * VirtualTime.SECOND, "delete", "pv", "v")
                .command(20 * VirtualTime.SECOND, "delete", "pvc", "data")
                .command(40 * VirtualTime.SECOND, "delete", "pod", "user")
                .runFor(90 * VirtualTime.SECOND, 2);

        assertThat(claims(run)).isEmpty();
        assertThat(volumes(run)).isEmpty();
        assertThat(deletion(run, Resources.PODS)).isLessThan(deletion(run, Resources.PERSISTENT_VOLUME_CLAIMS));
        assertThat(deletion(run, Resources.PERSISTENT_VOLUME_CLAIMS))
                .isLessThan(deletion(run, Resources.PERSISTENT_VOLUMES));
    }

    private static long deletion(BatchRun run, ResourceType resource) {
        return run.changes(resource).stream()
                .filter(change -> change.change() == WatchEvent.Type.DELETED)
                .findFirst()
                .orElseThrow()
                .revision();
    }

    @Test
    void a_claim_without_a_class_gets_the_default_one_that_is_made_later_since_release_26() {
        String later = VolumeManifests.storageClass("late", "Immediate")
                .replace(
                        "{name: late}",
                        "{name: late, annotations: {storageclass.kubernetes.io/is-default-class: \"true\"}}");
        for (KubernetesVersion profile : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            BatchRun run = new BatchRun(profile)
                    .apply(VirtualTime.SECOND, claim("data", "1Gi", ""))
                    .apply(5 * VirtualTime.SECOND, later)
                    .runFor(60 * VirtualTime.SECOND, 2);
            String phase = profile == KubernetesVersion.V1_20 ? "Pending" : "Bound";
            assertThat(run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class))
                    .extracting(PersistentVolumeClaim::phase)
                    .containsExactly(phase);
        }
    }
}
