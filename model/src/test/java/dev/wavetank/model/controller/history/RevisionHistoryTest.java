package dev.wavetank.model.controller.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.ControllerRevisionBuilder;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentBuilder;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Names, order and requests of revisions: {@code pkg/controller/history/controller_history.go}, Kubernetes 1.20; cases
 * of {@code TestSortControllerRevisions} and {@code TestRealHistory_*}. Any kind of owner will do.
 */
class RevisionHistoryTest {

    private static final Deployment OWNER = DeploymentBuilder.builder()
            .metadata(ObjectMetaBuilder.builder()
                    .namespace("default")
                    .name("web")
                    .uid("web-uid")
                    .annotations(Map.of("team", "blue"))
                    .build())
            .build();

    private final Map<String, ApiResponse> failures = new LinkedHashMap<>();
    private final List<KubernetesObject> stored = new ArrayList<>();
    private final FakeServer server = new FakeServer(this::answer);
    private final Informer<ControllerRevision> revisions = new Informer<>(
            server.context(),
            server.client(),
            Resources.CONTROLLER_REVISIONS,
            ApiRequest.Selection.ALL,
            ControllerRevision.class);
    private final RevisionHistory history = new RevisionHistory(server.client(), revisions, Resources.DEPLOYMENTS);

    private ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.List) {
            return new ApiResponse.Many(stored, 1, "", null);
        }
        if (failures.containsKey(request.name())) {
            return failures.get(request.name());
        }
        return request instanceof ApiRequest.Update update
                ? new ApiResponse.One(200, update.body())
                : new ApiResponse.Done(200);
    }

    private <T> T result(Completion<T> completion) {
        List<T> results = new ArrayList<>();
        completion.whenDone(results::add);
        server.runFor(VirtualTime.SECOND);
        assertThat(results).hasSize(1);
        return results.get(0);
    }

    private static ControllerRevision revision(String name, Long number, Integer created) {
        return ControllerRevisionBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .uid(name + "-uid")
                        .labels(Map.of("app", "web"))
                        .creationTimestamp(created == null ? null : Timestamps.EPOCH.plusSeconds(created))
                        .ownerReferences(List.of(OwnerReference.controlledBy(OWNER)))
                        .build())
                .revision(number)
                .build();
    }

    private List<String> asked() {
        return server.requests().stream()
                .map(request -> request.verb() + " " + request.name())
                .toList();
    }

    @Test
    void revisions_are_sorted_by_number_then_age_then_name() {
        stored.addAll(List.of(
                revision("third", 3L, 1),
                revision("second-b", 2L, 9),
                revision("a-second-young", 2L, 10),
                revision("second-a", 2L, 9),
                revision("first", 1L, 99),
                revision("none", null, 99),
                revision("no-age", 2L, null)));
        revisions.start();
        server.runFor(VirtualTime.SECOND);
        assertThat(result(history.claim(OWNER, new LabelSelector(Map.of("app", "web"), null)))
                        .owned())
                .extracting(revision -> revision.metadata().name())
                .containsExactly("none", "first", "no-age", "second-a", "second-b", "a-second-young", "third");
    }

    @Test
    void a_revision_has_the_labels_of_the_template_and_the_hash_and_belongs_to_its_owner() {
        Snapshot snapshot = Snapshot.of(SnapshotTest.template("v1", "app"));
        ControllerRevision revision = RevisionHistory.revision(OWNER, snapshot, "abc", "hash", 4);
        assertThat(revision.metadata().name()).isEqualTo("web-abc");
        assertThat(revision.metadata().namespace()).isEqualTo("default");
        assertThat(revision.metadata().labels()).isEqualTo(Map.of("app", "x", "hash", "abc"));
        assertThat(revision.metadata().annotations()).isEqualTo(Map.of("team", "blue"));
        assertThat(revision.metadata().isControlledBy("web-uid")).isTrue();
        assertThat(revision.number()).isEqualTo(4);
        assertThat(Snapshot.of(revision)).isEqualTo(snapshot);
    }

    @Test
    void a_long_name_of_the_owner_is_cut_to_223_characters() {
        Deployment fits = OWNER.withMetadata(OWNER.metadata().withName("a".repeat(223)));
        Deployment longer = OWNER.withMetadata(OWNER.metadata().withName("a".repeat(224)));
        assertThat(RevisionHistory.name(fits, "abc")).isEqualTo("a".repeat(223) + "-abc");
        assertThat(RevisionHistory.name(longer, "abc")).isEqualTo("a".repeat(223) + "-abc");
    }

    @Test
    void a_revision_that_has_the_number_already_is_not_written() {
        ControllerRevision second = revision("a", 2L, 1);
        assertThat(result(history.renumber(second, 2))).contains(second);
        assertThat(asked()).isEmpty();
        assertThat(result(history.renumber(second, 5))).contains(second.withRevision(5L));
        assertThat(asked()).containsExactly("update a");
    }

    @Test
    void after_a_failed_write_there_is_no_revision() {
        failures.put("a", new ApiResponse.Failed(Status.modified(Resources.CONTROLLER_REVISIONS, "a")));
        assertThat(result(history.renumber(revision("a", 2L, 1), 5))).isEqualTo(Optional.empty());
        assertThat(result(history.read(revision("a", 2L, 1)))).isEqualTo(Optional.empty());
        assertThat(asked()).containsExactly("update a", "get a");
    }

    @Test
    void revisions_are_deleted_in_order_and_one_that_is_gone_is_no_failure() {
        failures.put("b", new ApiResponse.Failed(Status.notFound(Resources.CONTROLLER_REVISIONS, "b")));
        assertThat(result(history.deleteAll(List.of(revision("a", 1L, 1), revision("b", 2L, 1), revision("c", 3L, 1)))))
                .isEqualTo(SyncResult.DONE);
        assertThat(asked()).containsExactly("delete a", "delete b", "delete c");
    }

    @Test
    void the_first_failed_deletion_ends_the_deletions() {
        failures.put("a", new ApiResponse.Failed(Status.modified(Resources.CONTROLLER_REVISIONS, "a")));
        assertThat(result(history.deleteAll(List.of(revision("a", 1L, 1), revision("b", 2L, 1))))
                        .isDone())
                .isFalse();
        assertThat(asked()).containsExactly("delete a");
    }
}
