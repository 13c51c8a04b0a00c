package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands that write whole objects, or only ask the server what would become of them. */
class ReplaceClusterTest {

    private static final String FILES = """
                files:
                  web.yaml: |
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      replicas: 2
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: c, image: nginx}]}
                  three.yaml: |
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: web}
                    spec:
                      replicas: 3
                      selector: {matchLabels: {app: web}}
                      template:
                        metadata: {labels: {app: web}}
                        spec: {containers: [{name: c, image: nginx}]}
                """;

    private static List<String> outputs(String timeline) {
        return TypedCommands.outputs(timeline + FILES);
    }

    @Test
    void an_object_takes_the_place_of_the_stored_one() {
        assertThat(outputs("""
                - {at: 0s, kubectl: replace -f web.yaml}
                - {at: 1s, kubectl: create -f web.yaml}
                - {at: 2s, kubectl: label deployment web x=y}
                - {at: 3s, kubectl: replace -f three.yaml}
                - {at: 4s, kubectl: "get deploy web -o 'jsonpath={.spec.replicas}|{.metadata.labels}'"}
                - {at: 5s, kubectl: replace -f web.yaml --dry-run=server}
                - {at: 6s, kubectl: "get deploy web -o 'jsonpath={.spec.replicas}'"}
                - {at: 7s, kubectl: "replace --force -f web.yaml"}
                - {at: 60s, kubectl: "get deploy web -o 'jsonpath={.status.readyReplicas} {.metadata.generation}'"}
                - {at: 61s, kubectl: replace}
                - {at: 62s, kubectl: replace -f web.yaml --grace-period=3}
                - {at: 63s, kubectl: replace -f web.yaml --timeout=3s}
                """))
                .containsExactly(
                        "1 Error from server (NotFound): error when replacing \"web.yaml\": deployments.apps \"web\" not"
                                + " found\n",
                        "0 deployment.apps/web created\n",
                        "0 deployment.apps/web labeled\n",
                        "0 deployment.apps/web replaced\n",
                        "0 3|",
                        "0 deployment.apps/web replaced (server dry run)\n",
                        "0 3",
                        "0 deployment.apps \"web\" deleted\ndeployment.apps/web replaced\n",
                        "0 2 1",
                        "1 error: must specify one of -f and -k\n",
                        "1 error: --grace-period must have --force specified\n",
                        "1 error: --timeout must have --force specified\n");
    }

