package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.coordination.LeaseBuilder;
import dev.wavetank.model.api.coordination.LeaseSpecBuilder;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaderElectionTest {

    private static final long SECOND = VirtualTime.SECOND;

    /** The lease as the server has it, or null. */
    private KubernetesObject stored;

    private boolean serverRefusesWrites;
    /** How many of the next writes are answered with a conflict. */
    private int conflicts;

    private final List<Long> events = new ArrayList<>();
    private final FakeServer server = new FakeServer(this::answer);

    private ApiResponse answer(ApiRequest request) {
        if (request instanceof ApiRequest.Get) {
            return stored == null
                    ? new ApiResponse.Failed(Status.notFound(Resources.LEASES, "program"))
                    : new ApiResponse.One(200, stored);
        }
        if (serverRefusesWrites) {
            return new ApiResponse.Failed(Status.tooManyRequests());
        }
        if (conflicts > 0) {
            conflicts--;
            return new ApiResponse.Failed(Status.modified(Resources.LEASES, "program"));
        }
        if (request instanceof ApiRequest.Create create && create.resource() == Resources.LEASES) {
            stored = create.body();
            return new ApiResponse.One(201, stored);
        }
        if (request instanceof ApiRequest.Update update) {
            stored = update.body();
            return new ApiResponse.One(200, stored);
        }
        return new ApiResponse.Done(201);
    }

    private LeaderElection election(KubernetesVersion version) {
        return new LeaderElection(
                server.context(),
                server.client(),
                new EventRecorder(server.context(), server.client(), "program"),
                new LeaderElection.ElectionSpec("program", version, LeaderElection.Settings.DEFAULT, RateLimit.NONE));
    }

    private void begin(LeaderElection election) {
        election.run(
                () -> events.add(server.context().now()),
                () -> events.add(-server.context().now()));
    }

    private void hold(String holder, int transitions) {
        Lease.Spec spec = LeaseSpecBuilder.builder()
                .holderIdentity(holder)
                .leaseDurationSeconds(15)
                .leaseTransitions(transitions)
                .build();
        stored = LeaseBuilder.builder()
                .metadata(ObjectMeta.named("kube-system", "program"))
                .spec(spec)
                .other(new LinkedHashMap<>())
                .build();
    }

    private Lease.Spec lease() {
        return Scheme.typed(stored, Lease.class).spec();
    }

    private List<String> verbs() {
        return server.requests().stream()
                .map(request -> request.verb() + " " + request.resource().plural())
                .toList();
    }

    @Test
    void the_first_one_creates_the_lease_tells_so_and_renews_at_once() {
        LeaderElection election = election(KubernetesVersion.V1_32);
        begin(election);
        server.runFor(SECOND);

        assertThat(verbs()).containsExactly("get leases", "create leases", "update leases", "create events");
        assertThat(election.isLeader()).isTrue();
        assertThat(lease().holderIdentity()).isEqualTo(election.identity()).matches("client_[0-9a-f-]{36}");
        assertThat(lease().leaseTransitions()).isZero();
        ApiRequest.Create told = (ApiRequest.Create) server.requests().get(3);
        assertThat(told.body().toString()).contains("LeaderElection", election.identity() + " became leader");
    }

    @Test
    void a_leader_of_today_renews_without_reading() {
        begin(election(KubernetesVersion.V1_32));
        server.runFor(9 * SECOND);

        assertThat(verbs()).containsOnlyOnce("get leases");
        assertThat(verbs().stream().filter("update leases"::equals)).hasSize(5);
    }

    @Test
    void a_leader_of_1_20_reads_before_it_renews() {
        begin(election(KubernetesVersion.V1_20));
        server.runFor(9 * SECOND);

        assertThat(verbs().stream().filter("get leases"::equals)).hasSize(6);
        assertThat(verbs().stream().filter("update leases"::equals)).hasSize(5);
    }

    @Test
    void a_lease_is_taken_over_when_it_has_not_changed_for_its_whole_duration() {
        hold("another", 4);
        begin(election(KubernetesVersion.V1_32));
        server.runFor(15 * SECOND);
        assertThat(lease().holderIdentity()).isEqualTo("another");

        server.runFor(5 * SECOND);
        assertThat(events).singleElement().satisfies(at -> assertThat(at).isBetween(15 * SECOND, 20 * SECOND));
        assertThat(lease().leaseTransitions()).isEqualTo(5);
    }

    @Test
    void a_lease_that_changes_is_left_alone_whatever_its_times_say() {
        hold("another", 4);
        begin(election(KubernetesVersion.V1_32));
        for (int i = 5; i < 40; i++) {
            hold("another", i);
            server.runFor(3 * SECOND);
        }
        assertThat(events).isEmpty();
    }

    @Test
    void a_lease_that_was_released_is_taken_at_once() {
        hold("", 4);
        begin(election(KubernetesVersion.V1_32));
        server.runFor(SECOND);
        assertThat(events).hasSize(1);
    }

    @Test
    void a_leader_that_cannot_renew_for_the_deadline_stops() {
        LeaderElection election = election(KubernetesVersion.V1_32);
        begin(election);
        server.runFor(5 * SECOND);
        serverRefusesWrites = true;
        server.runFor(20 * SECOND);

        assertThat(events).hasSize(2);
        assertThat(-events.get(1)).isBetween(14 * SECOND, 17 * SECOND);
        assertThat(election.isLeader()).isFalse();
        int asked = server.requests().size();
        server.runFor(60 * SECOND);
        assertThat(server.requests()).as("nothing is asked afterwards").hasSize(asked);
    }

    @Test
    void a_leader_that_was_replaced_stops_and_does_not_take_the_lease_back() {
        LeaderElection election = election(KubernetesVersion.V1_20);
        begin(election);
        server.runFor(5 * SECOND);
        hold("another", 1);
        server.runFor(SECOND * 3 / 2);
        assertThat(election.isLeader()).isFalse();
        server.runFor(11 * SECOND);

        assertThat(lease().holderIdentity()).isEqualTo("another");
        assertThat(events).hasSize(2);
    }

    @Test
    void a_leader_whose_renewal_conflicts_reads_the_lease_and_renews_in_the_same_try() {
        begin(election(KubernetesVersion.V1_32));
        server.runFor(SECOND);
        int before = server.requests().size();
        conflicts = 1;
        server.runFor(2 * SECOND);

        assertThat(verbs().subList(before, verbs().size()))
                .containsExactly("update leases", "get leases", "update leases");
        assertThat(lease().leaseTransitions()).isZero();
    }

    @Test
    void failed_renewals_are_tried_again_at_a_fixed_period_however_long_they_take() {
        begin(election(KubernetesVersion.V1_32));
        server.runFor(SECOND);
        int before = server.requests().size();
        conflicts = 100;
        server.runFor(11 * SECOND);

        List<Long> reads = new ArrayList<>();
        for (int i = before; i < server.requests().size(); i++) {
            if (server.requests().get(i) instanceof ApiRequest.Get) {
                reads.add(server.origins().get(i).sent());
            }
        }
        assertThat(reads).hasSizeGreaterThan(3);
        for (int i = 2; i < reads.size(); i++) {
            assertThat(reads.get(i) - reads.get(i - 1)).isEqualTo(2 * SECOND);
        }
    }

    @Test
    void a_leader_that_was_paused_for_longer_than_the_lease_reads_before_it_renews() {
        begin(election(KubernetesVersion.V1_32));
        server.runFor(SECOND);
        int before = server.requests().size();
        server.runWithClientPausedFor(20 * SECOND);
        server.runFor(SECOND);

        assertThat(verbs().subList(before, verbs().size())).containsExactly("get leases", "update leases");
    }

    @Test
    void a_leader_that_was_paused_and_replaced_does_not_take_the_lease_back() {
        begin(election(KubernetesVersion.V1_32));
        server.runFor(SECOND);
        hold("another", 1);
        server.runWithClientPausedFor(20 * SECOND);
        server.runFor(11 * SECOND);

        assertThat(lease().holderIdentity()).isEqualTo("another");
        assertThat(events).hasSize(2);
    }

    @Test
    void a_run_does_not_end_while_a_candidate_waits_for_a_lease_to_expire() {
        hold("another", 4);
        begin(election(KubernetesVersion.V1_32));
        server.run();

        assertThat(events).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"V1_20, 10", "V1_32, 5"})
    void a_request_without_a_response_takes_the_renew_deadline_or_half_of_it(KubernetesVersion version, long timeout) {
        server.network().put(new CallRule(CallSelector.ANY, CallRule.Outcome.ANSWER_LOST, 1, 1));
        LeaderElection.of(
                        server.context(),
                        server.network().endpoint("client"),
                        new ApiClient.Credentials(List.of("apiserver"), "", "program"),
                        new EventRecorder(server.context(), server.client(), "program"),
                        new LeaderElection.ElectionSpec(
                                "program", version, LeaderElection.Settings.DEFAULT, RateLimit.NONE))
                .run(() -> {}, () -> {});
        server.runFor(20 * SECOND);

        // The candidate waits for one to 2.2 retry periods after the failure.
        assertThat(server.origins().get(1).sent())
                .isBetween((timeout + 2) * SECOND, (timeout + 2) * SECOND + 12 * SECOND / 5);
    }
}
