package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.Trigger;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.random.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenFaultsTest {

    @Test
    void a_fault_can_follow_a_write_of_a_controller() {
        assertThat(plan("{kind: componentCrash, component: kube-controller-manager, for: 20s, after: {component:"
                        + " replicaset-controller, verb: create, object: \"pods/default/web-*\", nth: 3}}"))
                .isEqualTo(FaultPlan.of(new FaultClause(
                        new Trigger.After(
                                new Anchor("replicaset-controller", "create", "pods/default/web-*", 3),
                                0,
                                60 * VirtualTime.SECOND),
                        20 * VirtualTime.SECOND,
                        new ComponentFault.Crash("kube-controller-manager"))));
    }

    @Test
    void a_fault_can_hit_single_requests() {
        CallSelector creates = new CallSelector("replicaset-controller", "kube-apiserver", "create", "pods/default/*");

        assertThat(plan("{kind: answerLost, from: replicaset-controller, to: kube-apiserver, verb: create, object:"
                        + " \"pods/default/*\", nth: 3, count: 1, at: 0s, for: 60s}"))
                .isEqualTo(FaultPlan.of(FaultClause.at(
                        0,
                        60 * VirtualTime.SECOND,
                        new RequestFault(new CallRule(creates, CallRule.Outcome.ANSWER_LOST, 3, 1)))));
    }

    @Test
    void faults_of_the_model_read_as_before() {
        assertThat(plan("{kind: containerExit, podPrefix: web, podIndex: 1, exitCode: 137, at: 50s, for: 0s}"))
                .isEqualTo(FaultPlan.of(FaultClause.at(
                        50 * VirtualTime.SECOND,
                        0,
                        new ModelFault.ContainerExit(new PodTarget("default", "web", 1), 137))));
    }

    @Test
    void an_exit_code_is_one_byte() {
        assertThatThrownBy(() -> plan("{kind: containerExit, exitCode: 300, at: 50s}"))
                .hasMessageContaining("exitCode: expected a whole number from 0 to 255, found 300");
    }

    @Test
    void a_mistake_is_told_with_its_place_in_the_file() {
        assertThatThrownBy(() -> plan("{kind: componentCrash, component: etcd, for: 1s, after: {nht: 3}}"))
                .isInstanceOf(ManifestException.class)
                .hasMessageStartingWith(
                        "plan.yaml:2:60: faults[0].after.nht: no such field here: did you mean 'nth'? expected one of");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from: runtime/node-1           | faults[0].from: fault watchExpiry names 'runtime/node-1', which watches no API server: choose from kube-controller-manager, kube-scheduler, kubectl, kubelet/node-1,
            from: etcd                     | faults[0].from: fault watchExpiry names 'etcd', which watches no API server: choose from
            to: etcd                       | faults[0].to: fault watchExpiry names 'etcd', which is no API server: choose from kube-apiserver
            to: "kubelet/*"                | faults[0].to: fault watchExpiry names 'kubelet/*', which is no API server: choose from kube-apiserver
            object: ""                     | faults[0].object: fault watchExpiry names '', which matches the watches of no resource of v1.36: write a resource such as pods/*
            object: pods                   | faults[0].object: fault watchExpiry names 'pods', which matches the watches of no resource of v1.36: write a resource
            object: "podz/*"               | faults[0].object: fault watchExpiry names 'podz/*', which matches the watches of no resource of v1.36: did you mean 'pods'? write a resource
            object: "p*ds/*"               | faults[0].object: fault watchExpiry names 'p*ds/*', which matches the watches of no resource
            object: "*s"                   | faults[0].object: fault watchExpiry names '*s', which matches the watches of no resource
            object: pods/default/web       | faults[0].object: fault watchExpiry names 'pods/default/web', which matches the watches of no resource
            object: "bindings/*"           | faults[0].object: fault watchExpiry names 'bindings/*', which matches the watches of no resource
            object: "podsecuritypolicies/*"| faults[0].object: fault watchExpiry names 'podsecuritypolicies/*', which matches the watches of no resource of v1.36
            """)
    void an_expiry_of_watches_that_cannot_be_is_refused(String field, String message) {
        assertThatThrownBy(() -> plan("{kind: watchExpiry, " + field + ", at: 1s, for: 1s}"))
                .isInstanceOf(ManifestException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "object: '*'", "object: 'po*'", "object: 'pods/*'", "object: pods/default", "object: 'pods/team-*'",
                "object: 'widgets.example.com/*'", "from: 'kube*'", "from: garbage", "from: kubelet/node-1", "to: '*'"
            })
    void an_expiry_of_watches_that_can_be_is_read(String field) {
        assertThat(plan("{kind: watchExpiry, " + field.replace("garbage", "generic-garbage-collector")
                                + ", at: 1s, for: 1s}")
                        .size())
                .isOne();
    }

    @Test
    void refuses_whom_the_cluster_does_not_have() {
        assertThatThrownBy(() -> plan("{kind: componentPause, component: kubelet/node-4, at: 1s, for: 1s}"))
                .hasMessage(
                        "plan.yaml:2:26: faults[0].component: fault componentPause names 'kubelet/node-4', which this"
                                + " cluster does not have: choose from etcd, kube-apiserver, kube-controller-manager,"
                                + " kube-scheduler, kubectl, kubelet/node-1 to kubelet/node-3, runtime/node-1 to"
                                + " runtime/node-3");
        assertThatThrownBy(() -> plan("{kind: requestRefused, from: replicaset, at: 1s, for: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:26: faults[0].from: fault requestRefused ")
                .hasMessageContaining("names 'replicaset', which this cluster does not have: did you mean"
                        + " 'replicaset-controller'? choose from etcd, ")
                .hasMessageContaining("replicaset-controller");
        assertThatThrownBy(() -> plan("{kind: watchExpiry, to: kube-apiservr, at: 1s, for: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:23: faults[0].to: fault watchExpiry names 'kube-apiservr', ");
        assertThatThrownBy(() -> plan("{kind: streamBreak, after: {component: schedular}}"))
                .hasMessageStartingWith("plan.yaml:2:31: faults[0].after.component: ")
                .hasMessageContaining("names 'schedular', which this cluster does not have");
    }

    @Test
    void points_at_the_end_of_a_link_and_at_the_node_that_the_cluster_does_not_have() {
        assertThatThrownBy(() -> plan("{kind: connectionReset, between: kubelet/x, and: etcd, at: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:27: faults[0].between: fault connectionReset names 'kubelet/x', ");
        assertThatThrownBy(() -> plan("{kind: connectionReset, between: etcd, and: kubelet/x, at: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:42: faults[0].and: fault connectionReset names 'kubelet/x', ");
        assertThatThrownBy(() -> plan("{kind: nodeCrash, node: node-9, after: {component: etcd}, for: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:21: faults[0].node: fault nodeCrash names the node 'node-9', ");
        assertThatThrownBy(() -> plan("{kind: nodeCrash, node: node-1, after: {component: me}, for: 1s}"))
                .hasMessageStartingWith("plan.yaml:2:43: faults[0].after.component: fault nodeCrash names 'me', ");
    }

    @Test
    void a_cluster_can_be_reshaped_before_its_faults_are_checked() {
        String text = "cluster: {nodes: 3}\nfaults:\n- {kind: nodeCrash, node: node-9, at: 1s, for: 2s}\n";

        assertThatThrownBy(() -> ScenarioCodec.read("s.yaml", text)).hasMessageContaining("the node 'node-9'");
        assertThat(ScenarioCodec.read("s.yaml", text, cluster -> cluster.withNodes(12))
                        .faults()
                        .size())
                .isEqualTo(1);
    }

    @Test
    void a_plan_that_is_a_bare_list_is_told_what_it_lacks() {
        String text = "# a plan\n- {kind: nodeCrash, node: node-1, at: 1s, for: 2s}\n";

        assertThatThrownBy(() -> ScenarioCodec.readPlan("plan.yaml", text, ClusterSpec.DEFAULT))
                .hasMessage("plan.yaml:2:1: a document must be a mapping of fields, but this is a list: write faults:"
                        + " above the list");
    }

    @Test
    void a_share_may_be_a_decimal() {
        String loss = "{kind: networkLoss, between: kubectl, and: etcd, ratio: 0.0002, at: 1s, for: 1s}";

        assertThat(((LinkFault.Loss) plan(loss).clauses().get(0).fault()).ratio())
                .isEqualTo(new Ratio(2, 10_000));
    }

    private static FaultPlan plan(String fault) {
        return ScenarioCodec.readPlan("plan.yaml", "faults:\n- " + fault + "\n", ClusterSpec.DEFAULT);
    }
}
