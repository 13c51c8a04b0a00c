package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code apply --prune} in a whole cluster. */
class PruneClusterTest {

    private static final String FILES = """
            files:
              both.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: one, labels: {app: web}}}
                ---
                {apiVersion: v1, kind: ConfigMap, metadata: {name: two, labels: {app: web}}}
              one.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: one, labels: {app: web}}}
            """;

    @Test
    void what_was_applied_and_is_in_no_file_is_deleted() {
        assertThat(TypedCommands.outputs("""
                        - {at: 0s, kubectl: apply -f both.yaml}
                        - {at: 1s, kubectl: create configmap other}
                        - {at: 2s, kubectl: label configmap other app=web}
                        - {at: 5s, kubectl: apply -f one.yaml --prune -l app=none}
                        - {at: 10s, kubectl: apply -f one.yaml --prune -l app=web --dry-run=client}
                        - {at: 15s, kubectl: apply -f one.yaml --prune -l app=web}
                        - {at: 20s, kubectl: get configmaps -l app=web -o name}
                        """ + FILES))
                .containsExactly(
                        "0 configmap/one created\nconfigmap/two created\n",
                        "0 configmap/other created\n",
                        "0 configmap/other labeled\n",
                        "1 error: no objects passed to apply\n",
                        "0 configmap/one unchanged (dry run)\nconfigmap/two pruned (dry run)\n",
                        "0 configmap/one unchanged\nconfigmap/two pruned\n",
                        "0 configmap/one\nconfigmap/other\n");
    }

    @Test
    void only_the_kinds_that_are_allowed_are_pruned() {
        assertThat(TypedCommands.outputs("""
                        - {at: 0s, kubectl: apply -f both.yaml}
                        - {at: 5s, kubectl: apply -f one.yaml --prune --all --prune-allowlist=core/v1/Secret}
                        - {at: 10s, kubectl: apply -f one.yaml --prune --all --prune-allowlist=core/v1/ConfigMap}
                        """ + FILES))
                .containsExactly(
                        "0 configmap/one created\nconfigmap/two created\n",
                        "0 configmap/one unchanged\n",
                        "0 configmap/one unchanged\nconfigmap/two pruned\n");
    }

    /** Texts of kubectl v1.32. */
    @Test
    void a_command_line_that_would_prune_by_mistake_is_refused() {
        Terminal terminal = new Terminal();
        terminal.file("a.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
        assertThat(terminal.type("apply -f a.yaml --prune").stderr())
                .startsWith("error: all resources selected for prune without explicitly passing --all. To prune all");
        assertThat(terminal.type("apply -f a.yaml --prune -l a=b --all").stderr())
                .isEqualTo("error: cannot set --all and --selector at the same time\n");
        assertThat(terminal.type("apply -f a.yaml --prune --all --prune-allowlist=foo")
                        .stderr())
                .isEqualTo("error: invalid GroupVersionKind format: foo, please follow <group/version/kind>\n");
        assertThat(terminal.type("apply -f a.yaml --prune --all --server-side").stderr())
                .isEqualTo("error: --prune is in alpha and doesn't currently work on objects created by server-side"
                        + " apply\n");
    }
}
