package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code rollout} and {@code set image} against a whole simulated cluster. */
class RolloutClusterTest {

    /** A Deployment's revisions are ReplicaSets; of a DaemonSet, it is the DaemonSet as it was (history.go, v1.32). */
    @Test
    void revisions_are_printed_as_objects() {
        String commands = """
                - {at: 0s, kubectl: create deployment web --image=a}
                - {at: 10s, kubectl: set image deployment/web a=b}
                - {at: 30s, kubectl: "rollout history deploy/web -o jsonpath={.kind}/{.spec.template.spec.containers[0].image};"}
                - {at: 31s, kubectl: rollout history deploy/web --revision=2 -o name}
                - {at: 32s, kubectl: rollout history deploy/web --revision=3 -o name}
                - {at: 33s, kubectl: apply -f ./set.yaml}
                - {at: 34s, kubectl: set image ds/each a=b}
                - {at: 60s, kubectl: "rollout history ds/each -o jsonpath={.kind}/{.spec.template.spec.containers[0].image};"}
                files:
                  set.yaml: |
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: each}
                    spec:
                      selector: {matchLabels: {app: each}}
                      template:
                        metadata: {labels: {app: each}}
                        spec: {containers: [{name: a, image: a}]}
                """;
        List<String> outputs = TypedCommands.outputs(commands + "cluster: {profile: v1.32}\n");
        assertThat(outputs.get(2)).isEqualTo("0 ReplicaSet/a;ReplicaSet/b;");
        assertThat(outputs.get(3)).startsWith("0 replicaset.apps/web-");
        assertThat(outputs.get(4)).isEqualTo("1 error: unable to find the specified revision\n");
        assertThat(outputs.get(7)).isEqualTo("0 DaemonSet/a;DaemonSet/b;");
        assertThat(TypedCommands.outputs(commands + "cluster: {profile: v1.24}\n")
                        .get(3))
                .startsWith("0 deployment.apps/web with revision #2\n");
    }

