package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a server says of the pods that a StatefulSet is to make. */
class StatefulSetPodsClusterTest {

    private static List<String> outputs(String profile, String spec, String commands) {
        return TypedCommands.outputs("""
                - {at: 0s, kubectl: apply -f db.yaml}
                %scluster: {nodes: 1, profile: %s}
                files:
                  db.yaml: |
                    apiVersion: apps/v1
                    kind: StatefulSet
                    metadata: {name: db}
                    spec:
                      serviceName: db
                      selector: {matchLabels: {app: db}}
                      template: {metadata: {labels: {app: db}}%s}
                      volumeClaimTemplates:
                      - metadata: {name: data}
                        spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
                """.formatted(commands, profile, spec));
    }

    @Test
    void they_are_validated_with_it_since_v1_34() {
        assertThat(outputs("v1.34", "", "").get(0))
                .isEqualTo("1 The StatefulSet \"db\" is invalid: spec.template.spec.containers: Required value\n");
        assertThat(outputs("v1.33", "", "- {at: 5s, kubectl: get events}\n"))
                .contains("0 statefulset.apps/db created\n")
                .last()
                .asString()
                .contains("Pod \"db-0\" is invalid: spec.containers: Required value");
    }

    @Test
    void a_claim_counts_as_a_volume() {
        String mounts = ", spec: {containers: [{name: c, image: i, volumeMounts: [{name: %s, mountPath: /d}]}]}";

        assertThat(outputs("v1.36", mounts.formatted("data"), "")).containsExactly("0 statefulset.apps/db created\n");
        assertThat(outputs("v1.36", mounts.formatted("dada"), "").get(0))
                .contains("spec.template.spec.containers[0].volumeMounts[0].name: Not found: \"dada\"");
    }

    @Test
    void an_update_may_not_make_them_invalid() {
        String good = ", spec: {containers: [{name: c, image: i}]}";
        String patch = "patch statefulset db --type=json -p=''[{\"op\":\"replace\",\"path\":"
                + "\"/spec/template/spec/containers/0/name\",\"value\":\"C\"}]''";

        assertThat(outputs("v1.36", good, "- {at: 5s, kubectl: '" + patch + "'}\n")
                        .get(1))
                .contains("spec.template.spec.containers[0].name: Invalid value: \"C\"");
    }
}
