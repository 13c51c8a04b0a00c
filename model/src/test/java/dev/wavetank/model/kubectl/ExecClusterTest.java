package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What containers see of their volumes and variables, as {@code kubectl exec} shows it. */
class ExecClusterTest {

    private static final String BEFORE = """
            - {at: 0s, kubectl: create configmap cm --from-literal=a=1 --from-literal=b.conf=two}
            - {at: 0s, kubectl: create secret generic sec --from-literal=pw=hidden}
            - {at: 1s, kubectl: apply -f p.yaml}
            """;

    private static final String CLUSTER = """
            cluster: {nodes: 1, profile: %s}
            files:
              p.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: p, labels: {v: "1"}}
                spec:
                  volumes:
                  - {name: cm, configMap: {name: cm}}
                  - {name: some, configMap: {name: cm, items: [{key: a, path: x/y, mode: 256}]}}
                  - {name: sec, secret: {secretName: sec}}
                  - {name: down, downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}
                  - {name: data, emptyDir: {}}
                  containers:
                  - name: app
                    image: app:1
                    command: [sh, -c, "echo hello $(A) $POD > /data/x; cat /etc/cm/a; sleep 3600"]
                    env:
                    - {name: A, valueFrom: {configMapKeyRef: {name: cm, key: a}}}
                    - {name: POD, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    - {name: CPU, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}
                    volumeMounts:
                    - {name: cm, mountPath: /etc/cm}
                    - {name: some, mountPath: /etc/some}
                    - {name: sec, mountPath: /etc/sec}
                    - {name: down, mountPath: /etc/down}
                    - {name: data, mountPath: /data}
                    - {name: cm, mountPath: /etc/sub, subPath: a}
                  - name: other
                    image: app:1
                    command: [sleep, "3600"]
                    volumeMounts: [{name: data, mountPath: /shared}]
            """;

    private static List<String> outputs(String profile, String... later) {
        return TypedCommands.outputs(BEFORE + String.join("", later) + CLUSTER.formatted(profile))
                .subList(3, 3 + later.length);
    }

