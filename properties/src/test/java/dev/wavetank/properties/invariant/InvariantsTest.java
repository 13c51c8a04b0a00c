package dev.wavetank.properties.invariant;

import static dev.wavetank.properties.invariant.Objects.addressed;
import static dev.wavetank.properties.invariant.Objects.bound;
import static dev.wavetank.properties.invariant.Objects.controlledBy;
import static dev.wavetank.properties.invariant.Objects.deleting;
import static dev.wavetank.properties.invariant.Objects.deployment;
import static dev.wavetank.properties.invariant.Objects.finished;
import static dev.wavetank.properties.invariant.Objects.node;
import static dev.wavetank.properties.invariant.Objects.pod;
import static dev.wavetank.properties.invariant.Objects.ready;
import static dev.wavetank.properties.invariant.Objects.replicaSet;
import static dev.wavetank.properties.invariant.Objects.requesting;
import static dev.wavetank.properties.invariant.Objects.unschedulable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.properties.invariant.placement.BoundOnce;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every invariant is broken by the smallest story that breaks it, and by none that only comes close. */
class InvariantsTest {

    private static final OwnerReference OF_WEB = controlledBy("ReplicaSet", "web");
    private static final Node SMALL_NODE = node("small", Map.of("cpu", "1", "pods", "2"));

