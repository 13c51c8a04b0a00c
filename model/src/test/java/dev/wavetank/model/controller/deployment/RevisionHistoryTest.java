package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.annotated;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which old ReplicaSets {@code revisionHistoryLimit} deletes: {@code cleanupDeployment} of {@code
 * pkg/controller/deployment/sync.go}; by creation time in Kubernetes 1.20, by revision since 1.21. Cases of {@code
 * TestDeploymentController_cleanupDeployment}.
 */
class RevisionHistoryTest {

    private final List<String> deleted = new ArrayList<>();
    private SyncResult answer = SyncResult.DONE;

    private SyncResult cleanUp(KubernetesVersion version, Integer limit, ReplicaSet... old) {
        RevisionHistory history = new RevisionHistory(
                set -> {
                    deleted.add(set.metadata().name());
                    return Completion.of(answer);
                },
                version);
        List<SyncResult> results = new ArrayList<>();
        history.cleanUp(
                        rolling(3, 0, 1).withSpec(rolling(3, 0, 1).spec().withRevisionHistoryLimit(limit)),
                        List.of(old))
                .whenDone(results::add);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static ReplicaSet empty(String name, int revision) {
        return annotated(set(name, 0, 0), Annotations.REVISION, revision);
    }

    @Test
    void the_limit_is_the_number_of_old_replica_sets_that_are_kept() {
        assertThat(cleanUp(KubernetesVersion.V1_32, 1, empty("a", 1), empty("b", 2), empty("c", 3)))
                .isEqualTo(SyncResult.DONE);
        assertThat(deleted).containsExactly("a", "b");
    }

    @Test
    void nothing_is_deleted_within_the_limit() {
        cleanUp(KubernetesVersion.V1_32, 2, empty("a", 1), empty("b", 2));
        cleanUp(KubernetesVersion.V1_32, 5, empty("a", 1), empty("b", 2));
        assertThat(deleted).isEmpty();
    }

    @Test
    void a_limit_of_zero_deletes_all() {
        cleanUp(KubernetesVersion.V1_32, 0, empty("a", 1), empty("b", 2));
        assertThat(deleted).containsExactly("a", "b");
    }

    @Test
    void without_a_limit_nothing_is_deleted() {
        cleanUp(KubernetesVersion.V1_32, null, empty("a", 1));
        cleanUp(KubernetesVersion.V1_32, Integer.MAX_VALUE, empty("a", 1));
        assertThat(deleted).isEmpty();
    }

    @Test
    void the_lowest_revisions_go_first_since_v1_21_and_the_oldest_before() {
        cleanUp(KubernetesVersion.V1_32, 1, empty("rolled-back", 9), empty("b", 2), empty("c", 3));
        assertThat(deleted).containsExactly("b", "c");
        deleted.clear();
        cleanUp(KubernetesVersion.V1_20, 1, empty("rolled-back", 9), empty("b", 2), empty("c", 3));
        assertThat(deleted).containsExactly("rolled-back", "b");
    }

    @Test
    void one_without_a_revision_goes_before_all_others() {
        cleanUp(KubernetesVersion.V1_32, 1, empty("a", 1), set("none", 0, 0));
        assertThat(deleted).containsExactly("none");
    }

    @Test
    void replica_sets_that_are_not_at_rest_are_counted_but_not_deleted() {
        ReplicaSet wanted =
                empty("wanted", 1).withSpec(empty("wanted", 1).spec().withReplicas(1));
        ReplicaSet running =
                empty("running", 2).withStatus(empty("running", 2).status().withReplicas(1));
        ReplicaSet unobserved = empty("unobserved", 3)
                .withMetadata(empty("unobserved", 3).metadata().withGeneration(2L));
        ReplicaSet young = empty("young", 4).withStatus(null);
        cleanUp(KubernetesVersion.V1_32, 1, wanted, running, unobserved, young, empty("e", 5), empty("f", 6));
        assertThat(deleted).containsExactly("e");
    }

    @Test
    void one_that_is_being_deleted_is_neither_counted_nor_deleted() {
        ReplicaSet deleting = empty("deleting", 1)
                .withMetadata(empty("deleting", 1).metadata().withDeletionTimestamp(Timestamps.EPOCH));
        cleanUp(KubernetesVersion.V1_32, 1, deleting, empty("b", 2), empty("c", 3));
        assertThat(deleted).containsExactly("b");
    }

    @Test
    void the_first_failure_ends_the_clean_up() {
        answer = SyncResult.retry("no");
        assertThat(cleanUp(KubernetesVersion.V1_32, 0, empty("a", 1), empty("b", 2)))
                .isEqualTo(answer);
        assertThat(deleted).containsExactly("a");
    }
}
