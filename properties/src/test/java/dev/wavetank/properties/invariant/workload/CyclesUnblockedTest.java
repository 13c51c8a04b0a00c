package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.properties.invariant.ending.CyclesUnblocked;
import org.junit.jupiter.api.Test;

/** Whether owners wait for what may wait for them. */
class CyclesUnblockedTest {

    static final String FOREGROUND = ", deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [foregroundDeletion]";

    private final Story story = new Story(CyclesUnblocked::new);

    /** A set whose Deployment waits for it, with a pod that is being deleted for a minute. */
    static Story deleted(Story story, String ofPod, boolean blocks) {
        return story.stored(
                        object("Deployment", "top", FOREGROUND),
                        set("", blocks),
                        pod("{name: web-1, namespace: default" + owned("ReplicaSet", "web", true) + "}", "{}", READY),
                        pod(
                                "{name: web-1, namespace: default" + owned("ReplicaSet", "web", true) + ofPod + "}",
                                "{}",
                                READY))
                .at(60)
                .stored(set(FOREGROUND, blocks))
                .asked(
                        "generic-garbage-collector",
                        new ApiRequest.Delete(
                                Resources.REPLICA_SETS,
                                "default",
                                "web",
                                new ApiRequest.DeleteOptions(null, "web", "Foreground")),
                        new ApiResponse.Done(200));
    }

    private static String set(String more, boolean blocks) {
        return object("ReplicaSet", "web", owned("Deployment", "top", blocks) + more);
    }

    private static String object(String kind, String name, String more) {
        return "{apiVersion: apps/v1, kind: " + kind + ", metadata: {name: " + name + ", namespace: default" + more
                + "}, spec: {}}";
    }

    private static String owned(String kind, String name, boolean blocks) {
        return ", ownerReferences: [{apiVersion: apps/v1, kind: " + kind + ", name: " + name + ", uid: " + name
                + ", controller: true, blockOwnerDeletion: " + blocks + "}]";
    }

    @Test
    void what_may_be_a_cycle_blocks_no_owner() {
        assertThat(deleted(story, FOREGROUND, false).broken()).isEmpty();
    }

    @Test
    void a_cycle_that_blocks_its_owner_waits_for_ever() {
        assertThat(deleted(story, FOREGROUND, true).broken()).hasSize(1);
    }

    @Test
    void without_a_dependent_in_foreground_deletion_owners_may_wait() {
        assertThat(deleted(story, "", true).broken()).isEmpty();
    }
}
