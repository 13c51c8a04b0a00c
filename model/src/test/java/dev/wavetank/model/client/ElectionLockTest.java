package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.coordination.LeaseSpecBuilder;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where elections of old versions keep who leads. */
class ElectionLockTest {

    /** What the server has, by the plural of its resource. */
    private final Map<String, KubernetesObject> stored = new TreeMap<>();

    private final List<Long> elected = new ArrayList<>();
    private final FakeServer server = new FakeServer(this::answer);

    private ApiResponse answer(ApiRequest request) {
        String plural = request.resource().plural();
        if (request instanceof ApiRequest.Get) {
            return stored.containsKey(plural)
                    ? new ApiResponse.One(200, stored.get(plural))
                    : new ApiResponse.Failed(Status.notFound(request.resource(), "program"));
        }
        if (plural.equals("events")) {
            return new ApiResponse.Done(201);
        }
        KubernetesObject written =
                request instanceof ApiRequest.Create create ? create.body() : ((ApiRequest.Update) request).body();
        stored.put(plural, written);
        return new ApiResponse.One(200, written);
    }

    private LeaderElection begin(KubernetesVersion version) {
        LeaderElection election = new LeaderElection(
                server.context(),
                server.client(),
                new EventRecorder(server.context(), server.client(), "program"),
                new LeaderElection.ElectionSpec("program", version, LeaderElection.Settings.DEFAULT, RateLimit.NONE));
        election.run(() -> elected.add(server.context().now() / VirtualTime.SECOND), () -> {});
        return election;
    }

    private String holder(String plural) {
        return ElectionRecord.of(stored.get(plural)).orElseThrow().holderIdentity();
    }

    private void hold(String plural, String holder) {
        Lease lease = new Lease(
                ObjectMeta.named("kube-system", "program"),
                LeaseSpecBuilder.builder()
                        .holderIdentity(holder)
                        .leaseDurationSeconds(15)
                        .leaseTransitions(3)
                        .build(),
                new LinkedHashMap<>());
        stored.put(plural, lease);
    }

    @ParameterizedTest
    @CsvSource({
        "V1_8, endpoints",
        "V1_16, endpoints",
        "V1_17, endpoints leases",
        "V1_19, endpoints leases",
        "V1_20, leases"
    })
    void each_version_keeps_the_record_where_its_components_did(KubernetesVersion version, String resources) {
        LeaderElection election = begin(version);
        server.runFor(9 * VirtualTime.SECOND);

        assertThat(election.isLeader()).isTrue();
        assertThat(stored.keySet()).containsExactlyInAnyOrder(resources.split(" "));
        assertThat(stored.keySet())
                .allSatisfy(plural -> assertThat(holder(plural)).isEqualTo(election.identity()));
    }

    @Test
    void the_annotation_has_the_fields_of_the_real_one() {
        LeaderElection election = begin(KubernetesVersion.V1_8);
        server.runFor(9 * VirtualTime.SECOND);

        assertThat(stored.get("endpoints").metadata().annotations())
                .containsEntry(
                        "control-plane.alpha.kubernetes.io/leader",
                        "{\"holderIdentity\":\"" + election.identity() + "\",\"leaseDurationSeconds\":15,"
                                + "\"acquireTime\":\"2026-01-01T00:00:00Z\",\"renewTime\":\"2026-01-01T00:00:08Z\","
                                + "\"leaderTransitions\":0}");
    }

    @Test
    void a_holder_that_does_not_renew_is_succeeded_after_a_lease() {
        stored.put("endpoints", annotated(record("dead")));

        LeaderElection successor = begin(KubernetesVersion.V1_8);
        server.runFor(60 * VirtualTime.SECOND);

        assertThat(elected).singleElement().satisfies(at -> assertThat(at).isBetween(15L, 20L));
        assertThat(holder("endpoints")).isEqualTo(successor.identity());
        assertThat(ElectionRecord.of(stored.get("endpoints")).orElseThrow().leaseTransitions())
                .isEqualTo(4);
    }

    private static String record(String holder) {
        return "{\"holderIdentity\":\"" + holder + "\",\"leaseDurationSeconds\":15,\"leaderTransitions\":3}";
    }

    @Test
    void two_objects_that_contradict_each_other_belong_to_nobody_known() {
        stored.put("endpoints", annotated(record("")));
        hold("leases", "somebody");

        LeaderElection candidate = begin(KubernetesVersion.V1_17);
        server.runFor(10 * VirtualTime.SECOND);

        assertThat(candidate.isLeader()).isFalse();
    }

    @Test
    void what_is_no_record_is_none() {
        assertThat(ElectionRecord.of(annotated("not json"))).isEmpty();
        assertThat(ElectionRecord.of(annotated("{\"renewTime\":\"yesterday\"}")))
                .isEmpty();
        assertThat(ElectionRecord.of(annotated("{}")).orElseThrow().holderIdentity())
                .isNull();
    }

    private static KubernetesObject annotated(String text) {
        Map<String, String> annotations = new TreeMap<>();
        annotations.put(ElectionRecord.ANNOTATION, text);
        ObjectMeta metadata = ObjectMeta.named("kube-system", "program").withAnnotations(annotations);
        return new Endpoints(metadata, List.of(), new LinkedHashMap<>());
    }

    @Test
    void events_are_about_the_object_of_the_record() {
        begin(KubernetesVersion.V1_8);
        server.runFor(VirtualTime.SECOND);

        assertThat(server.requests())
                .filteredOn(request -> request.resource() == Resources.EVENTS)
                .singleElement()
                .satisfies(event -> assertThat(event.toString()).contains("Endpoints", "became leader"));
    }
}
