package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kubectl v1.32 says to mistakes, as the real binary prints it. */
class MistakenCommandsTest {

    private static KubectlResult typed(String words) {
        return new Terminal(KubernetesVersion.V1_32).type(List.of(words.split(" ")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"create service", "create secret", "set", "top", "auth", "config"})
    void a_command_without_its_second_word_prints_how_it_is_used_and_fails(String words) {
        KubectlResult result = typed(words);
        assertThat(result.exitCode()).isOne();
        assertThat(result.stdout()).isEmpty();
        assertThat(result.stderr()).contains("\nAvailable Commands:\n").contains("\nUsage:\n  kubectl " + words + " ");
    }

    @Test
    void rollout_does_so_on_standard_output() {
        KubectlResult result = typed("rollout");
        assertThat(result.exitCode()).isOne();
        assertThat(result.stdout()).startsWith("Manage the rollout").contains("\nAvailable Commands:\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "version x | extra arguments: [x]",
                "taint nodes n1 /a:NoSchedule | invalid taint spec: /a:NoSchedule, prefix part must be non-empty",
                "taint nodes n1 a=b | invalid taint spec: a=b, name part must consist of alphanumeric characters, '-',",
                "taint nodes n1 a=b/c:NoSchedule | invalid taint spec: a=b/c:NoSchedule, a valid label must be an empty",
                "taint nodes n1 a:b:NoSchedule | invalid taint spec: a:b:NoSchedule",
                "get pods -o custom-columns=A | unexpected custom-columns spec: A, expected <header>:<json-path-expr>",
            })
    void a_mistake_is_named(String words, String error) {
        KubectlResult result = typed(words);
        assertThat(result.exitCode()).isOne();
        assertThat(result.stderr()).startsWith("error: " + error);
    }

    @Test
    void a_dry_run_of_the_client_prints_what_the_server_would_refuse() {
        assertThat(typed("create deployment web --image=nginx --replicas=-1 --dry-run=client")
                        .stdout())
                .isEqualTo("deployment.apps/web created (dry run)\n");
    }

    @Test
    void a_field_that_no_object_has_is_no_order() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 5s, kubectl: "get pods --sort-by={.bogus}"}
                - {at: 6s, kubectl: "get pods --sort-by=.bogus -o name"}
                - {at: 7s, kubectl: "get pods -o custom-columns=A"}
                - {at: 8s, kubectl: "get pods --sort-by=.metadata.name -o name"}
                """);
        String none = "1 error: couldn't find any field with path \"{.bogus}\" in the list of objects\n";
        assertThat(outputs.subList(1, 4))
                .containsExactly(
                        none, none, "1 error: unexpected custom-columns spec: A, expected <header>:<json-path-expr>\n");
        assertThat(outputs.get(4)).startsWith("0 pod/web-");
    }

    @Test
    void version_1_8_prints_the_tables_of_its_time() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: run nginx --image=nginx --replicas=2}
                - {at: 8s, kubectl: "get deploy,rs"}
                - {at: 9s, kubectl: "get pods -o wide"}
                - {at: 10s, kubectl: rollout history deploy/nginx}
                - {at: 11s, kubectl: autoscale deploy nginx --max=3}
                - {at: 12s, kubectl: version}
                cluster: {profile: v1.8}
                """);
        assertThat(outputs.get(1))
                .contains("NAME           DESIRED   CURRENT   UP-TO-DATE   AVAILABLE   AGE\ndeploy/nginx   2 ")
                .contains("\nrs/nginx-");
        assertThat(outputs.get(2)).doesNotContain("NOMINATED", "GATES").contains("   IP         NODE\n");
        assertThat(outputs.get(3)).startsWith("0 deployments \"nginx\"\nREVISION");
        assertThat(outputs.get(4)).isEqualTo("0 deployment \"nginx\" autoscaled\n");
        assertThat(outputs.get(5))
                .contains("Server Version: version.Info{Major:\"1\", Minor:\"8\", GitVersion:\"v1.8.0\"");
    }
}
