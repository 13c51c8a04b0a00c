package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Fields of pods that only the node acts upon: each works, or is refused. */
class NodeFieldsClusterTest {

    private static List<String> outputs(String profile, String spec, String commands) {
        return TypedCommands.outputs("""
                - {at: 0s, kubectl: create configmap keys --from-literal=a=1 --from-literal=1-b=2}
                - {at: 1s, kubectl: apply -f p.yaml}
                %scluster: {nodes: 1, profile: %s}
                files:
                  p.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec: {%s}
                """.formatted(commands, profile, spec));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.36 ~ containers: [{name: c, image: i}], volumes: [{name: v, emptyDir: {sizeLimit: "-1"}}] ~ spec.volumes[0].emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity
            v1.36 ~ containers: [{name: c, image: i, securityContext: {procMount: Unmasked}}] ~ spec.containers[0].securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`
            v1.36 ~ hostUsers: false, hostNetwork: true, containers: [{name: c, image: i}] ~ spec.hostNetwork: Forbidden: when `hostUsers` is false
            v1.36 ~ hostUsers: false, hostPID: true, containers: [{name: c, image: i}] ~ spec.HostPID: Forbidden: when `hostUsers` is false
            v1.36 ~ hostUsers: false, hostIPC: true, containers: [{name: c, image: i}] ~ spec.HostIPC: Forbidden: when `hostUsers` is false
            v1.32 ~ containers: [{name: c, image: i, restartPolicy: Always}] ~ spec.containers[0].restartPolicy: Forbidden: may not be set for non-init containers
            v1.32 ~ initContainers: [{name: d, image: i, restartPolicy: Never}], containers: [{name: c, image: i}] ~ spec.initContainers[0].restartPolicy: Unsupported value: "Never": supported values: "Always"
            v1.32 ~ containers: [{name: c, image: i, lifecycle: {preStop: {sleep: {seconds: 0}}}}] ~ spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30)
            v1.36 ~ containers: [{name: c, image: i, lifecycle: {preStop: {sleep: {seconds: 31}}}}] ~ spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)
            v1.34 ~ containers: [{name: c, image: i}], volumes: [{name: v, image: {reference: x}}] ~ spec.volumes[0]: Required value: must specify a volume type
            v1.34 ~ containers: [{name: c, image: i}], volumes: [{name: v, ephemeral: {}}] ~ spec.volumes[0].ephemeral.volumeClaimTemplate: Required value
            v1.34 ~ containers: [{name: c, image: i}], volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce]}}}}] ~ spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value
            """)
    void what_a_version_does_not_permit_is_refused(String profile, String spec, String error) {
        assertThat(outputs(profile, spec, "").get(1)).isEqualTo("1 The Pod \"p\" is invalid: " + error + "\n");
    }

    @Test
    void a_mount_that_must_be_read_only_all_the_way_down_is_refused_by_the_kubelet() {
        assertThat(outputs(
                                "v1.36",
                                "volumes: [{name: e, emptyDir: {}}], containers: [{name: c, image: i, volumeMounts:"
                                        + " [{name: e, mountPath: /e, readOnly: true, recursiveReadOnly: Enabled}]}]",
                                "- {at: 20s, kubectl: 'get pod p -o"
                                        + " jsonpath={.status.containerStatuses[0].state.waiting}'}\n")
                        .get(2))
                .contains(
                        "CreateContainerConfigError",
                        "failed to resolve recursive read-only mode: volume \\\"e\\\" requested recursive read-only"
                                + " mode, but it is not supported by the runtime");
    }

    @Test
    void hooks_have_the_type_of_probes_before_v1_23() {
        String spec = "containers: [{name: c, image: i, lifecycle: {preStop: {sleep: {seconds: 1}}}}]";

        assertThat(outputs("v1.20", spec, "").get(1))
                .contains("unknown field \"sleep\" in io.k8s.api.core.v1.Handler;");
        assertThat(outputs("v1.24", spec, "").get(1))
                .contains("unknown field \"sleep\" in io.k8s.api.core.v1.LifecycleHandler;");
    }

    @Test
    void a_pause_before_the_stop_delays_it() {
        String commands = "- {at: 10s, kubectl: delete pod p}\n- {at: 11s, kubectl: get pods -o name}\n";

        assertThat(outputs(
                        "v1.36",
                        "containers: [{name: c, image: i, lifecycle: {preStop: {sleep: {seconds: 8}}}}]",
                        commands + "- {at: 17s, kubectl: get pods -o name}\n- {at: 21s, kubectl: get pods -o name}\n"))
                .contains("0 pod/p\n")
                .last()
                .isEqualTo("0 ");
    }

    @Test
    void the_file_for_the_last_words_can_be_another_one() {
        assertThat(outputs(
                        "v1.36",
                        "restartPolicy: Never, containers: [{name: c, image: i, terminationMessagePath: /tmp/end,"
                                + " command: [sh, -c, 'echo bye > /tmp/end; exit 3']}]",
                        "- {at: 20s, kubectl: \"get pod p -o"
                                + " jsonpath={.status.containerStatuses[0].state.terminated.message}\"}\n"))
                .last()
                .isEqualTo("0 bye\n");
    }

    @Test
    void keys_that_are_no_names_of_variables_are_left_out_with_an_event() {
        String spec = "containers: [{name: c, image: i, command: [sleep, '3600'], envFrom: [{configMapRef: {name:"
                + " keys}}]}]";
        String commands = "- {at: 20s, kubectl: get events}\n- {at: 20s, kubectl: exec p -- printenv 1-b}\n";

        assertThat(outputs("v1.28", spec, commands).get(2))
                .contains("InvalidEnvironmentVariableNames")
                .contains("Keys [1-b] from the EnvFrom configMap default/keys were skipped since they are considered"
                        + " invalid environment variable names.");
        assertThat(outputs("v1.36", spec, commands).get(3)).isEqualTo("0 2\n");
    }

    @Test
    void a_container_can_restart_by_a_policy_of_its_own() {
        String spec = "restartPolicy: Never, containers: [{name: a, image: i, restartPolicy: OnFailure, command: [sh,"
                + " -c, 'sleep 2; exit 1']}, {name: b, image: i, command: ['true']}]";

        assertThat(outputs("v1.36", spec, "- {at: 20s, kubectl: get pods --no-headers}\n"))
                .last()
                .asString()
                .containsPattern("p +\\d/2 +\\S+ +[12] \\(");
    }
}
