package dev.wavetank.model.controller.persistentvolume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.volume.VolumeClaim;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Invariants of the binding, whatever the controller dies of in between. */
class BindingProperties {

    /** A volume never has two claims; in the end, as many claims as can be are bound, each to one that is enough. */
    @Property(tries = 20)
    void no_volume_has_two_claims_and_every_claim_that_can_have_one_has_one(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 3) Integer> stock,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 3) Integer> wanted,
            @ForAll @IntRange(min = 1, max = 16) int crashed,
            @ForAll @IntRange(min = 1, max = 8) int lost) {
        BatchRun run = new BatchRun(KubernetesVersion.V1_32)
                .apply(
                        VirtualTime.SECOND,
                        all(stock.size(), i -> VolumeManifests.volume("v" + i, stock.get(i) + "Gi", "")))
                .apply(
                        VirtualTime.SECOND,
                        all(wanted.size(), i -> VolumeManifests.claim("c" + i, wanted.get(i) + "Gi", "")))
                .fault("{kind: componentCrash, component: kube-controller-manager, for: 4s, after: {component:"
                        + " persistent-volume-binder, nth: " + crashed + "}}")
                .fault("{kind: answerLost, from: persistent-volume-binder, verb: update, object: '*', nth: " + lost
                        + ", at: 0s, for: 60s}")
                .runFor(3 * VirtualTime.MINUTE, 31L * crashed + lost);

        assertThat(neverTwoClaims(run)).isTrue();
        Map<String, PersistentVolume> volumes = new TreeMap<>();
        run.stored(Resources.PERSISTENT_VOLUMES, PersistentVolume.class)
                .forEach(volume -> volumes.put(volume.metadata().name(), volume));
        List<PersistentVolumeClaim> claims =
                run.stored(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class);
        for (PersistentVolumeClaim claim : claims) {
            if (claim.volumeName() == null) {
                assertThat(claim.phase()).isEqualTo("Pending");
                assertThat(volumes.values()).noneMatch(free -> isFreeFor(free, claim));
                continue;
            }
            PersistentVolume volume = volumes.remove(claim.volumeName());
            assertThat(claim.phase()).isEqualTo("Bound");
            assertThat(volume.phase()).isEqualTo("Bound");
            assertThat(volume.spec().claimRef().uid()).isEqualTo(claim.uid());
            assertThat(VolumeClaim.size(volume)).isGreaterThanOrEqualTo(VolumeClaim.size(claim));
        }
        assertThat(volumes.values()).allMatch(free -> "Available".equals(free.phase()));
    }

    private static String all(int count, IntFunction<String> manifest) {
        return String.join("---\n", IntStream.range(0, count).mapToObj(manifest).toList());
    }

    private static boolean isFreeFor(PersistentVolume volume, PersistentVolumeClaim claim) {
        return volume.spec().claimRef() == null && VolumeClaim.size(volume).compareTo(VolumeClaim.size(claim)) >= 0;
    }

    private static boolean neverTwoClaims(BatchRun run) {
        Map<ObjectKey, String> volumeOf = new TreeMap<>();
        for (StoreTrace change : run.changes(Resources.PERSISTENT_VOLUME_CLAIMS)) {
            PersistentVolumeClaim claim = Scheme.typed(change.object(), PersistentVolumeClaim.class);
            volumeOf.remove(claim.key());
            if (change.change() != WatchEvent.Type.DELETED && claim.volumeName() != null) {
                if (volumeOf.containsValue(claim.volumeName())) {
                    return false;
                }
                volumeOf.put(claim.key(), claim.volumeName());
            }
        }
        return true;
    }
}
