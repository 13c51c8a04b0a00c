package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Who may act when: a leader, one that cannot know yet that it is none, and nobody else. */
class OneActingLeaderTest {

    private static final String ONE = "kube-controller-manager-0";
    private static final String TWO = "kube-controller-manager-1";
    private static final ApiRequest DELETE =
            new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);

    private static Story story() {
        return new Story(new OneActingLeader(ClusterSpec.DEFAULT));
    }

    private static String lease(String holder, String incarnation) {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: kube-controller-manager, namespace:"
                + " kube-system}, spec: {holderIdentity: " + holder + "_" + incarnation
                + ", leaseDurationSeconds: 15}}";
    }

    /** The first one was elected at second 10 and renewed at second 20; the second one was elected at that second. */
    private static Story elected(long second) {
        return story().at(10)
                .stored(lease(ONE, "a"))
                .at(20)
                .stored(lease(ONE, "a"))
                .at(second)
                .stored(lease(TWO, "b"));
    }

    private static Story acts(Story story, String component, long second) {
        return story.sent(component, second, "replicaset-controller", DELETE);
    }

    @Test
    void whoever_holds_the_lease_acts() {
        Story story = acts(elected(35), TWO, 35);

        assertThat(acts(story, TWO, 300).broken()).isEmpty();
    }

    @Test
    void whoever_was_never_elected_does_not_act() {
        Story story = story().stored(lease(ONE, "a"));

        assertThat(acts(story, TWO, 1).broken())
                .containsExactly("kube-controller-manager/" + TWO
                        + ": replicaset-controller asked to delete pods/default/web-1, although it was not elected");
    }

    /** Its last renewal was at second 20: with a late answer it may take that for second 25, and stops 12 s after. */
    @Test
    void a_leader_stops_when_its_lease_runs_out_or_a_little_later() {
        assertThat(acts(elected(35).at(60), ONE, 37).broken()).isEmpty();
        assertThat(acts(elected(35).at(60), ONE, 38).broken())
                .containsExactly("kube-controller-manager/" + ONE
                        + ": replicaset-controller asked to delete pods/default/web-1 3s after " + TWO
                        + " had been elected, expected it to have stopped 2s after that");
        assertThat(acts(elected(50), ONE, 51).broken())
                .containsExactly("kube-controller-manager/" + ONE
                        + ": replicaset-controller asked to delete pods/default/web-1 1s after " + TWO
                        + " had been elected, expected it to have stopped");
    }

    @Test
    void a_request_that_was_sent_in_time_may_come_late() {
        assertThat(acts(elected(35).at(90), ONE, 34).broken()).isEmpty();
    }

    @Test
    void older_releases_wait_longer_for_the_answer_to_a_renewal() {
        ClusterSpec old = new ClusterSpec(1, Map.of(), KubernetesVersion.V1_20, new TreeMap<>());
        ClusterSpec strict = new ClusterSpec(
                1,
                Map.of(),
                KubernetesVersion.V1_32,
                Map.of("kube-controller-manager.leader-elect-renew-deadline", "4s"));
        Story patient = new Story(new OneActingLeader(old)).stored(lease(ONE, "a"));
        Story impatient = new Story(new OneActingLeader(strict)).stored(lease(ONE, "a"));

        assertThat(acts(patient.at(15).stored(lease(TWO, "b")), ONE, 22).broken())
                .isEmpty();
        assertThat(acts(patient, ONE, 23).broken()).hasSize(1);
        assertThat(acts(impatient.at(15).stored(lease(TWO, "b")), ONE, 16).broken())
                .hasSize(1);
    }

    @Test
    void a_process_that_was_started_again_is_elected_again() {
        Story story = story().stored(lease(ONE, "a")).at(5).told(ONE, new ComponentTrace.Crashed(1));
        Story sentBefore = acts(story.at(7), ONE, 4);
        assertThat(sentBefore.broken()).isEmpty();

        assertThat(acts(story, ONE, 6).broken()).hasSize(1);
        assertThat(acts(story.at(20).stored(lease(ONE, "c")), ONE, 21).broken()).hasSize(1);
    }

    @Test
    void a_process_that_stood_still_may_act_until_it_has_noticed() {
        Fault pause = new ComponentFault.Pause(ONE);
        Story story = story().stored(lease(ONE, "a"))
                .told("hand", new FaultTrace.Opened(pause))
                .at(15)
                .stored(lease(TWO, "b"))
                .at(40)
                .told("hand", new FaultTrace.Closed(pause));

        assertThat(acts(story.at(60), ONE, 57).broken()).isEmpty();
        assertThat(acts(story, ONE, 58).broken()).hasSize(1);
    }

    @Test
    void without_a_lease_everybody_acts_and_events_are_no_acts() {
        ApiRequest event =
                new ApiRequest.Delete(Resources.EVENTS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT);
        Story led = story().stored(lease(ONE, "a")).sent(TWO, 1, "kube-controller-manager", event);

        assertThat(acts(acts(story(), ONE, 1), TWO, 1).broken()).isEmpty();
        assertThat(led.broken()).isEmpty();
    }

    /** As {@code leaderElection.resourceName} of a configuration says. */
    @Test
    void schedulers_with_leases_of_their_own_act_side_by_side() {
        String lease = "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: %s, namespace: kube-system},"
                + " spec: {holderIdentity: kube-scheduler-%d_a, leaseDurationSeconds: 15}}";
        Story story = story().stored(lease.formatted("kube-scheduler", 0)).stored(lease.formatted("second", 1));

        assertThat(story.sent("kube-scheduler-0", 1, "kube-scheduler", DELETE)
                        .sent("kube-scheduler-1", 1, "kube-scheduler", DELETE)
                        .broken())
                .isEmpty();
        assertThat(story.sent("kube-scheduler-2", 1, "kube-scheduler", DELETE).broken())
                .containsExactly("kube-scheduler/kube-scheduler-2: kube-scheduler asked to delete"
                        + " pods/default/web-1, although it was not elected");

        story.at(60).stored(lease.formatted("second", 2));
        assertThat(story.sent("kube-scheduler-1", 61, "kube-scheduler", DELETE).broken())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("second/kube-scheduler-1: ");
    }
}
