package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.placement.VolumesFit;
import org.junit.jupiter.api.Test;

/** Which volume a claim gets. */
class VolumesFitTest {

    private static final String RESERVED = ", claimRef: {namespace: default, name: data, uid: data}";

    private final Story story = new Story(VolumesFit::new);

    static String claim(String storage) {
        return "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: default}, spec:"
                + " {accessModes: [ReadWriteOnce], storageClassName: own, resources: {requests: {storage: " + storage
                + "}}}}";
    }

    static String volume(String name, String storage, String storageClass, String more) {
        String chosen = more.isEmpty() ? "" : ", annotations: {pv.kubernetes.io/bound-by-controller: 'yes'}";
        return "{apiVersion: v1, kind: PersistentVolume, metadata: {name: " + name + chosen
                + "}, spec: {accessModes: [ReadWriteOnce], storageClassName: " + storageClass + ", capacity: {storage: "
                + storage + "}" + more + "}, status: {phase: Available}}";
    }

    static Story reserved(Story story, String storage, String storageClass) {
        return story.stored(
                        claim("1Gi"),
                        volume("disk", storage, storageClass, ""),
                        volume("tiny", "500Mi", "own", ""),
                        volume("other", "4Gi", "own", ""))
                .at(60)
                .stored(volume("disk", storage, storageClass, RESERVED));
    }

    @Test
    void a_claim_gets_the_smallest_that_is_large_enough() {
        assertThat(reserved(story, "2Gi", "own").broken()).isEmpty();
    }

    @Test
    void a_claim_gets_no_less_than_it_asks_for() {
        assertThat(reserved(story, "900Mi", "own").broken()).hasSize(1);
    }

    @Test
    void a_claim_gets_no_more_than_need_be() {
        assertThat(reserved(story, "5Gi", "own").broken()).hasSize(1);
    }

    @Test
    void a_claim_gets_a_volume_of_its_class() {
        assertThat(reserved(story, "2Gi", "foreign").broken()).hasSize(1);
    }

    @Test
    void a_claim_gets_no_volume_that_is_set_aside_for_another() {
        String aside = ", claimRef: {namespace: default, name: another}";
        story.stored(claim("1Gi"), volume("disk", "2Gi", "own", aside))
                .at(60)
                .stored(volume("disk", "2Gi", "own", RESERVED));

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void a_claim_gets_the_volume_that_is_set_aside_for_it() {
        String aside = ", claimRef: {namespace: default, name: data}";
        story.stored(claim("1Gi"), volume("disk", "2Gi", "own", aside))
                .at(60)
                .stored(volume("disk", "2Gi", "own", RESERVED));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void what_a_claim_is_bound_to_is_bound_to_it() {
        String bound = claim("1Gi").replace(" {accessModes", " {volumeName: disk, accessModes");
        story.stored(
                bound.substring(0, bound.length() - 1) + ", status: {phase: Bound}}",
                volume("disk", "2Gi", "own", RESERVED.replace("uid: data", "uid: another")));

        assertThat(story.concluded().broken()).hasSize(1);
    }
}
