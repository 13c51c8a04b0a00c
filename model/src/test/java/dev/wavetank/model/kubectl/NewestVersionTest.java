package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What versions after v1.32 do differently, as a user sees it. */
class NewestVersionTest {

    @Test
    void pods_that_end_are_counted_and_empty_times_are_left_out_in_v1_36() {
        String timeline = """
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 60s, kubectl: scale deployment/web --replicas=1}
                - {at: 60100ms, kubectl: "get deployment,rs -o 'jsonpath={.items[*].status.terminatingReplicas}'"}
                - {at: 150s, kubectl: "get deployment,rs -o 'jsonpath={.items[*].status.terminatingReplicas}'"}
                - {at: 151s, kubectl: get deployment web -o yaml}
                cluster: {profile: %s}
                """;

        List<String> newest = TypedCommands.outputs(timeline.formatted("v1.36"));
        List<String> before = TypedCommands.outputs(timeline.formatted("v1.33"));

        assertThat(newest.subList(2, 4)).containsExactly("0 2 2", "0 0 0");
        assertThat(newest.get(4)).doesNotContain("creationTimestamp: null").contains("terminatingReplicas: 0");
        assertThat(before.subList(2, 4)).containsExactly("0 ", "0 ");
        assertThat(before.get(4)).contains("creationTimestamp: null");
    }

    @Test
    void a_namespace_has_a_label_with_its_name_since_v1_21() {
        String timeline = """
                - {at: 0s, kubectl: create namespace shop}
                - {at: 1s, kubectl: "get namespaces -l kubernetes.io/metadata.name -o name"}
                - {at: 2s, kubectl: label namespace shop kubernetes.io/metadata.name-}
                - {at: 3s, kubectl: "get namespace shop -o 'jsonpath={.metadata.labels}'"}
                cluster: {profile: %s}
                """;

        List<String> newer = TypedCommands.outputs(timeline.formatted("v1.21"));

        assertThat(newer.get(1))
                .isEqualTo("0 namespace/default\nnamespace/kube-node-lease\nnamespace/kube-public\n"
                        + "namespace/kube-system\nnamespace/shop\n");
        assertThat(newer.get(3)).isEqualTo("0 {\"kubernetes.io/metadata.name\":\"shop\"}");
        assertThat(TypedCommands.outputs(timeline.formatted("v1.20")).get(1)).isEqualTo("0 ");
    }
}
