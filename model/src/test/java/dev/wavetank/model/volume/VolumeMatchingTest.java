package dev.wavetank.model.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolume.ClaimReference;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VolumeMatchingTest {

    private static final List<String> ONCE = List.of("ReadWriteOnce");
    private static final List<String> ONCE_AND_MANY = List.of("ReadWriteOnce", "ReadWriteMany");
    private static final PersistentVolumeClaim CLAIM = Volumes.claim("2Gi", "fast", ONCE);

    private static PersistentVolume volume(String name, String size) {
        return Volumes.volume(name, size, "fast", ONCE);
    }

    private static Optional<String> best(PersistentVolumeClaim claim, PersistentVolume... volumes) {
        return VolumeMatching.bestFor(claim, List.of(volumes), false)
                .map(found -> found.metadata().name());
    }

    @Test
    void the_smallest_that_is_large_enough_is_taken() {
        assertThat(best(CLAIM, volume("big", "5Gi"), volume("small", "1Gi"), volume("fits", "2048Mi")))
                .contains("fits");
        assertThat(best(CLAIM, volume("small", "1Gi"))).isEmpty();
    }

    @Test
    void one_with_fewer_access_modes_is_better_than_a_smaller_one() {
        PersistentVolume flexible = Volumes.volume("flexible", "2Gi", "fast", ONCE_AND_MANY);

        assertThat(best(CLAIM, flexible, volume("plain", "9Gi"))).contains("plain");
        assertThat(best(CLAIM, flexible)).contains("flexible");
        assertThat(best(Volumes.claim("2Gi", "fast", ONCE_AND_MANY), volume("plain", "9Gi")))
                .isEmpty();
    }

    @Test
    void class_mode_labels_and_phase_have_to_fit() {
        PersistentVolume other = volume("other", "2Gi");

        assertThat(best(CLAIM, Volumes.volume("slow", "2Gi", "slow", ONCE))).isEmpty();
        assertThat(best(CLAIM, other.withSpec(other.spec().withVolumeMode("Block"))))
                .isEmpty();
        assertThat(best(CLAIM, other.withStatus(other.status().withPhase("Released"))))
                .isEmpty();
        PersistentVolumeClaim choosy =
                CLAIM.withSpec(CLAIM.spec().withSelector(new LabelSelector(Map.of("disk", "ssd"), null)));
        assertThat(best(choosy, other)).isEmpty();
        assertThat(best(choosy, other.withMetadata(other.metadata().withLabels(Map.of("disk", "ssd")))))
                .contains("other");
    }

    @Test
    void one_that_is_kept_for_the_claim_wins_whatever_its_class_and_phase_but_not_if_it_is_too_small() {
        ClaimReference kept = ClaimReference.to(CLAIM).withUid(null);
        PersistentVolume mine = Volumes.volume("mine", "9Gi", "slow", ONCE);
        mine = mine.withSpec(mine.spec().withClaimRef(kept)).withStatus(null);

        assertThat(best(CLAIM, volume("fits", "2Gi"), mine)).contains("mine");
        assertThat(VolumeMatching.bestFor(CLAIM, List.of(volume("fits", "2Gi"), mine), true))
                .contains(mine);
        assertThat(best(CLAIM, mine.withSpec(mine.spec().withCapacity(Map.of("storage", "1Gi")))))
                .isEmpty();
        assertThat(best(CLAIM, mine.withSpec(mine.spec().withClaimRef(kept.withUid("of-another")))))
                .isEmpty();
    }

    @Test
    void the_controller_leaves_claims_that_wait_for_a_consumer_to_the_scheduler() {
        assertThat(VolumeMatching.bestFor(CLAIM, List.of(volume("fits", "2Gi")), true))
                .isEmpty();
    }

    @Test
    void the_scheduler_takes_only_what_the_node_can_reach_and_no_other_claim_of_the_pod_gets() {
        Node here = node("here");
        PersistentVolume local = volume("local", "2Gi");
        local = local.withSpec(local.spec().withNodeAffinity(onlyOn("here")));

        assertThat(VolumeMatching.bestOn(here, CLAIM, List.of(local), Set.of())).contains(local);
        assertThat(VolumeMatching.bestOn(node("there"), CLAIM, List.of(local), Set.of()))
                .isEmpty();
        assertThat(VolumeMatching.bestOn(here, CLAIM, List.of(local), Set.of("local")))
                .isEmpty();
    }

    @Test
    void a_volume_that_its_author_kept_for_the_claim_is_not_marked_as_bound_by_the_controller() {
        PersistentVolume free = volume("free", "2Gi");
        PersistentVolume kept =
                free.withSpec(free.spec().withClaimRef(ClaimReference.to(CLAIM).withUid(null)));

        PersistentVolume bound = VolumeMatching.bound(free, CLAIM).orElseThrow();
        assertThat(bound.metadata().annotations()).containsEntry("pv.kubernetes.io/bound-by-controller", "yes");
        assertThat(bound.spec().claimRef().uid()).isEqualTo("uid-data");
        assertThat(VolumeMatching.bound(bound, CLAIM)).isEmpty();
        PersistentVolume completed = VolumeMatching.bound(kept, CLAIM).orElseThrow();
        assertThat(completed.spec().claimRef().uid()).isEqualTo("uid-data");
        assertThat(completed.metadata().annotations()).isEmpty();
    }

    private static Node node(String name) {
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, name).withLabels(Map.of("kubernetes.io/hostname", name)))
                .build();
    }

    private static Map<String, Object> onlyOn(String node) {
        Map<String, Object> expression =
                Map.of("key", "kubernetes.io/hostname", "operator", "In", "values", List.of(node));
        Map<String, Object> term = Map.of("matchExpressions", List.of(expression));
        return Map.of("required", Map.of("nodeSelectorTerms", List.of(term)));
    }
}
