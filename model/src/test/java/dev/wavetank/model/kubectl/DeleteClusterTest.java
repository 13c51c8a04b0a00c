package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** When {@code kubectl delete} ends, against a whole simulated cluster. */
class DeleteClusterTest {

    private static final String HELD = """
            - {at: 10s, kubectl: create configmap held --from-literal=a=b}
            - {at: 11s, kubectl: "patch configmap held -p 'metadata: {finalizers: [example.com/x]}'"}
            """;

    @Test
    void a_deletion_ends_when_the_last_finalizer_is_gone_and_stops_no_other_command() {
        assertThat(TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: delete configmap held}
                - {at: 13s, kubectl: get configmap held -o name}
                - {at: 20s, kubectl: "patch configmap held -p 'metadata: {finalizers: null}'"}
                - {at: 30s, kubectl: get configmap held -o name}
                """).subList(2, 6))
                .containsExactlyInAnyOrder(
                        "0 configmap/held\n",
                        "0 configmap/held patched\n",
                        "0 configmap \"held\" deleted from default namespace\n",
                        "1 Error from server (NotFound): configmaps \"held\" not found\n");
    }

    @Test
    void a_deletion_that_shall_not_wait_ends_at_once() {
        assertThat(TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: delete configmap held --wait=false}
                - {at: 13s, kubectl: "patch configmap held -p 'metadata: {finalizers: null}'"}
                """).get(2))
                .isEqualTo("0 configmap \"held\" deleted from default namespace\n");
    }

    @Test
    void kubectl_before_v1_11_does_not_wait() {
        List<String> outputs = TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: delete configmap held}
                - {at: 13s, kubectl: get configmap held -o name}
                cluster: {profile: v1.10}
                """);
        assertThat(outputs.subList(2, 4)).containsExactly("0 configmap \"held\" deleted\n", "0 configmap/held\n");
    }

    @Test
    void all_objects_of_one_deletion_share_its_time() {
        assertThat(TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: create configmap other --from-literal=a=b}
                - {at: 13s, kubectl: "patch configmap other -p 'metadata: {finalizers: [example.com/x]}'"}
                - {at: 14s, kubectl: delete configmap held other --timeout=10s}
                - {at: 20s, kubectl: "patch configmap held -p 'metadata: {finalizers: null}'"}
                - {at: 25s, kubectl: get configmap other -o name}
                """).subList(5, 7))
                .containsExactly(
                        "1 configmap \"held\" deleted from default namespace\nconfigmap \"other\" deleted from default namespace\n"
                                + "error: timed out waiting for the condition on configmaps/other\n",
                        "0 configmap/other\n");
    }

    @Test
    void who_may_delete_but_not_look_does_not_wait() {
        List<String> outputs = TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: create role sweeper --verb=delete --resource=configmaps}
                - {at: 13s, kubectl: create rolebinding sweeper --role=sweeper --user=bob}
                - {at: 14s, kubectl: delete configmap held --as=bob}
                - {at: 15s, kubectl: get configmap held -o name}
                cluster: {settings: {kube-apiserver.authorization-mode: "Node,RBAC"}}
                """);
        assertThat(outputs.subList(4, 6))
                .containsExactly("0 configmap \"held\" deleted from default namespace\n", "0 configmap/held\n");
    }

    @Test
    void what_could_not_be_deleted_ends_the_command_without_waiting() {
        assertThat(TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: delete configmap held ghost}
                - {at: 13s, kubectl: get configmap held -o name}
                """).subList(2, 4))
                .containsExactly(
                        "1 configmap \"held\" deleted from default namespace\nError from server (NotFound): configmaps \"ghost\" not found\n",
                        "0 configmap/held\n");
    }

    @Test
    void a_namespace_given_for_objects_that_have_none_is_warned_of_once() {
        assertThat(TypedCommands.outputs("""
                - {at: 10s, kubectl: create namespace a}
                - {at: 11s, kubectl: create namespace b}
                - {at: 12s, kubectl: delete namespaces a b -n team}
                """).get(2)).isEqualTo("""
                0 namespace "a" deleted
                namespace "b" deleted
                Warning: deleting cluster-scoped resources, not scoped to the provided namespace
                """);
    }

    @Test
    void kubectl_v1_34_names_the_namespace() {
        assertThat(TypedCommands.outputs(HELD + """
                - {at: 12s, kubectl: delete configmap held --dry-run=server}
                - {at: 13s, kubectl: create namespace a}
                - {at: 14s, kubectl: delete namespace a}
                cluster: {profile: v1.34}
                """).subList(2, 5))
                .containsExactly(
                        "0 configmap \"held\" deleted from default namespace (server dry run)\n",
                        "0 namespace/a created\n",
                        "0 namespace \"a\" deleted\n");
    }
}
