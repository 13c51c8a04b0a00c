package dev.wavetank.model.controller.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.client.FakeServer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodCreationTest {

    private static final ReplicaSet SET = ReplicaSetBuilder.builder()
            .metadata(ObjectMetaBuilder.builder()
                    .namespace("default")
                    .name("web")
                    .uid("uid-1")
                    .build())
            .spec(ReplicaSetSpecBuilder.builder()
                    .replicas(50)
                    .template(new PodTemplateSpec(ObjectMetaBuilder.builder().build(), null))
                    .build())
            .build();

    private final List<SyncResult> results = new ArrayList<>();
    private int stored;

    @Test
    void without_errors_batches_double() {
        FakeServer server = create(50, PodBatches.SLOW_START);

        assertThat(sizes(server)).containsExactly(1, 2, 4, 8, 16, 19);
        assertThat(results).containsExactly(SyncResult.DONE);
    }

    @Test
    void a_quota_of_ten_costs_fifteen_attempts() {
        FakeServer server = create(10, PodBatches.SLOW_START);

        assertThat(sizes(server)).containsExactly(1, 2, 4, 8);
        assertThat(attempts(server)).isEqualTo(15);
        assertThat(((BatchTrace) batches(server).get(3)).failures()).isEqualTo(5);
        assertThat(results).containsExactly(SyncResult.retry("pods \"web-x\" is forbidden: exceeded quota"));
    }

    @Test
    void a_quota_that_is_used_up_costs_one_attempt() {
        assertThat(attempts(create(0, PodBatches.SLOW_START))).isEqualTo(1);
    }

    @Test
    void without_slow_start_a_quota_that_is_used_up_costs_all_attempts() {
        assertThat(attempts(create(0, PodBatches.ALL_AT_ONCE))).isEqualTo(50);
    }

    /** Up to v1.17 a pod whose creation has timed out was expected to appear. */
    @ParameterizedTest
    @CsvSource({"v1.8, false", "v1.17, false", "v1.18, true"})
    void a_timeout_is_a_failure_since_v1_18(String version, boolean isFailure) {
        FakeServer server =
                new FakeServer(request -> new ApiResponse.Failed(Status.generic(StatusReason.TIMEOUT, "Timeout")));
        ControllerExpectations expectations = new ControllerExpectations(server.context(), ReplicaSetController.NAME);
        EventRecorder events = new EventRecorder(server.context(), server.client(), "test");
        PodControl pods = new PodControl(server.client(), events);
        SlowStart slowStart = new SlowStart(
                server.context(), Resources.REPLICA_SETS, PodBatches.SLOW_START, KubernetesVersion.parse(version));
        new PodCreation(ReplicaKind.REPLICA_SETS, pods, slowStart, expectations)
                .create(SET, 3, 1)
                .whenDone(results::add);
        server.run();
        assertThat(expectations.satisfied(SET.key())).isEqualTo(isFailure);
        assertThat(results).containsExactly(isFailure ? SyncResult.retry("Timeout") : SyncResult.DONE);
    }

    private FakeServer create(int quota, PodBatches batches) {
        FakeServer server = new FakeServer(request -> answer(request, quota));
        ControllerExpectations expectations = new ControllerExpectations(server.context(), ReplicaSetController.NAME);
        EventRecorder events = new EventRecorder(server.context(), server.client(), "test");
        PodControl pods = new PodControl(server.client(), events);
        SlowStart slowStart =
                new SlowStart(server.context(), Resources.REPLICA_SETS, batches, KubernetesVersion.DEFAULT);
        new PodCreation(ReplicaKind.REPLICA_SETS, pods, slowStart, expectations)
                .create(SET, 50, 1)
                .whenDone(results::add);
        assertThat(expectations.satisfied(SET.key())).isFalse();
        server.run();
        assertThat(expectations.satisfied(SET.key())).isEqualTo(quota == 0);
        for (int i = 0; i < Math.min(quota, 50); i++) {
            assertThat(expectations.satisfied(SET.key())).isFalse();
            expectations.creationObserved(SET.key());
        }
        assertThat(expectations.satisfied(SET.key())).isTrue();
        return server;
    }

    private ApiResponse answer(ApiRequest request, int quota) {
        if (!request.resource().equals(Resources.PODS)) {
            return new ApiResponse.Done(200);
        }
        if (stored < quota) {
            stored++;
            return new ApiResponse.One(201, ((ApiRequest.Create) request).body());
        }
        return new ApiResponse.Failed(Status.forbidden(Resources.PODS, "web-x", "exceeded quota"));
    }

    private static List<?> batches(FakeServer server) {
        return server.records().stream()
                .filter(record -> record instanceof BatchTrace)
                .toList();
    }

    private static List<Integer> sizes(FakeServer server) {
        return batches(server).stream()
                .map(batch -> ((BatchTrace) batch).size())
                .toList();
    }

    private static long attempts(FakeServer server) {
        return server.requests().stream()
                .filter(request -> request.resource().equals(Resources.PODS))
                .count();
    }
}
