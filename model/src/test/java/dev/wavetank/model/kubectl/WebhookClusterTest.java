package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Admission webhooks whose behaviour a scenario describes. */
class WebhookClusterTest {

    private static final String CONFIGURATIONS = """
            cluster:
              addOns:
              - kind: admissionWebhook
                service: policy/guard
                rules:
                - {operation: create, resource: configmaps, annotation: wanted=no, answer: deny, code: 422, reason: not wanted}
                - {operation: DELETE, label: keep, answer: deny, reason: keep it}
                - {user: nobody, answer: deny}
                - {operation: create, path: /mutate, patch: [{op: add, path: /data/by, value: guard}]}
            files:
              guard.yaml: |
                apiVersion: admissionregistration.k8s.io/v1
                kind: MutatingWebhookConfiguration
                metadata: {name: guard}
                webhooks:
                - name: guard.example.com
                  clientConfig: {service: {namespace: policy, name: guard, path: /mutate}}
                  rules: [{apiGroups: [""], apiVersions: [v1], resources: [configmaps], operations: ["*"]}]
                  sideEffects: None
                  admissionReviewVersions: [v1]
              a.yaml: |
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, annotations: {wanted: "no"}}
              b.yaml: |
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: b, labels: {keep: ""}}
                data: {x: z}
            """;

    @Test
    void the_first_rule_that_matches_answers() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: apply -f guard.yaml}
                - {at: 5s, kubectl: create -f a.yaml}
                - {at: 6s, kubectl: create -f b.yaml}
                - {at: 7s, kubectl: 'get configmap b -o jsonpath={.data}'}
                - {at: 8s, kubectl: delete configmap b}
                - {at: 9s, kubectl: label configmap b keep-}
                - {at: 10s, kubectl: delete configmap b}
                """ + CONFIGURATIONS);
        assertThat(outputs.subList(1, outputs.size()))
                .containsExactly(
                        "1 Error from server: error when creating \"a.yaml\": admission webhook"
                                + " \"guard.example.com\" denied the request: not wanted\n",
                        "0 configmap/b created\n",
                        "0 {\"by\":\"guard\",\"x\":\"z\"}",
                        "1 Error from server: admission webhook \"guard.example.com\" denied the request: keep it\n",
                        "0 configmap/b unlabeled\n",
                        "0 configmap \"b\" deleted from default namespace\n");
    }
}
