package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.placement.LowestVictims;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pod of low priority that stays beside a victim is excused by its own budget only. */
class LowestVictimsTest {

    private static final String NODE = "{apiVersion: v1, kind: Node, metadata: {name: one}}";

    private static String worker(String name, int priority, String node) {
        return pod(
                "{name: " + name + ", namespace: default, labels: {app: web}}",
                "{" + node + "priority: " + priority
                        + ", containers: [{name: app, resources: {requests: {cpu: '1'}}}]}",
                "{phase: Running}");
    }

    private static List<String> brokenWithBudgetIn(String namespace) {
        String victim = worker("web-1", 5, "nodeName: one, ");
        return new Story(lag -> new LowestVictims(ClusterSpec.DEFAULT, lag))
                .stored(
                        NODE,
                        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: "
                                + namespace + "}, spec: {minAvailable: 9, selector: {matchLabels: {app: web}}}}",
                        victim,
                        worker("web-2", 1, ""),
                        worker("web-2", 1, "nodeName: one, "),
                        worker("web-3", 9, ""))
                .at(60)
                .asked(
                        "kube-scheduler",
                        new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT),
                        new ApiResponse.One(200, Story.read(victim)))
                .at(80)
                .stored(worker("web-3", 9, ""))
                .broken();
    }

    @Test
    void a_budget_protects_pods_of_its_own_namespace() {
        assertThat(brokenWithBudgetIn("default")).isEmpty();
    }

    @Test
    void a_budget_of_another_namespace_protects_none() {
        assertThat(brokenWithBudgetIn("other"))
                .containsExactly("pod/default/web-1: was preempted with priority 5, and pod/default/web-2 stayed beside"
                        + " it, which asks for as much and has priority 1");
    }
}