    private static String exec(String at, String command) {
        return "- {at: " + at + ", kubectl: exec p -c app -- " + command + "}\n";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            ls /etc/cm                                       ~ 0 a|b.conf|
            cat /etc/cm/b.conf /etc/sec/pw /etc/down/labels  ~ 0 twohiddenv="1"|
            cat /etc/some/x/y                                ~ 0 1|
            ls /var/run/secrets/kubernetes.io/serviceaccount ~ 0 ca.crt|namespace|token|
            cat /data/x                                      ~ 0 hello 1 p|
            printenv CPU                                     ~ 0 4|
            hostname                                         ~ 0 p|
            cat /etc/cm/none                                 ~ 1 cat: can't open '/etc/cm/none': No such file or directory|command terminated with exit code 1|
            touch /etc/cm/x                                  ~ 1 touch: /etc/cm/x: Read-only file system|command terminated with exit code 1|
            """)
    void files_and_variables_are_those_of_the_pod(String command, String output) {
        assertThat(outputs("v1.36", exec("10s", command))).containsExactly(output.replace("|", "\n"));
    }

    @Test
    void a_written_volume_has_a_directory_behind_a_link() {
        assertThat(outputs("v1.36", exec("10s", "ls -la /etc/cm")).get(0))
                .containsPattern("drwxr-xr-x .* \\.\\.2026_01_01_00_00_01\\.\\d{9}\n")
                .containsPattern("lrwxrwxrwx .* \\.\\.data -> \\.\\.2026_01_01_00_00_01\\.\\d{9}\n")
                .containsPattern("lrwxrwxrwx .* a -> \\.\\.data/a\n");
        assertThat(outputs("v1.36", exec("10s", "ls -lL /etc/some/x")).get(0)).startsWith("0 -r-------- ");
    }

    /** As recorded: after 60 to 90 s, and never at the mount of a part or in a variable. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.32", "v1.36"})
    void a_changed_map_reaches_its_volume_with_a_later_sync(String profile) {
        List<String> outputs = outputs(
                profile,
                "- {at: 20s, kubectl: [patch, configmap, cm, -p, '{\"data\":{\"a\":\"2\"}}']}\n",
                exec("25s", "cat /etc/cm/a /etc/sub"),
                exec("112s", "cat /etc/cm/a /etc/sub"),
                exec("114s", "printenv A"));

        assertThat(outputs.get(1)).isEqualTo("0 11\n");
        assertThat(outputs.get(2)).isEqualTo("0 21\n");
        assertThat(outputs.get(3)).isEqualTo("0 1\n");
    }

    /** As recorded: all volumes of a pod are written anew within a second when the pod itself changes. */
    @Test
    void a_changed_pod_has_its_volumes_written_anew_at_once() {
        List<String> outputs = outputs(
                "v1.32",
                "- {at: 20s, kubectl: [patch, configmap, cm, -p, '{\"data\":{\"a\":\"2\"}}']}\n",
                "- {at: 20s, kubectl: label pod p v=2 --overwrite}\n",
                exec("20200ms", "cat /etc/cm/a /etc/down/labels"),
                exec("22s", "cat /etc/cm/a /etc/down/labels"));

        assertThat(outputs.get(2)).isEqualTo("0 1v=\"1\"\n");
        assertThat(outputs.get(3)).isEqualTo("0 2v=\"2\"\n");
    }

    @Test
    void containers_of_a_pod_share_its_directories() {
        assertThat(outputs("v1.36", "- {at: 10s, kubectl: exec p -c other -- cat /shared/x}\n"))
                .containsExactly("0 hello 1 p\n");
    }

    @Test
    void hollow_nodes_show_volumes_too() {
        assertThat(outputs("v1.20", exec("10s", "cat /etc/cm/b.conf"))).containsExactly("0 two\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            exec p -- python x.py            ~ the command 'python x.py' in container app is not simulated
            exec p -c none -- ls /etc/cm     ~ Error from server (BadRequest): container none is not valid for pod p
            exec none -- ls /                ~ Error from server (NotFound): pods "none" not found
            exec p ls                        ~ error: exec [POD] [COMMAND] is not supported anymore
            exec p                           ~ you must specify at least one command for the container
            """)
    void what_cannot_be_executed_is_refused(String command, String output) {
        assertThat(outputs("v1.36", "- {at: 10s, kubectl: '" + command + "'}\n").get(0))
                .startsWith("1 ")
                .contains(output);
    }

    private static final String WORKLOADS = """
            - {at: 0s, kubectl: create deployment web --image=app:1 --replicas=3}
            - {at: 0s, kubectl: create service clusterip late --tcp=80}
            - {at: 0s, kubectl: create service clusterip none --tcp=80}
            - {at: 1s, kubectl: [patch, service, none, --type=merge, -p, '{"spec":{"selector":null}}']}
            """;

    private static List<String> ofWorkloads(String profile, String... later) {
        return TypedCommands.outputs(
                        WORKLOADS + String.join("", later) + "cluster: {nodes: 2, profile: " + profile + "}\n")
                .subList(4, 4 + later.length);
    }

    @Test
    void a_volume_at_the_root_holds_what_is_in_no_other() {
        String cluster = CLUSTER.formatted("v1.36").replace("mountPath: /shared", "mountPath: /");

        assertThat(TypedCommands.outputs(BEFORE
                                + "- {at: 10s, kubectl: exec p -c other -- cat /x}\n"
                                + "- {at: 11s, kubectl: exec p -c other -- ls /}\n"
                                + cluster)
                        .subList(3, 5))
                .containsExactly("0 hello 1 p\n", "0 x\n");
    }

