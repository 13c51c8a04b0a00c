package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Changes of pods with scheduling gates: {@code ValidatePodUpdate}, {@code validateNodeAffinityMutation} and {@code
 * validateNodeSelectorTermHasOnlyAdditions} of pkg/apis/core/validation/validation.go, v1.32.
 */
class GatedPodsClusterTest {

    private static final String GATE = "schedulingGates: [{name: x/y}],";
    private static final String ZONE = "{\"key\": \"zone\", \"operator\": \"In\", \"values\": [\"a\", \"b\"]}";
    private static final String DISK = "{\"key\": \"disk\", \"operator\": \"Exists\"}";

    /** What the server says to a change of the spec of a pod. */
    private static String change(String gates, String before, String after) {
        return outputs(gates, before, after, "").get(1);
    }

    private static List<String> outputs(String gates, String before, String after, String commands) {
        return TypedCommands.outputs("""
                - {at: 0s, kubectl: create -f p.yaml}
                - {at: 1s, kubectl: [patch, pod, p, --type=merge, -p, '{"spec": {%s}}']}
                %scluster: {nodes: 3, profile: v1.32, zones: [a, b, c]}
                files:
                  p.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec: {%s containers: [{name: c, image: i}], %s}
                """.formatted(after, commands, gates, before));
    }

    /** A required node affinity with these lists of requirements as alternatives. */
    private static String required(String... terms) {
        return "\"affinity\": {\"nodeAffinity\": {\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + " {\"nodeSelectorTerms\": [{\"matchExpressions\": ["
                + String.join("]}, {\"matchExpressions\": [", terms) + "]}]}}}";
    }

    private static String gated(String before, String after) {
        return change(GATE, before, after);
    }

    @Test
    void the_nodes_of_a_gated_pod_may_become_fewer() {
        String patched = "0 pod/p patched\n";

        assertThat(gated("nodeSelector: {a: b}", "\"nodeSelector\": {\"c\": \"d\"}"))
                .isEqualTo(patched);
        assertThat(gated("restartPolicy: Always", required(ZONE))).isEqualTo(patched);
        assertThat(gated(required(ZONE), required(ZONE + ", " + DISK))).isEqualTo(patched);
    }

    @Test
    void they_may_not_become_others() {
        assertThat(gated("nodeSelector: {a: b}", "\"nodeSelector\": {\"a\": \"c\"}"))
                .contains("spec.nodeSelector: Invalid value: map[string]string{\"a\":\"c\"}: only additions to"
                        + " spec.nodeSelector are allowed (no mutations or deletions)")
                .doesNotContain("pod updates may not");
        assertThat(gated(required(ZONE), required(DISK)))
                .contains("spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                        + ".nodeSelectorTerms[0]: Invalid value: core.NodeSelectorTerm{MatchExpressions:"
                        + "[]core.NodeSelectorRequirement{core.NodeSelectorRequirement{Key:\"disk\","
                        + " Operator:\"Exists\", Values:[]string(nil)}},"
                        + " MatchFields:[]core.NodeSelectorRequirement(nil)}: only additions are allowed (no mutations"
                        + " or deletions)");
        assertThat(gated(required(ZONE), required(ZONE, DISK)))
                .contains("nodeSelectorTerms: Invalid value: ")
                .contains("no additions/deletions to non-empty NodeSelectorTerms list are allowed");
    }

    @Test
    void the_affinity_to_other_pods_stays_as_it_is() {
        String pods = "\"affinity\": {\"podAntiAffinity\": {\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + " [{\"topologyKey\": \"zone\", \"labelSelector\": {}}]}}";

        assertThat(gated("restartPolicy: Always", pods))
                .contains("spec: Forbidden: pod updates may not change fields other than");
    }

    @Test
    void without_gates_nothing_about_the_nodes_changes() {
        assertThat(change("", "nodeSelector: {a: b}", "\"nodeSelector\": {\"c\": \"d\"}"))
                .contains("spec: Forbidden: pod updates may not change fields other than");
    }

    @Test
    void a_pod_without_its_gate_goes_where_the_change_wants_it() {
        String zone = "\"nodeSelector\": {\"topology.kubernetes.io/zone\": \"b\"}";

        assertThat(outputs(GATE, "restartPolicy: Always", zone, """
                        - {at: 2s, kubectl: [patch, pod, p, --type=merge, -p, '{"spec": {"schedulingGates": null}}']}
                        - {at: 10s, kubectl: "get pod p -o jsonpath={.spec.nodeName}"}
                        """).get(3)).isEqualTo("0 node-2");
    }

    /** Since gates exist (kubernetes#113274). */
    @Test
    void kubectl_get_shows_that_a_pod_is_gated() {
        for (String version : List.of("v1.27", "v1.28", "v1.36")) {
            assertThat(TypedCommands.outputs("""
                            - {at: 0s, kubectl: create -f p.yaml}
                            - {at: 5s, kubectl: get pods --no-headers}
                            cluster: {nodes: 1, profile: %s}
                            files:
                              p.yaml: |
                                apiVersion: v1
                                kind: Pod
                                metadata: {name: p}
                                spec: {%s containers: [{name: c, image: i}]}
                            """.formatted(version, GATE)).get(1))
                    .as(version)
                    .contains(" SchedulingGated ");
        }
    }
}
