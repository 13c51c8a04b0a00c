package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Commands that change objects, against a whole simulated cluster; texts as kubectl 1.32 printed them. */
class ChangeClusterTest {

    @Test
    void labels_are_added_kept_overwritten_and_removed() {
        List<String> lines = outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: label deployment web x=y}
                - {at: 2s, kubectl: label deployment web x=y}
                - {at: 3s, kubectl: label deployment web x=z}
                - {at: 4s, kubectl: label deployment web x=z --overwrite}
                - {at: 5s, kubectl: label deployment/web --list}
                - {at: 6s, kubectl: label deployment web x- q-}
                - {at: 7s, kubectl: label pods -l app=web tier=front}
                - {at: 8s, kubectl: label deployments --all a=b c=d}
                - {at: 9s, kubectl: label deployment web e=f --resource-version=1}
                - {at: 10s, kubectl: label pod nginx-6799fc88d8-dqz22 x=y}
                """).subList(1, 11);

        assertThat(lines.subList(0, 6))
                .containsExactly(
                        "0 deployment.apps/web labeled\n",
                        "0 deployment.apps/web not labeled\n",
                        "1 error: 'x' already has a value (y), and --overwrite is false\n",
                        "0 deployment.apps/web labeled\n",
                        "0 app=web\nx=z\n",
                        "0 label \"q\" not found.\ndeployment.apps/web unlabeled\n");
        assertThat(lines.get(6)).matches("0 pod/web-[-a-z0-9]+ labeled\n");
        assertThat(lines.get(7)).isEqualTo("0 deployment.apps/web labeled\n");
        assertThat(lines.get(8)).startsWith("1 Error from server (Conflict): ");
        assertThat(lines.get(9))
                .isEqualTo("1 Error from server (NotFound): pods \"nginx-6799fc88d8-dqz22\" not found\n");
    }

    @Test
    void annotations_have_rules_of_their_own() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: annotate deployment web x=y}
                - {at: 2s, kubectl: annotate deployment web x=z}
                - {at: 3s, kubectl: annotate deployment web x-}
                - {at: 4s, kubectl: annotate deployment web x=1 x-}
                """).subList(1, 5))
                .containsExactly(
                        "0 deployment.apps/web annotated\n",
                        "1 error: --overwrite is false but found the following declared annotation(s): 'x' already has a"
                                + " value (y)\n",
                        "0 deployment.apps/web annotated\n",
                        "1 error: can not both modify and remove the following annotation(s) in the same command: x\n");
    }

    @Test
    void taints_are_added_replaced_and_removed() {
        assertThat(outputs("""
                - {at: 5s, kubectl: taint node node-1 a=b:NoSchedule}
                - {at: 6s, kubectl: taint node node-1 a=c:NoSchedule}
                - {at: 7s, kubectl: taint nodes node-1 a=c:NoSchedule --overwrite}
                - {at: 8s, kubectl: 'get node node-1 -o jsonpath={.spec.taints[*].value}'}
                - {at: 9s, kubectl: taint node node-1 a-}
                - {at: 10s, kubectl: taint node node-1 a-}
                - {at: 11s, kubectl: taint node node-1 a=b:Never}
                - {at: 12s, kubectl: taint node node-1}
                """))
                .containsExactly(
                        "0 node/node-1 tainted\n",
                        "1 error: node node-1 already has a taint(s) with same effect(s) and --overwrite is false\n",
                        "0 node/node-1 modified\n",
                        "0 c",
                        "0 node/node-1 untainted\n",
                        "1 error: taint \"a\" not found\n",
                        "1 error: invalid taint effect: Never, unsupported taint effect\n"
                                + "See 'kubectl taint -h' for help and examples\n",
                        "1 error: at least one taint update is required\n");
    }

    @Test
    void patches_of_all_three_types_reach_the_server() {
        assertThat(outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: "patch deployment web -p 'spec: {replicas: 2}'"}
                - {at: 2s, kubectl: "patch deploy/web --type=merge -p 'spec: {replicas: 2}'"}
                - {at: 3s, kubectl: 'patch deployment web --type=json --patch-file=replicas.yaml'}
                - {at: 4s, kubectl: 'get deployment web -o jsonpath={.spec.replicas}'}
                - {at: 5s, kubectl: patch deployment web}
                - {at: 6s, kubectl: 'patch deployment web --type=x -p {}'}
                files:
                  replicas.yaml: |
                    - op: replace
                      path: /spec/replicas
                      value: 5
                """).subList(1, 7))
                .containsExactly(
                        "0 deployment.apps/web patched\n",
                        "0 deployment.apps/web patched (no change)\n",
                        "0 deployment.apps/web patched\n",
                        "0 5",
                        "1 error: must specify --patch or --patch-file containing the contents of the patch\n",
                        "1 error: --type must be one of [json merge strategic], not \"x\"\n");
    }

    @Test
    void selectors_delete_objects_and_the_command_can_wait_for_their_end() {
        List<String> lines = outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 0s, kubectl: create deployment db --image=db}
                - {at: 20s, kubectl: delete pods -l app=none}
                - {at: 21s, kubectl: "patch deployment db -p 'metadata: {finalizers: [example.com/x]}'"}
                - {at: 22s, kubectl: delete deployment db --wait --timeout=1s}
                - {at: 24s, kubectl: delete deployments --field-selector=metadata.name=db --wait}
                - {at: 25s, kubectl: wait deployment/web --for=condition=Available}
                - {at: 26s, kubectl: "patch deployment db -p 'metadata: {finalizers: null}'"}
                - {at: 27s, kubectl: create deployment db --image=db}
                - {at: 80s, kubectl: delete pods --all --force -o name}
                - {at: 81s, kubectl: delete deployment db --cascade=true}
                - {at: 82s, kubectl: delete pod web --all}
                - {at: 83s, kubectl: delete pods --all -l app=web}
                - {at: 84s, kubectl: delete deployments --all --now --force}
                """);

        assertThat(lines.get(2)).isEqualTo("0 No resources found\n");
        assertThat(lines.subList(3, 9))
                .containsExactly(
                        "0 deployment.apps/db patched\n",
                        "1 deployment.apps \"db\" deleted from default namespace\nerror: timed out waiting for the condition on deployments/db\n",
                        "0 deployment.apps/web condition met\n",
                        "0 deployment.apps/db patched\n",
                        "0 deployment.apps \"db\" deleted from default namespace\n",
                        "0 deployment.apps/db created\n");
        assertThat(lines.get(9))
                .matches("0 (pod/[-a-z0-9]+\n){3}Warning: Immediate deletion does not wait for confirmation that the"
                        + " running resource has been terminated. The resource may continue to run on the cluster"
                        + " indefinitely.\n");
        assertThat(lines.subList(10, 14))
                .containsExactly(
                        "0 deployment.apps \"db\" deleted from default namespace\nwarning: --cascade=true is deprecated (boolean value) and can"
                                + " be replaced with --cascade=background.\n",
                        "1 error: name cannot be provided when a selector is specified\n",
                        "1 error: setting 'all' parameter but found a non empty selector. \n",
                        "1 error: --force and --grace-period greater than 0 cannot be specified together\n");
    }

    @Test
    void a_wait_ends_when_its_condition_is_met_or_its_time_is_over() {
        assertThat(outputs("""
                - {at: 10s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 10s, kubectl: 'wait deployment/web --for=condition=Available=true --timeout=0s'}
                - {at: 11s, kubectl: 'wait deployment/web --for=jsonpath={.status.readyReplicas}=2'}
                - {at: 60s, kubectl: 'wait deployment/web --for=condition=Odd --timeout=5s'}
                - {at: 66s, kubectl: 'wait pod/none --for=delete'}
                - {at: 67s, kubectl: 'wait pod/none --for=condition=Ready'}
                - {at: 68s, kubectl: 'wait pods -l app=none --for=condition=Ready'}
                - {at: 69s, kubectl: 'wait pods --for=condition=Ready'}
                - {at: 70s, kubectl: 'wait pod/web --for=foo'}
                """).subList(2, 9))
                .containsExactly(
                        "0 deployment.apps/web condition met\n",
                        "1 error: timed out waiting for the condition on deployments/web\n",
                        "0 ",
                        "1 Error from server (NotFound): pods \"none\" not found\n",
                        "1 error: no matching resources found\n",
                        "1 error: resource(s) were provided, but no name was specified\n",
                        "1 error: unrecognized condition: \"foo\"\n");
    }

    @Test
    void a_scale_can_have_preconditions_and_several_objects() {
        assertThat(outputs("""
                - {at: 10s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 11s, kubectl: create deployment db --image=db}
                - {at: 12s, kubectl: scale deployment web --replicas=3 --current-replicas=5}
                - {at: 13s, kubectl: scale deployment web --replicas=3 --current-replicas=2}
                - {at: 14s, kubectl: scale deployments --all --replicas=1}
                - {at: 15s, kubectl: scale deployments web db --replicas=1 --resource-version=3}
                """).subList(2, 6))
                .containsExactly(
                        "1 error: Expected replicas to be 5, was 2\n",
                        "0 deployment.apps/web scaled\n",
                        "0 deployment.apps/db scaled\ndeployment.apps/web scaled\n",
                        "1 error: cannot use --resource-version with multiple resources\n");
    }

    private static List<String> outputs(String timeline) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("change", "timeline:\n" + timeline), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(20 * VirtualTime.MINUTE));
        return cluster.commandResults().stream().map(ChangeClusterTest::text).toList();
    }

    private static String text(CommandResult result) {
        return result.exitCode() + " " + result.stdout() + result.stderr();
    }
}
