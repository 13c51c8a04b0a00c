package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is expected comes, or is not expected any more; whoever keeps expecting has leaked it. */
class ExpectationsMetTest {

    private static final String MANAGER = "kube-controller-manager";
    private static final String SETS = "replicaset-controller";
    private static final ObjectKey WEB = new ObjectKey("default", "web");

    private static Story story(KubernetesVersion version) {
        return new Story(lag -> new ExpectationsMet(lag, version));
    }

    private static Story expecting(String controller, int creations, int deletions) {
        return story(KubernetesVersion.DEFAULT)
                .told(MANAGER, new ExpectationTrace(controller, WEB, creations, deletions));
    }

    private static Story met(Story story, String controller) {
        return story.told(MANAGER, new ExpectationTrace(controller, WEB, 0, 0));
    }

    private static String webPod(String name) {
        return pod(
                "{name: " + name + ", namespace: default, ownerReferences: [" + owner("ReplicaSet", "web") + "]}",
                "{}",
                "{}");
    }

    /** The controller asks for a pod and is refused. */
    private static Story refused(Story story) {
        return story.asked(
                SETS,
                ApiRequest.Create.of(Resources.PODS, Story.read(webPod("refused"))),
                new ApiResponse.Failed(Status.forbidden(Resources.PODS, "refused", "exceeded quota")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"replicaset-controller", "replication-controller", "daemon-set-controller", "job-controller"})
    void a_pod_that_was_refused_is_not_expected_any_more(String controller) {
        Story leaked = expecting(controller, 1, 0).at(6).told(MANAGER, new ComponentTrace.Started(1));
        Story counted = met(expecting(controller, 1, 0), controller).at(6).concluded();

        assertThat(leaked.broken())
                .containsExactly(controller + "/default/web: still expects some of 1 creations and 0 deletions after"
                        + " 6s, although no request and no change is under way");
        assertThat(counted.broken()).isEmpty();
    }

    @Test
    void a_deletion_is_expected_until_the_cache_shows_it() {
        assertThat(expecting(SETS, 0, 2).at(4).concluded().broken()).isEmpty();
        assertThat(expecting(SETS, 0, 2).at(6).concluded().broken()).hasSize(1);
    }

    @Test
    void requests_and_changes_under_way_explain_what_is_expected() {
        Story asks = refused(expecting(SETS, 2, 0).at(4)).at(8).concluded();
        Story changes = expecting(SETS, 2, 0).at(4).stored(webPod("a")).at(8).concluded();

        assertThat(asks.broken()).isEmpty();
        assertThat(changes.broken()).isEmpty();
        assertThat(asks.at(10).concluded().broken()).hasSize(1);
        assertThat(changes.at(10).concluded().broken()).hasSize(1);
    }

    @Test
    void a_storm_explains_more_but_not_everything() {
        Fault crash = new ComponentFault.Crash("etcd");
        Story story = story(KubernetesVersion.DEFAULT)
                .told("hand", new FaultTrace.Opened(crash))
                .told("hand", new FaultTrace.Closed(crash))
                .told(MANAGER, new ExpectationTrace(SETS, WEB, 1, 0));

        assertThat(story.at(239).concluded().broken()).isEmpty();
        assertThat(story.at(241).concluded().broken()).hasSize(1);
    }

    @Test
    void a_fault_that_lasts_longer_explains_it_until_it_has_ended() {
        Fault crash = new ComponentFault.Crash("etcd");
        Story story = story(KubernetesVersion.DEFAULT)
                .told("hand", new FaultTrace.Opened(crash))
                .told(MANAGER, new ExpectationTrace(SETS, WEB, 1, 0));

        assertThat(story.at(500).concluded().broken()).isEmpty();
        story.told("hand", new FaultTrace.Closed(crash));
        assertThat(story.at(739).concluded().broken()).isEmpty();
        assertThat(story.at(741).concluded().broken()).hasSize(1);
    }

    @Test
    void what_ran_out_and_is_replaced_had_leaked() {
        Story story = expecting(SETS, 3, 0).told(MANAGER, new ExpectationTrace(SETS, WEB, 2, 0));

        assertThat(story.broken()).hasSize(1);
    }

    @Test
    void a_process_that_died_expects_nothing() {
        Story story = expecting(SETS, 3, 0).told(MANAGER, new ComponentTrace.Crashed(1));

        assertThat(story.at(60).concluded().broken()).isEmpty();
    }

    @Test
    void nothing_is_asked_where_the_namespace_is_to_go() {
        String going = "{apiVersion: v1, kind: Namespace, metadata: {name: default, deletionTimestamp:"
                + " 2026-01-01T00:00:00Z}}";

        assertThat(expecting(SETS, 3, 0).stored(going).at(60).concluded().broken())
                .isEmpty();
    }

    /** A cache that lists again after a fault never shows such a pod; that of a deleted owner is expected by mistake. */
    @Test
    void a_pod_that_came_and_went_unseen_is_a_known_reason() {
        Story calm = lost(story(KubernetesVersion.DEFAULT));
        Story disturbed = lost(crashed());
        Story recreated = lost(crashed().stored(OWNER)).deleted("web");

        assertThat(calm.at(300).concluded().broken()).hasSize(1);
        assertThat(disturbed.at(300).concluded().broken()).isEmpty();
        assertThat(disturbed.known()).singleElement().asString().startsWith("kubernetes#129795: ");
        assertThat(recreated.at(300).concluded().broken()).hasSize(1);
    }

    /** Newer controllers lower their expectation and try again. */
    @Test
    void a_timeout_that_an_old_controller_takes_for_a_creation_is_a_known_reason() {
        Story old = timedOut(story(KubernetesVersion.parse("v1.17")));
        Story today = timedOut(story(KubernetesVersion.DEFAULT));

        assertThat(old.at(60).concluded().broken()).isEmpty();
        assertThat(old.known()).singleElement().asString().startsWith("kubernetes#67662: ");
        assertThat(today.at(60).concluded().broken()).hasSize(1);
    }

    private static Story timedOut(Story story) {
        return story.told(MANAGER, new ExpectationTrace(SETS, WEB, 1, 0))
                .asked(
                        SETS,
                        ApiRequest.Create.of(Resources.PODS, Story.read(webPod("late"))),
                        new ApiResponse.Failed(Status.generic(StatusReason.TIMEOUT, "Timeout")));
    }

    private static final String OWNER =
            "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web, namespace: default}, spec: {replicas: 1}}";

    private static Story crashed() {
        Fault crash = new ComponentFault.Crash("etcd");
        return story(KubernetesVersion.DEFAULT)
                .told("hand", new FaultTrace.Opened(crash))
                .told("hand", new FaultTrace.Closed(crash));
    }

    private static Story lost(Story story) {
        return story.told(MANAGER, new ExpectationTrace(SETS, WEB, 1, 0))
                .stored(webPod("a"))
                .deleted("a");
    }
}
