package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** ClusterRoles that select others, in a cluster whose authorization they decide. */
class AggregatedRolesClusterTest {

    private static final String CLUSTER = """
            cluster: {nodes: 1, profile: %s, settings: {kube-apiserver.authorization-mode: "Node,RBAC"}}
            files:
              more.yaml: |
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: more, labels: {rbac.authorization.k8s.io/aggregate-to-view: "true"}}
                rules:
                - {apiGroups: [""], resources: [persistentvolumes], verbs: [get]}
            """;

    private static List<String> typed(String version, String timeline) {
        return TypedCommands.outputs(timeline + CLUSTER.formatted(version));
    }

    @Test
    void view_shows_the_rules_of_the_roles_that_it_selects() {
        String page = typed("v1.32", "- {at: 0s, kubectl: describe clusterrole view}\n")
                .get(0);
        assertThat(page)
                .startsWith("0 Name:         view\n")
                .contains("\n  pods                                         []                 []"
                        + "              [get list watch]\n")
                .contains("\n  deployments.apps/scale  ");
    }

    /** The rules of a new role reach view, from there edit, from there admin, and go with the role. */
    @Test
    void rules_come_and_go_with_the_roles_that_are_selected() {
        List<String> outputs = typed("v1.32", """
                - {at: 0s, kubectl: create clusterrolebinding b --clusterrole=admin --user=ada}
                - {at: 1s, kubectl: auth can-i get pv --as=ada}
                - {at: 2s, kubectl: auth can-i list pods --as=ada}
                - {at: 3s, kubectl: apply -f more.yaml}
                - {at: 5s, kubectl: auth can-i get pv --as=ada}
                - {at: 7s, kubectl: delete clusterrole more}
                - {at: 9s, kubectl: auth can-i get pv --as=ada}
                """);
        assertThat(outputs.get(1)).startsWith("1 no\n");
        assertThat(outputs.get(2)).isEqualTo("0 yes\n");
        assertThat(outputs.get(4)).startsWith("0 yes\n");
        assertThat(outputs.get(6)).startsWith("1 no\n");
    }

    /** v1.8 had no such controller: a role that is labelled changes nothing. */
    @Test
    void nothing_is_gathered_before_v1_9() {
        List<String> outputs = typed("v1.8", """
                - {at: 0s, kubectl: create clusterrolebinding b --clusterrole=view --user=vera}
                - {at: 2s, kubectl: auth can-i list pods --as=vera}
                - {at: 3s, kubectl: create -f more.yaml}
                - {at: 5s, kubectl: auth can-i get pv --as=vera}
                """);
        assertThat(outputs.get(1)).isEqualTo("0 yes\n");
        assertThat(outputs.get(3)).contains("no");
    }
}
