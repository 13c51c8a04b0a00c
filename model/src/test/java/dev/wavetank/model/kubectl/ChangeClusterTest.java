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

    private static List<String> outputs(String timeline) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("change", "timeline:\n" + timeline), 1, ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(20 * VirtualTime.MINUTE));
        return cluster.commandResults().stream().map(ChangeClusterTest::text).toList();
    }

    private static String text(CommandResult result) {
        return result.exitCode() + " " + result.stdout() + result.stderr();
    }
}
