package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A user who is the scheduler: a Binding that is created binds the pod of its name. */
class BindingClusterTest {

    private static final String FILES = """
            - {at: 0s, kubectl: create -f pod.yaml}
            %s
            - {at: 30s, kubectl: "get pod a -o jsonpath={.spec.nodeName}/{.metadata.annotations.k}/{.status.phase}"}
            - {at: 31s, kubectl: create -f binding.yaml}
            files:
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec: {schedulerName: me, containers: [{name: c, image: app}]}
              binding.yaml: |
                apiVersion: v1
                kind: Binding
                metadata: {name: a, annotations: {k: v}}
                target: {apiVersion: v1, kind: Node, name: node-1}
            """;

    @Test
    void a_created_binding_binds_once() {
        assertThat(TypedCommands.outputs(FILES.formatted("- {at: 10s, kubectl: create -f binding.yaml}"))
                        .subList(1, 4))
                .containsExactly(
                        "0 status/<unknown> created\n",
                        "0 node-1/v/Running",
                        "1 Error from server (Conflict): error when creating \"binding.yaml\": Operation cannot be"
                                + " fulfilled on pods/binding \"a\": pod a is already assigned to node \"node-1\"\n");
    }

    @Test
    void an_applied_one_too_and_is_called_an_error() {
        assertThat(TypedCommands.outputs(FILES.formatted("- {at: 10s, kubectl: apply -f binding.yaml}"))
                        .subList(1, 3))
                .element(0)
                .isEqualTo("1 error: object does not implement the Object interfaces\n");
    }
}
