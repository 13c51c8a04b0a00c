package dev.wavetank.model.controller.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Which old ReplicaSets go (pkg/controller/deployment/sync.go, {@code cleanupDeployment}: by age in v1.20, by
 * revision since v1.21).
 */
class RevisionHistoryTest {

    private static final KubernetesVersion OLD = KubernetesVersion.parse("v1.20");
    private static final KubernetesVersion MODERN = KubernetesVersion.parse("v1.32");

    private final List<String> deleted = new ArrayList<>();
    private final List<SyncResult> results = new ArrayList<>();

    @Test
    void all_but_the_limit_go_the_oldest_first() {
        cleanUp(OLD, 1, revision("a", 0, 1), revision("b", 1, 2), revision("c", 2, 3));

        assertThat(deleted).containsExactly("a", "b");
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void since_v1_21_the_lowest_revisions_go_and_before_the_oldest_sets() {
        cleanUp(MODERN, 1, revision("a", 0, 3), revision("b", 1, 2));
        cleanUp(OLD, 1, revision("a", 0, 3), revision("b", 1, 2));

        assertThat(deleted).containsExactly("b", "a");
    }

    @Test
    void a_history_within_the_limit_stays() {
        cleanUp(MODERN, 2, revision("a", 0, 1), revision("b", 1, 2));

        assertThat(deleted).isEmpty();
    }

    @Test
    void a_limit_of_zero_keeps_nothing() {
        cleanUp(MODERN, 0, revision("a", 0, 1), revision("b", 1, 2));

        assertThat(deleted).containsExactly("a", "b");
    }

    @Test
    void without_a_limit_everything_stays() {
        cleanUp(MODERN, null, revision("a", 0, 1), revision("b", 1, 2));
        cleanUp(MODERN, Integer.MAX_VALUE, revision("a", 0, 1), revision("b", 1, 2));

        assertThat(deleted).isEmpty();
    }

    @Test
    void a_set_that_still_has_pods_or_is_being_changed_stays_but_counts() {
        ReplicaSet wantsPods =
                revision("wants", 0, 1).withSpec(Sets.set("x", 0, 1).spec());
        ReplicaSet hasPods =
                revision("has", 1, 2).withStatus(Sets.set("x", 0, 1).status());
        ReplicaSet unobserved = revision("unobserved", 2, 3);
        ReplicaSet changed = unobserved.withMetadata(unobserved.metadata().withGeneration(2L));

        cleanUp(MODERN, 1, wantsPods, hasPods, changed, revision("d", 3, 4), revision("e", 4, 5));

        assertThat(deleted).containsExactly("d");
    }

    @Test
    void a_set_that_is_being_deleted_neither_counts_nor_goes_again() {
        ReplicaSet leaving = revision("leaving", 0, 1);
        ReplicaSet deleting = leaving.withMetadata(leaving.metadata().withDeletionTimestamp(Sets.START));

        cleanUp(MODERN, 1, deleting, revision("b", 1, 2));

        assertThat(deleted).isEmpty();
    }

    @Test
    void the_first_failure_ends_the_clean_up() {
        cleanUp(MODERN, 0, revision("broken", 0, 1), revision("b", 1, 2));

        assertThat(deleted).containsExactly("broken");
        assertThat(results).isNotEqualTo(List.of(SyncResult.DONE));
    }

    private void cleanUp(KubernetesVersion version, Integer limit, ReplicaSet... old) {
        FakeServer server = new FakeServer(this::answer);
        EventRecorder events = new EventRecorder(server.context(), server.client(), "test");
        Deployment deployment = Sets.rolling(3, 1, 1);
        new RevisionHistory(new DeploymentWrites(server.client(), events, version), version)
                .cleanUp(deployment.withSpec(deployment.spec().withRevisionHistoryLimit(limit)), List.of(old))
                .whenDone(results::add);
        server.run();
    }

    private ApiResponse answer(ApiRequest request) {
        String name = ((ApiRequest.Delete) request).name();
        deleted.add(name);
        return name.equals("broken")
                ? new ApiResponse.Failed(Status.internal("etcd is away"))
                : new ApiResponse.Done(200);
    }

    private static ReplicaSet revision(String name, int age, int revision) {
        return Sets.annotated(Sets.set(name, age, 0), Annotations.REVISION, revision);
    }
}
