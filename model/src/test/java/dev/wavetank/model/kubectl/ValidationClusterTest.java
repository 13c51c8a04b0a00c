package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of fields in files that nobody knows. */
class ValidationClusterTest {

    private static final String FILE = """
            files:
              bad.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: bad}
                spec:
                  foo: 1
                  containers: [{name: a, imagee: nginx, image: nginx}]
            """;

    private static final String STRICT =
            "strict decoding error: unknown field \"spec.containers[0].imagee\", unknown field" + " \"spec.foo\"\n";

    @Test
    void the_server_refuses_unknown_fields_unless_it_is_told_to_warn_or_to_ignore_them() {
        assertThat(outputs("v1.32", """
                - {at: 0s, kubectl: create -f bad.yaml}
                - {at: 1s, kubectl: apply -f bad.yaml}
                - {at: 2s, kubectl: create -f bad.yaml --validate=maybe}
                - {at: 3s, kubectl: create -f bad.yaml --validate=warn}
                - {at: 4s, kubectl: apply -f bad.yaml}
                - {at: 5s, kubectl: replace -f bad.yaml}
                - {at: 6s, kubectl: delete pod bad --now}
                - {at: 20s, kubectl: create -f bad.yaml --validate=false}
                """)).satisfies(outputs -> {
            String pod = "Pod in version \"v1\" cannot be handled as a Pod: " + STRICT;
            assertThat(outputs.get(0))
                    .isEqualTo("1 Error from server (BadRequest): error when creating \"bad.yaml\": " + pod);
            assertThat(outputs.get(1)).isEqualTo(outputs.get(0));
            assertThat(outputs.get(2))
                    .isEqualTo("1 error: invalid - validate option \"maybe\"; must be one of: strict (or true),"
                            + " warn, ignore (or false)\n");
            assertThat(outputs.get(3))
                    .isEqualTo("0 pod/bad created\nWarning: unknown field \"spec.containers[0].imagee\"\n"
                            + "Warning: unknown field \"spec.foo\"\n");
            assertThat(outputs.get(4)).startsWith("1 ").contains("strict decoding error: unknown field");
            assertThat(outputs.get(5))
                    .isEqualTo("1 Error from server (BadRequest): error when replacing \"bad.yaml\": " + pod);
            assertThat(outputs.get(7)).isEqualTo("0 pod/bad created\n");
        });
    }

    @Test
    void patch_prints_what_the_server_says_of_fields_that_nobody_knows() {
        String timeline = """
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 5s, kubectl: [patch, deployment, web, -p, '{"spec":{"replcas":3}}']}
                - {at: 6s, kubectl: [patch, deployment, web, --type=merge, -p, '{"spec":{"replcas":3}}']}
                - {at: 7s, kubectl: [patch, deployment, web, -p, '{"spec":{"replicas":2}}', --record]}
                """;
        String warned = "0 deployment.apps/web patched (no change)\nWarning: unknown field \"spec.replcas\"\n";

        assertThat(outputs("v1.32", timeline)).satisfies(outputs -> {
            assertThat(outputs.get(1)).isEqualTo(warned);
            assertThat(outputs.get(2)).isEqualTo(warned);
            assertThat(outputs.get(3))
                    .startsWith("0 deployment.apps/web patched\n")
                    .doesNotContain("unknown field");
        });
        assertThat(outputs("v1.24", timeline).subList(1, 3))
                .allMatch(output -> output.equals("0 deployment.apps/web patched (no change)\n"));
    }

    @Test
    void before_v1_25_the_command_itself_refuses_them_by_the_servers_document() {
        assertThat(outputs("v1.20", """
                - {at: 0s, kubectl: create -f bad.yaml}
                - {at: 1s, kubectl: create -f bad.yaml --validate=false}
                """))
                .containsExactly(
                        "1 error: error validating \"bad.yaml\": error validating data:"
                                + " [ValidationError(Pod.spec.containers[0]): unknown field \"imagee\" in"
                                + " io.k8s.api.core.v1.Container, ValidationError(Pod.spec): unknown field \"foo\" in"
                                + " io.k8s.api.core.v1.PodSpec]; if you choose to ignore these errors, turn validation"
                                + " off with --validate=false\n",
                        "0 pod/bad created\n");
    }

    private static List<String> outputs(String profile, String timeline) {
        return TypedCommands.outputs(timeline + "cluster: {profile: " + profile + "}\n" + FILE);
    }
}