    @Test
    void a_pod_that_moves_was_bound_twice() {
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag))
                .stored(SMALL_NODE, node("large", Map.of("pods", "9")))
                .stored(bound(pod("web-1"), "small"), bound(pod("web-1"), "large"));

        assertThat(seen.broken).containsExactly("pod/default/web-1: moved from node small to large");
    }

    @Test
    void a_pod_may_fill_a_node_but_not_more() {
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag))
                .stored(SMALL_NODE, bound(requesting(pod("web-1"), "600m"), "small"));
        seen.stored(bound(requesting(pod("web-2"), "400m"), "small"));
        assertThat(seen.broken).isEmpty();

        seen.deleted(bound(pod("web-2"), "small")).stored(bound(requesting(pod("web-3"), "401m"), "small"));
        assertThat(seen.broken)
                .containsExactly("pod/default/web-3: was bound to node small, where 1001m of cpu are now in use,"
                        + " expected at most 1");
    }

    /** The kubelet answers OutOfcpu to whichever of the two comes second. */
    @Test
    void a_pod_that_has_just_named_its_node_itself_may_be_unknown_to_the_scheduler() {
        Pod direct = requesting(pod("direct"), "600m");
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag))
                .stored(SMALL_NODE, direct.withSpec(direct.spec().withNodeName("small")))
                .stored(bound(direct, "small"), bound(requesting(pod("soon"), "600m"), "small"));
        assertThat(seen.broken).isEmpty();

        seen.deleted(bound(pod("soon"), "small"))
                .at(10 * VirtualTime.MINUTE)
                .stored(bound(requesting(pod("later"), "600m"), "small"));
        assertThat(seen.broken).hasSize(1).first().asString().startsWith("pod/default/later: was bound to node small");
    }

    /** Old schedulers forget a binding that they do not see within half a minute. */
    @Test
    void room_that_was_given_away_twice_is_known_of_old_versions() {
        for (KubernetesVersion version : List.of(KubernetesVersion.V1_20, KubernetesVersion.V1_32)) {
            Observation seen = new Observation(lag -> new BoundOnce(version, lag))
                    .stored(SMALL_NODE, bound(requesting(pod("web-1"), "600m"), "small"))
                    .faultOpened(new StreamFault.Stall(CallSelector.ANY))
                    .at(40 * VirtualTime.SECOND)
                    .stored(bound(requesting(pod("web-2"), "600m"), "small"));
            assertThat(seen.known).hasSize(version == KubernetesVersion.V1_20 ? 1 : 0);
            assertThat(seen.broken).hasSize(version == KubernetesVersion.V1_20 ? 0 : 1);
        }
    }

    @Test
    void pods_count_even_when_they_request_nothing() {
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag)).stored(SMALL_NODE);
        seen.stored(bound(pod("web-1"), "small"), bound(pod("web-2"), "small"), bound(pod("web-3"), "small"));

        assertThat(seen.broken).hasSize(1).first().asString().contains("where 3 of pods are now in use");
    }

    @Test
    void room_is_not_judged_once_a_binding_may_have_been_stored_without_an_answer() {
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag)).stored(SMALL_NODE);
        seen.faultOpened(new ComponentFault.Crash("kube-apiserver"));
        seen.stored(bound(pod("web-1"), "small"), bound(pod("web-2"), "small"), bound(pod("web-3"), "small"));
        assertThat(seen.broken).isEmpty();

        seen.stored(bound(pod("web-3"), "large"));
        assertThat(seen.broken).containsExactly("pod/default/web-3: moved from node small to large");
    }

    @Test
    void a_fault_elsewhere_does_not_excuse_the_scheduler() {
        Observation seen = new Observation(lag -> new BoundOnce(KubernetesVersion.DEFAULT, lag)).stored(SMALL_NODE);
        seen.faultOpened(new LinkFault.Partition(new LinkSelector("kubelet/*", "kube-apiserver")));
        seen.faultOpened(new ComponentFault.Crash("kube-controller-manager"));
        seen.faultOpened(new ModelFault.NodeCrash("small"));
        seen.stored(bound(pod("web-1"), "small"), bound(pod("web-2"), "small"), bound(pod("web-3"), "small"));

        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void two_live_pods_have_different_addresses() {
        Observation seen = new Observation(new UniquePodAddress());
        seen.stored(addressed(pod("web-1"), "10.0.0.1"), finished(pod("web-1")), addressed(pod("web-2"), "10.0.0.1"));
        assertThat(seen.broken).isEmpty();

        seen.stored(addressed(pod("web-3"), "10.0.0.1"));
        assertThat(seen.broken)
                .containsExactly("pod/default/web-3: has address 10.0.0.1, which pod/default/web-2 has too");
    }

    @Test
    void a_replica_set_gets_no_pod_beyond_the_most_it_ever_wanted() {
        Observation seen = new Observation(new NoSurplusPods());
        seen.stored(replicaSet("web", 2), replicaSet("web", 1), pod("web-1", OF_WEB), pod("web-2", OF_WEB));
        seen.stored(deleting(pod("web-1", OF_WEB)), pod("web-3", OF_WEB));
        assertThat(seen.broken).isEmpty();

        seen.stored(pod("web-4", OF_WEB));
        assertThat(seen.broken)
                .containsExactly("pod/default/web-4: is active pod number 3 of its ReplicaSet, which never wanted more"
                        + " than 2");
    }

    @Test
    void a_pod_that_was_released_or_adopted_by_another_does_not_count_any_more() {
        Observation seen = new Observation(new NoSurplusPods()).stored(replicaSet("web", 2), replicaSet("api", 1));
        seen.stored(pod("web-1", OF_WEB), pod("web-2", OF_WEB));
        seen.stored(pod("web-1"), pod("web-3", OF_WEB));
        seen.stored(pod("web-2", controlledBy("ReplicaSet", "api")), pod("web-4", OF_WEB));
        assertThat(seen.broken).isEmpty();

        seen.stored(pod("web-5", OF_WEB), pod("api-1", controlledBy("ReplicaSet", "api")));
        assertThat(seen.broken)
                .containsExactly(
                        "pod/default/web-5: is active pod number 3 of its ReplicaSet, which never wanted more than 2",
                        "pod/default/api-1: is active pod number 2 of its ReplicaSet, which never wanted more than 1");
    }

    @Test
    void surplus_pods_are_not_judged_once_the_controller_may_have_missed_an_answer() {
        Observation seen = new Observation(new NoSurplusPods()).stored(replicaSet("web", 0));
        seen.faultOpened(new LinkFault.Delay(
                new LinkSelector("kube-controller-manager", "kube-apiserver"), 2 * VirtualTime.SECOND));

        assertThat(seen.stored(pod("web-1", OF_WEB)).broken).isEmpty();
    }

    @Test
    void a_lost_answer_of_the_controller_excuses_it() {
        Observation seen = new Observation(new NoSurplusPods()).stored(replicaSet("web", 0));
        seen.faultOpened(creates("replicaset-controller", CallRule.Outcome.ANSWER_LOST));

        assertThat(seen.stored(pod("web-1", OF_WEB)).broken).isEmpty();
    }

    @Test
    void news_that_are_late_and_requests_that_were_not_carried_out_excuse_nobody() {
        Observation seen = new Observation(new NoSurplusPods()).stored(replicaSet("web", 0));
        seen.faultOpened(creates("deployment-controller", CallRule.Outcome.ANSWER_LOST));
        seen.faultOpened(creates("replicaset-controller", CallRule.Outcome.TIMED_OUT));
        seen.faultOpened(creates("replicaset-controller", CallRule.Outcome.THROTTLED));
        seen.faultOpened(new StreamFault.Stall(CallSelector.ANY));
        seen.faultOpened(new LinkFault.HalfOpen(new LinkSelector("*", "kube-apiserver")));
        seen.faultOpened(new ComponentFault.SkewedClock("*", new ClockSkew(VirtualTime.SECOND, 0)));

        assertThat(seen.stored(pod("web-1", OF_WEB)).broken).hasSize(1);
    }

    private static Fault creates(String from, CallRule.Outcome outcome) {
        CallSelector creates = new CallSelector(from, "kube-apiserver", "create", "*");
        return new RequestFault(new CallRule(creates, outcome, 1, 1));
    }

    @Test
    void batches_at_most_double() {
        Observation seen = new Observation(new SlowStart());
        seen.happened(batch(1, 1, 1, 0)).happened(batch(1, 2, 2, 0)).happened(batch(2, 1, 1, 0));
        assertThat(seen.broken).isEmpty();

        seen.happened(batch(2, 2, 3, 0));
        assertThat(seen.broken)
                .containsExactly("replicaset/default/web: batch 2 of sync 2 asked for 3 pods, expected at most 2");
    }

    @Test
    void a_sync_begins_with_one_pod() {
        Observation seen = new Observation(new SlowStart()).happened(batch(1, 1, 2, 0));

        assertThat(seen.broken).hasSize(1).first().asString().endsWith("asked for 2 pods, expected at most 1");
    }

    @Test
    void a_sync_ends_with_the_first_failure() {
        Observation seen =
                new Observation(new SlowStart()).happened(batch(1, 1, 1, 1)).happened(batch(2, 1, 1, 1));
        assertThat(seen.broken).isEmpty();

        seen.happened(batch(2, 2, 2, 0));
        assertThat(seen.broken).hasSize(1).first().asString().contains("followed a batch with 1 failures");
    }

    @Test
    void two_managers_that_both_act_count_their_own_batches() {
        Observation seen = new Observation(new SlowStart())
                .happened("kube-controller-manager-0", 0, batch(1, 1, 1, 0))
                .happened("kube-controller-manager-1", 0, batch(1, 1, 1, 1))
                .happened("kube-controller-manager-0", 0, batch(1, 2, 2, 0));

        assertThat(seen.broken).isEmpty();
    }

    @Test
    void an_object_has_one_controller() {
        Observation seen = new Observation(new SingleController()).stored(replicaSet("web", 1), replicaSet("api", 1));

        seen.stored(pod("web-1", OF_WEB, controlledBy("ReplicaSet", "api")));
        assertThat(seen.broken).containsExactly("pod/default/web-1: has 2 managing controllers, expected at most one");
    }

    @Test
    void a_controller_must_have_existed() {
        Observation seen = new Observation(new SingleController()).stored(pod("web-1", OF_WEB));

        assertThat(seen.broken).hasSize(1).first().asString().endsWith("which never existed");
    }

    @Test
    void garbage_is_collected_in_the_end() {
        Observation seen = new Observation(new SingleController())
                .stored(replicaSet("web", 1), pod("web-1", OF_WEB), pod("web-2", OF_WEB))
                .deleted(replicaSet("web", 1))
                .stored(deleting(pod("web-2", OF_WEB)));
        assertThat(seen.cutShort("too early", "").broken).isEmpty();
        assertThat(seen.unknown)
                .containsExactly("too early: pod/default/web-1 still exists although its controller ReplicaSet web has"
                        + " gone, expected it to be collected");

        assertThat(seen.concluded().broken)
                .hasSize(1)
                .first()
                .asString()
                .startsWith("pod/default/web-1: still exists although its controller ReplicaSet web has gone");
    }

    @Test
    void replicas_are_ready_in_the_end_and_stay_so() {
        Pod one = pod("web-1", OF_WEB);
        Observation seen = converging().stored(replicaSet("web", 1), one, ready(one));
        assertThat(seen.concluded().broken).isEmpty();

        seen.stored(one);
        assertThat(seen.broken)
                .containsExactly("replicaset/default/web: no longer matches its desired state: 0 of 1 active pods are"
                        + " ready, expected 1");
    }

    @Test
    void a_pod_on_a_deleted_node_is_not_ready_until_a_node_of_that_name_comes_back() {
        Obstacles obstacles = new Obstacles();
        Convergence convergence = new Convergence(obstacles);
        Observation seen = new Observation(convergence, obstacles).stored(replicaSet("web", 1), SMALL_NODE);
        seen.stored(ready(bound(pod("web-1", OF_WEB), "small")));
        assertThat(convergence.isSettled()).isTrue();

        seen.deleted(SMALL_NODE);
        assertThat(convergence.isSettled()).isFalse();
        assertThat(convergence.pending())
                .endsWith("because pod default/web-1 is Running on node small, which is deleted");

        seen.stored(SMALL_NODE);
        assertThat(convergence.isSettled()).isTrue();
    }

    @Test
    void a_pod_that_is_not_ready_at_the_bound_breaks_convergence() {
        Observation seen = converging().stored(replicaSet("web", 1), pod("web-1", OF_WEB));
        assertThat(seen.broken).isEmpty();

        assertThat(seen.concluded().broken).hasSize(1);
    }

    @Test
    void a_deployment_whose_replica_sets_want_too_little_breaks_convergence() {
        OwnerReference owner = controlledBy("Deployment", "app");
        Observation seen = converging().stored(deployment("app", 2), replicaSet("web", 0, owner));

        assertThat(seen.concluded().broken)
                .containsExactly("deployment/default/app: does not match its desired state: its ReplicaSets want 0"
                        + " pods, expected 2");
    }

    @Test
    void convergence_is_unknown_where_the_cluster_has_no_room() {
        Observation seen = converging()
                .stored(replicaSet("web", 1), unschedulable(pod("web-1", OF_WEB)))
                .concluded();

        assertThat(seen.broken).isEmpty();
        assertThat(seen.unknown).hasSize(1).first().asString().contains("cannot be placed");
    }

    @Test
    void convergence_tells_what_is_pending_and_why() {
        Obstacles obstacles = new Obstacles();
        Convergence convergence = new Convergence(obstacles);
        Observation seen = new Observation(convergence, obstacles).stored(replicaSet("web", 2));
        assertThat(convergence.pending())
                .isEqualTo("2 of 2 pods of replicaset/default/web are not ready because 2 are not created");

        seen.stored(ready(pod("web-1", OF_WEB)), bound(pod("web-2", OF_WEB), "small"));
        assertThat(convergence.pending())
                .isEqualTo("1 of 2 pods of replicaset/default/web are not ready because pod default/web-2 is Running on"
                        + " node small");

        seen.stored(unschedulable(pod("web-2", OF_WEB)));
        assertThat(convergence.pending()).endsWith("because pod default/web-2 cannot be placed: by hand");

        seen.stored(ready(pod("web-2", OF_WEB)), deployment("app", 3));
        assertThat(convergence.pending()).isEqualTo("deployment/default/app has asked for 0 of its 3 pods");

        seen.stored(ready(pod("web-3", OF_WEB))).deleted(deployment("app", 3));
        assertThat(convergence.pending()).isEqualTo("1 pods too many of replicaset/default/web, which wants 2");
    }

    private static Observation converging() {
        Obstacles obstacles = new Obstacles();
        return new Observation(new Convergence(obstacles), obstacles);
    }

    private static BatchTrace batch(long sync, int number, int size, int failures) {
        return new BatchTrace(Resources.REPLICA_SETS, new ObjectKey("default", "web"), sync, number, size, failures);
    }
}