    @Test
    void a_server_dry_run_is_judged_by_the_server_and_changes_nothing() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --dry-run=server}
                - {at: 1s, kubectl: get deployments}
                - {at: 2s, kubectl: create deployment web --image=nginx}
                - {at: 3s, kubectl: create deployment web --image=nginx --dry-run=server}
                - {at: 4s, kubectl: scale deployment web --replicas=3 --dry-run=server}
                - {at: 5s, kubectl: label deployment web a=b --dry-run=server}
                - {at: 6s, kubectl: set image deployment/web nginx=httpd --dry-run=server}
                - {at: 7s, kubectl: "patch deployment web -p '{\\"spec\\": {\\"replicas\\": -1}}' --dry-run=server"}
                - {at: 8s, kubectl: "patch deployment web -p '{\\"spec\\": {\\"replicas\\": 4}}' --dry-run=client -o 'yaml'"}
                - {at: 9s, kubectl: delete deployment web --dry-run=server}
                - {at: 10s, kubectl: cordon node-1 --dry-run=server}
                - {at: 11s, kubectl: apply -f three.yaml --dry-run=server -o json}
                - {at: 30s, kubectl: "get deploy web -o 'jsonpath={.spec.replicas} {.metadata.generation} {.metadata.labels}'"}
                - {at: 31s, kubectl: "patch deployment web -p '{\\"spec\\": {\\"replicas\\": 1}}' --dry-run=client"}
                """).stream()
                        .map(line -> line.replaceAll("(?s)^0 apiVersion.*replicas: 4.*", "four")
                                .replaceAll(
                                        "(?s)^0 \\{.*\"generation\": 2.*\"replicas\": 3,.*annotation which is required by.*",
                                        "three"))
                        .toList())
                .containsExactly(
                        "0 deployment.apps/web created (server dry run)\n",
                        "0 No resources found in default namespace.\n",
                        "0 deployment.apps/web created\n",
                        "1 error: failed to create deployment: deployments.apps \"web\" already exists\n",
                        "0 deployment.apps/web scaled (server dry run)\n",
                        "0 deployment.apps/web labeled (server dry run)\n",
                        "0 deployment.apps/web image updated (server dry run)\n",
                        "1 The Deployment \"web\" is invalid: spec.replicas: Invalid value: -1: must be greater than or"
                                + " equal to 0\n",
                        "four",
                        "0 deployment.apps \"web\" deleted from default namespace (server dry run)\n",
                        "0 node/node-1 cordoned (server dry run)\n",
                        "three",
                        "0 1 1 {\"app\":\"web\"}",
                        "0 deployment.apps/web patched (no change) (dry run)\n");
    }

    @Test
    void the_server_applies_and_names_conflicts() {
        List<String> lines = outputs("""
                - {at: 0s, kubectl: apply --server-side -f web.yaml}
                - {at: 1s, kubectl: "get deploy web --show-managed-fields -o 'jsonpath={.metadata.managedFields[0].manager}'"}
                - {at: 2s, kubectl: apply --server-side -f three.yaml --field-manager=other}
                - {at: 3s, kubectl: apply --server-side -f three.yaml --field-manager=other --force-conflicts}
                - {at: 4s, kubectl: "get deploy web -o 'jsonpath={.spec.replicas}'"}
                - {at: 5s, kubectl: apply -f web.yaml --force-conflicts}
                - {at: 6s, kubectl: apply -f web.yaml --server-side --dry-run=client}
                - {at: 7s, kubectl: apply -f web.yaml --server-side --force}
                - {at: 8s, kubectl: apply -f web.yaml --prune}
                - {at: 9s, kubectl: label deployment web a=b --field-manager=me}
                - {at: 10s, kubectl: "get deploy web --show-managed-fields -o 'jsonpath={.metadata.managedFields[*].manager}'"}
                """);

        assertThat(lines.subList(0, 2)).containsExactly("0 deployment.apps/web serverside-applied\n", "0 kubectl");
        assertThat(lines.get(2))
                .startsWith("1 error: Apply failed with 1 conflict: conflict with \"kubectl\": .spec.replicas\n"
                        + "Please review the fields above--they currently have other managers. Here\n");
        assertThat(lines.subList(3, 10))
                .containsExactly(
                        "0 deployment.apps/web serverside-applied\n",
                        "0 3",
                        "1 error: --force-conflicts only works with --server-side\n",
                        "1 error: --dry-run=client doesn't work with --server-side (did you mean --dry-run=server"
                                + " instead?)\n",
                        "1 error: --force cannot be used with --server-side\n",
                        "1 error: all resources selected for prune without explicitly passing --all. To prune all resources,"
                                + " pass the --all flag. If you did not mean to prune all resources, specify a label"
                                + " selector\n",
                        "0 deployment.apps/web labeled\n");
        assertThat(lines.get(10)).contains("kubectl", "other", "me");
    }

    @Test
    void what_was_applied_last_is_read_and_written() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create -f web.yaml}
                - {at: 1s, kubectl: apply view-last-applied deployment web}
                - {at: 2s, kubectl: apply set-last-applied -f web.yaml}
                - {at: 3s, kubectl: apply set-last-applied -f web.yaml --create-annotation}
                - {at: 4s, kubectl: apply view-last-applied deployment/web}
                - {at: 5s, kubectl: apply view-last-applied deployment web -o json}
                - {at: 6s, kubectl: apply set-last-applied -f web.yaml}
                - {at: 7s, kubectl: apply -f web.yaml}
                - {at: 8s, kubectl: apply set-last-applied}
                - {at: 9s, kubectl: delete -f web.yaml}
                - {at: 10s, kubectl: create -f web.yaml --save-config}
                - {at: 11s, kubectl: apply -f web.yaml}
                """).subList(1, 12).stream()
                        .map(line ->
                                line.replaceAll("(?s)^0 \\{\n  \"apiVersion\": .*\n    \"replicas\": 2,.*", "JSON"))
                        .toList())
                .containsExactly(
                        "1 error: no last-applied-configuration annotation found on resource: web\n",
                        "1 error: no last-applied-configuration annotation found on resource: web, to create the"
                                + " annotation, run the command with --create-annotation\n",
                        "0 deployment.apps/web configured\n",
                        "0 apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  annotations: {}\n  name: web\n"
                                + "  namespace: default\nspec:\n  replicas: 2\n  selector:\n    matchLabels:\n"
                                + "      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n"
                                + "      containers:\n      - image: nginx\n        name: c\n",
                        "JSON",
                        "0 set-last-applied web: no changes required.\n",
                        "0 deployment.apps/web unchanged\n",
                        "1 error: You must provide one or more resources by argument or filename.\n"
                                + "Example resource specifications include:\n   '-f rsrc.yaml'\n"
                                + "   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'\n",
                        "0 deployment.apps \"web\" deleted from default namespace\n",
                        "0 deployment.apps/web created\n",
                        "0 deployment.apps/web unchanged\n");
    }

    @Test
    void differences_are_shown_and_told_by_the_exit_code() {
        List<String> lines = outputs("""
                - {at: 0s, kubectl: apply -f web.yaml}
                - {at: 30s, kubectl: diff -f web.yaml}
                - {at: 31s, kubectl: diff -f three.yaml}
                - {at: 32s, kubectl: "get deploy web -o 'jsonpath={.spec.replicas}'"}
                - {at: 33s, kubectl: diff -f three.yaml --server-side}
                - {at: 34s, kubectl: diff}
                - {at: 35s, kubectl: diff x}
                - {at: 36s, kubectl: diff -f lost.yaml}
                - {at: 37s, kubectl: delete -f web.yaml}
                - {at: 60s, kubectl: diff -f web.yaml}
                """);

        assertThat(lines.get(1)).isEqualTo("0 ");
        assertThat(lines.get(2)
                        .replaceAll("-[0-9]+/", "-N/")
                        .replaceAll("00:00:31\\.[0-9]{9}", "TIME")
                        .replaceAll("resourceVersion: \"[0-9]+\"", "resourceVersion: \"VERSION\"")
                        .replaceAll("last-applied-configuration: [|]\n.*|[0-9a-f]{8}-[-0-9a-f]+", "ANY"))
                .isEqualTo("1 diff -u -N /tmp/LIVE-N/apps.v1.Deployment.default.web"
                        + " /tmp/MERGED-N/apps.v1.Deployment.default.web\n"
                        + "--- /tmp/LIVE-N/apps.v1.Deployment.default.web\t2026-01-01 TIME +0000\n"
                        + "+++ /tmp/MERGED-N/apps.v1.Deployment.default.web\t2026-01-01 TIME +0000\n"
                        + "@@ -6,14 +6,14 @@\n     kubectl.kubernetes.io/ANY\n"
                        + "   creationTimestamp: \"2026-01-01T00:00:00Z\"\n"
                        + "-  generation: 1\n+  generation: 2\n   name: web\n   namespace: default\n"
                        + "   resourceVersion: \"VERSION\"\n   uid: ANY\n spec:\n   progressDeadlineSeconds: 600\n"
                        + "-  replicas: 2\n+  replicas: 3\n   revisionHistoryLimit: 10\n   selector:\n"
                        + "     matchLabels:\n");
        assertThat(lines.get(3)).isEqualTo("0 2");
        assertThat(lines.get(4))
                .startsWith("2 Error from server (Conflict): Apply failed with 1 conflict: conflict with ");
        assertThat(lines.subList(5, 8))
                .containsExactly(
                        "2 error: must specify one of -f and -k\n",
                        "2 error: Unexpected args: [x]\nSee 'kubectl diff -h' for help and examples\n",
                        "2 error: the path \"lost.yaml\" does not exist\n");
        assertThat(lines.get(9)).contains("\n@@ -0,0 +1,", "\n+apiVersion: apps/v1\n+kind: Deployment\n");
    }
}