    @Test
    void a_rollout_is_followed_undone_paused_and_resumed() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 20s, kubectl: set image deployment/web nginx=nginx:2}
                - {at: 21s, kubectl: set image deployment web nginx=nginx:2}
                - {at: 60s, kubectl: rollout history deployment/web}
                - {at: 61s, kubectl: rollout undo deployment/web}
                - {at: 90s, kubectl: rollout history deploy web}
                - {at: 91s, kubectl: rollout undo deployment/web --to-revision=9}
                - {at: 92s, kubectl: rollout undo deployment/web --to-revision=3}
                - {at: 93s, kubectl: rollout pause deployment/web}
                - {at: 94s, kubectl: rollout pause deployment/web}
                - {at: 95s, kubectl: rollout restart deployment/web}
                - {at: 96s, kubectl: rollout undo deployment/web}
                - {at: 97s, kubectl: rollout resume deployment/web}
                - {at: 98s, kubectl: rollout resume deployment/web}
                - {at: 99s, kubectl: rollout restart deployment/web}
                - {at: 130s, kubectl: rollout status deployment/web}
                """))
                .containsExactly(
                        "0 deployment.apps/web created\n",
                        "0 deployment.apps/web image updated\n",
                        "0 ",
                        "0 deployment.apps/web \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n",
                        "0 deployment.apps/web rolled back\n",
                        "0 deployment.apps/web \nREVISION  CHANGE-CAUSE\n2         <none>\n3         <none>\n\n",
                        "1 error: unable to find specified revision 9 in history\n",
                        "0 deployment.apps/web skipped rollback (current template already matches revision 3)\n",
                        "0 deployment.apps/web paused\n",
                        "1 error: deployments.apps \"web\" is already paused\n",
                        "1 error: deployments.apps \"web\" can't restart paused deployment (run rollout resume first)\n",
                        "1 error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume"
                                + " deployment/web' and try again\n",
                        "0 deployment.apps/web resumed\n",
                        "1 error: deployments.apps \"web\" is not paused\n",
                        "0 deployment.apps/web restarted\n",
                        "0 deployment \"web\" successfully rolled out\n");
    }

    @Test
    void the_status_prints_a_line_at_each_change_until_the_rollout_is_complete() {
        List<String> lines = outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 20s, kubectl: set image deployment/web nginx=nginx:2}
                - {at: 20500ms, kubectl: rollout status deployment/web}
                """).get(2).lines().toList();
        String waiting = "Waiting for deployment \"web\" rollout to finish: ";

        assertThat(lines.get(0)).isEqualTo("0 " + waiting + "1 out of 3 new replicas have been updated...");
        assertThat(lines)
                .contains(
                        waiting + "2 out of 3 new replicas have been updated...",
                        waiting + "1 old replicas are pending termination...");
        assertThat(lines).last().isEqualTo("deployment \"web\" successfully rolled out");
    }

    @Test
    void a_rollout_that_stands_still_ends_the_status_with_an_error() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 20s, kubectl: cordon node-1}
                - {at: 20s, kubectl: cordon node-2}
                - {at: 20s, kubectl: cordon node-3}
                - {at: 21s, kubectl: set image deployment/web nginx=nginx:2}
                - {at: 22s, kubectl: rollout status deployment/web --timeout=30s}
                - {at: 60s, kubectl: rollout status deployment/web}
                """)).satisfies(lines -> {
            assertThat(lines.get(5)).startsWith("1 ").endsWith("error: timed out waiting for the condition\n");
            assertThat(lines.get(6)).endsWith("error: deployment \"web\" exceeded its progress deadline\n");
        });
    }

    @Test
    void daemon_sets_and_stateful_sets_have_a_status_too() {
        assertThat(outputs("""
                - {at: 0s, kubectl: apply -f sets.yaml}
                - {at: 30s, kubectl: rollout status daemonset/agent}
                - {at: 31s, kubectl: rollout status statefulset/db}
                files:
                  sets.yaml: |
                    apiVersion: apps/v1
                    kind: DaemonSet
                    metadata: {name: agent}
                    spec:
                      selector: {matchLabels: {app: agent}}
                      template:
                        metadata: {labels: {app: agent}}
                        spec: {containers: [{name: agent, image: agent}]}
                    ---
                    apiVersion: apps/v1
                    kind: StatefulSet
                    metadata: {name: db}
                    spec:
                      replicas: 2
                      serviceName: db
                      selector: {matchLabels: {app: db}}
                      template:
                        metadata: {labels: {app: db}}
                        spec: {containers: [{name: db, image: db}]}
                """).subList(1, 3))
                .containsExactly(
                        "0 daemon set \"agent\" successfully rolled out\n",
                        "0 partitioned roll out complete: 2 new pods have been updated...\n");
    }

    @Test
    void the_revisions_of_daemon_sets_and_stateful_sets_can_be_seen_and_undone() {
        assertThat(outputs("""
                - {at: 0s, kubectl: apply -f sets.yaml}
                - {at: 20s, kubectl: rollout undo daemonset/agent}
                - {at: 21s, kubectl: set image daemonset/agent agent=agent:2}
                - {at: 22s, kubectl: set image statefulset/db db=db:2}
                - {at: 80s, kubectl: rollout history daemonset/agent}
                - {at: 81s, kubectl: rollout history statefulset/db}
                - {at: 82s, kubectl: rollout history daemonset/agent --revision=1}
                - {at: 83s, kubectl: rollout undo daemonset/agent --dry-run=client}
                - {at: 84s, kubectl: rollout undo daemonset/agent}
                - {at: 85s, kubectl: rollout undo statefulset/db --to-revision=1}
                - {at: 86s, kubectl: rollout undo statefulset/db --to-revision=9}
                - {at: 87s, kubectl: 'get daemonsets,statefulsets -o jsonpath={.items[*].spec.template.spec.containers[0].image}'}
                - {at: 88s, kubectl: rollout history pod/x}
                """ + SETS).stream().skip(1))
                .containsExactly(
                        "1 error: no last revision to roll back to\n",
                        "0 daemonset.apps/agent image updated\n",
                        "0 statefulset.apps/db image updated\n",
                        "0 daemonset.apps/agent \nREVISION  CHANGE-CAUSE\n1         <none>\n2         <none>\n\n",
                        "0 statefulset.apps/db \nREVISION\n1\n2\n\n",
                        "0 daemonset.apps/agent with revision #1\n" + FIRST + "\n",
                        "0 daemonset.apps/agent will roll back to " + FIRST + " (dry run)\n",
                        "0 daemonset.apps/agent rolled back\n",
                        "0 statefulset.apps/db rolled back\n",
                        "1 error: unable to find specified revision 9 in history\n",
                        "0 agent db",
                        "1 error: no history viewer has been implemented for \"Pod\"\n");
    }

    /** The pod template of the first revision, with tabs, as the real command leaves them there. */
    private static final String FIRST =
            "Pod Template:\n  Labels:\tapp=agent\n  Containers:\n   agent:\n    Image:\tagent\n"
                    + "    Port:\t<none>\n    Host Port:\t<none>\n    Environment:\t<none>\n    Mounts:\t<none>\n"
                    + "  Volumes:\t<none>\n  Node-Selectors:\t<none>\n  Tolerations:\t<none>\n";

    private static final String SETS = """
            files:
              sets.yaml: |
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: agent}
                spec:
                  selector: {matchLabels: {app: agent}}
                  template:
                    metadata: {labels: {app: agent}}
                    spec: {containers: [{name: agent, image: agent}]}
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db}
                spec:
                  replicas: 2
                  serviceName: db
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec: {containers: [{name: db, image: db}]}
            """;

    private static List<String> outputs(String timeline) {
        return TypedCommands.outputs(timeline);
    }
}
