package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Generic ephemeral volumes in a whole cluster: from the template in a pod to the volume, and back to nothing. */
class EphemeralVolumesClusterTest {

    private static final String EVENTS =
            "- {at: 20s, kubectl: \"get events -o jsonpath={.items[?(@.reason=='FailedScheduling')].message}\"}\n";

    private static List<String> outputs(String profile, String metadata, String before, String commands) {
        return TypedCommands.outputs("""
                %s- {at: 1s, kubectl: apply -f p.yaml}
                %scluster: {nodes: 2, profile: %s}
                files:
                  class.yaml: |
                    apiVersion: storage.k8s.io/v1
                    kind: StorageClass
                    metadata: {name: fast}
                    provisioner: disk.example.com
                    volumeBindingMode: WaitForFirstConsumer
                  foreign.yaml: |
                    apiVersion: v1
                    kind: PersistentVolumeClaim
                    metadata: {name: p-v}
                    spec: {accessModes: [ReadWriteOnce], storageClassName: fast, resources: {requests: {storage: 1Gi}}}
                  p.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: p}
                    spec:
                      terminationGracePeriodSeconds: 1
                      containers: [{name: c, image: i, volumeMounts: [{name: v, mountPath: /v}]}]
                      volumes:
                      - name: v
                        ephemeral:
                          volumeClaimTemplate:
                            metadata: {%s}
                            spec:
                              accessModes: [ReadWriteOnce]
                              storageClassName: fast
                              resources: {requests: {storage: 1Gi}}
                """.formatted(before, commands, profile, metadata));
    }

    private static List<String> outputs(String profile, String commands) {
        return outputs(profile, "labels: {a: b}", "- {at: 0s, kubectl: apply -f class.yaml}\n", commands);
    }

    @Test
    void the_claim_and_its_volume_come_and_go_with_the_pod() {
        assertThat(outputs("v1.36", """
                - {at: 20s, kubectl: "get pod,pvc -l a=b -o name"}
                - {at: 20500ms, kubectl: "get pod,pvc -o jsonpath={.items[*].status.phase}"}
                - {at: 21s, kubectl: delete pod p}
                - {at: 50s, kubectl: "get pod,pvc,pv -o name"}
                """).subList(2, 6))
                .containsExactly(
                        "0 persistentvolumeclaim/p-v\n",
                        "0 Running Bound",
                        "0 pod \"p\" deleted from default namespace\n",
                        "0 ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.36 ~ 0/2 nodes are available: waiting for ephemeral volume controller to create the persistentvolumeclaim "p-v".
            v1.23 ~ 0/2 nodes are available: 2 waiting for ephemeral volume controller to create the persistentvolumeclaim "p-v".
            v1.21 ~ 0/2 nodes are available: 2 persistentvolumeclaim "p-v" not found.
            """)
    void the_scheduler_waits_for_the_claim(String profile, String text) {
        assertThat(outputs(profile, EVENTS).get(2)).startsWith("0 " + text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.36 ~ PVC default/p-v was not created for pod default/p (pod is not owner)
            v1.21 ~ 2 persistentvolumeclaim "p-v" was not created for the pod
            """)
    void a_claim_of_somebody_else_is_not_used(String profile, String text) {
        String before = "- {at: 0s, kubectl: apply -f class.yaml}\n- {at: 0s, kubectl: apply -f foreign.yaml}\n";

        assertThat(outputs(profile, "", before, EVENTS).get(3)).startsWith("0 0/2 nodes are available: " + text + ".");
    }

    @Test
    void before_v1_21_such_a_volume_has_no_type() {
        assertThat(outputs("v1.20", "").get(1)).contains("spec.volumes[0]: Required value: must specify a volume type");
    }

    @Test
    void the_template_has_labels_and_annotations_only() {
        assertThat(outputs("v1.32", "name: x", "", "").get(0))
                .contains("spec.volumes[0].ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set for an"
                        + " ephemeral volume");
    }
}