    @Test
    void a_command_runs_until_it_ends_or_its_container_does() {
        List<String> outputs = outputs(
                "v1.36",
                exec("10s", "sh -c \"echo a; sleep 150; echo b > /data/late; echo b\""),
                exec("11s", "ls /data"),
                exec("161s", "cat /data/late"),
                "- {at: 5m, kubectl: delete pod p --grace-period=1}\n",
                exec("10s", "sh -c \"echo a; sleep 10m; echo b\""),
                exec("10s", "sleep infinity"));

        assertThat(outputs)
                .startsWith("0 x\n", "0 a\nb\n", "0 b\n")
                .contains(
                        "137 a\ncommand terminated with exit code 137\n",
                        "137 command terminated with exit code 137\n");
    }

    @Test
    void a_container_that_was_killed_writes_nothing_later() {
        String cluster = CLUSTER.formatted("v1.36")
                .replace("cat /etc/cm/a; sleep 3600", "sleep 60; touch /data/late; sleep 3600");

        assertThat(TypedCommands.outputs(BEFORE
                                + exec("20s", "sh -c \"sleep 50; touch /data/later\"")
                                + "- {at: 90s, kubectl: exec p -c other -- ls /shared}\n"
                                + "faults: [{kind: containerExit, podPrefix: p, exitCode: 1, at: 30s}]\n"
                                + cluster.replace("spec:\n", "spec:\n      restartPolicy: Never\n"))
                        .subList(3, 5))
                .containsExactly("137 command terminated with exit code 137\n", "0 x\n");
    }

    @Test
    void a_command_that_prints_nothing_for_four_hours_loses_its_stream() {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read(
                        "typed",
                        "timeline:\n" + BEFORE
                                + exec("10s", "sh -c \"echo a; sleep 3h; echo b; sleep 5h; echo c\"")
                                + CLUSTER.formatted("v1.36").replace("3600", "36000")),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(8 * VirtualTime.HOUR));

        assertThat(cluster.commandResults().get(3).stdout()).isEqualTo("a\nb\n");
        assertThat(cluster.commandResults().get(3).exitCode()).isZero();
    }

    @Test
    void a_workload_stands_for_its_most_active_pod() {
        List<String> outputs = ofWorkloads(
                "v1.36",
                "- {at: 10s, kubectl: exec deploy/web -- hostname}\n",
                "- {at: 11s, kubectl: exec pod/none -- hostname}\n",
                "- {at: 12s, kubectl: exec node/node-1 -- hostname}\n",
                "- {at: 13s, kubectl: exec svc/none -- hostname}\n",
                "- {at: 14s, kubectl: exec svc/late --pod-running-timeout=0s -- hostname}\n",
                "- {at: 15s, kubectl: exec svc/late --pod-running-timeout=5s -- hostname}\n");

        assertThat(outputs.get(0)).startsWith("0 web-");
        assertThat(outputs.subList(1, 6))
                .containsExactly(
                        "1 Error from server (NotFound): pods \"none\" not found\n",
                        "1 error: cannot attach to *v1.Node: selector for *v1.Node not implemented\n",
                        "1 error: cannot attach to *v1.Service: invalid service 'none': Service is defined without a"
                                + " selector\n",
                        "1 error: --pod-running-timeout must be higher than zero\n"
                                + "See 'kubectl exec -h' for help and examples\n",
                        "1 error: timed out waiting for the condition\n");
    }

    @Test
    void a_workload_without_pods_is_waited_for() {
        List<String> outputs = ofWorkloads(
                "v1.20",
                "- {at: 10s, kubectl: logs svc/late}\n",
                "- {at: 15s, kubectl: run late --image=app:1 --labels=app=late}\n",
                "- {at: 20s, kubectl: exec svc/late -- hostname}\n");

        // The logs of a pod that has just come are empty, or its container is not there yet.
        assertThat(outputs)
                .hasSize(3)
                .contains("0 pod/late created\n", "0 late\n")
                .doesNotContain("1 error: timed out waiting for the condition\n");
    }

    @Test
    void before_v1_15_only_a_name_of_a_pod_is_understood() {
        assertThat(ofWorkloads("v1.14", "- {at: 10s, kubectl: exec pod/web -- hostname}\n"))
                .containsExactly("1 error: invalid resource name \"pod/web\": [may not contain '/']\n");
    }
}
