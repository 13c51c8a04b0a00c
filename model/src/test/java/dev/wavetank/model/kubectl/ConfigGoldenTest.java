package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;

/** The commands of {@code config} against what kubectl 1.32 printed, and what follows for other commands. */
class ConfigGoldenTest {

    /**
     * Typed one after the other in an empty home. The real one lists clusters and users in any order; here they are
     * sorted.
     */
    @Test
    void a_session_of_config_prints_what_was_recorded() {
        Terminal terminal = new Terminal();
        for (RecordedCommand recorded : RecordedCommand.in("config-1.32.txt")) {
            assertThat(RecordedCommand.text(terminal.type(recorded.words())))
                    .as(recorded.toString())
                    .isEqualTo(recorded.result());
        }
    }

    @Test
    void other_commands_take_the_namespace_of_the_current_context() {
        Terminal terminal = new Terminal();
        terminal.type("config set-context dev --namespace=team");
        terminal.type("config use-context dev");
        terminal.type("create configmap a");
        assertThat(terminal.requests()).last().asString().contains("team/a");
    }

    @Test
    void a_change_goes_into_the_file_that_has_the_entry() {
        Terminal terminal = new Terminal();
        terminal.file("one", "clusters: [{name: a, cluster: {server: https://a}}]\n");
        terminal.file("two", "clusters: [{name: b, cluster: {server: https://b}}]\n");
        terminal.type("config set-cluster b --server=https://c --kubeconfig=two");
        assertThat(terminal.type("config view --kubeconfig=two -o jsonpath={..server}")
                        .stdout())
                .isEqualTo("https://c");
        assertThat(terminal.type("config view --kubeconfig=one -o jsonpath={..server}")
                        .stdout())
                .isEqualTo("https://a");
    }

    /** As the real command has left the file (v1.32). */
    @Test
    void a_provider_of_id_tokens_has_arguments_that_come_and_go() {
        Terminal terminal = new Terminal();
        terminal.type("config set-credentials d --auth-provider=oidc --auth-provider-arg=id-token=abc,client-id=x"
                + " --auth-provider-arg=foo=bar");
        terminal.type("config set-credentials d --auth-provider-arg=foo- --auth-provider-arg=idp-issuer-url=https://a");
        assertThat(terminal.type("config view -o jsonpath={.users[].user}").stdout())
                .isEqualTo("{\"auth-provider\":{\"config\":{\"client-id\":\"x\",\"id-token\":\"abc\","
                        + "\"idp-issuer-url\":\"https://a\"},\"name\":\"oidc\"}}");
        terminal.type("config set-credentials d --auth-provider=gcp");
        assertThat(terminal.type("config view -o jsonpath={.users[].user}").stdout())
                .isEqualTo("{\"auth-provider\":{\"config\":{},\"name\":\"gcp\"}}");
        assertThat(terminal.type("config set-credentials d --auth-provider-arg=foo")
                        .stderr())
                .isEqualTo("error: invalid auth-provider-arg format: foo\n");
    }

    @Test
    void certificates_can_be_embedded_and_flattened() {
        Terminal terminal = new Terminal();
        terminal.file("ca.crt", "hello");
        terminal.type("config set-cluster a --certificate-authority=ca.crt --embed-certs=true");
        assertThat(terminal.type("config view --raw -o jsonpath={..certificate-authority-data}")
                        .stdout())
                .isEqualTo("aGVsbG8=");
        terminal.type("config set-cluster b --certificate-authority=ca.crt");
        assertThat(terminal.type("config view --flatten -o jsonpath={.clusters[?(@.name=='b')].cluster}")
                        .stdout())
                .isEqualTo("{\"certificate-authority-data\":\"aGVsbG8=\",\"server\":\"\"}");
        assertThat(terminal.type("config set-cluster a --certificate-authority=no.crt --embed-certs=true")
                        .stderr())
                .isEqualTo("error: the path \"no.crt\" does not exist\n");
    }

    @Test
    void wrong_arguments_print_the_page_of_help_and_an_error() {
        KubectlResult result = new Terminal().type("config use-context");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stdout()).contains("Usage:\n  kubectl config use-context CONTEXT_NAME [options]\n");
        assertThat(result.stderr()).isEqualTo("error: Unexpected args: []\n");
    }

    @Test
    void a_broken_file_is_named() {
        Terminal terminal = new Terminal();
        terminal.file("bad", "clusters: [");
        assertThat(terminal.type("config view --kubeconfig=bad").stderr())
                .startsWith("error: error loading config file bad:");
    }

    @Test
    void flags_of_later_versions_are_unknown() {
        assertThat(new Terminal(KubernetesVersion.V1_8)
                        .type("config set-context --current --namespace=a")
                        .stderr())
                .contains("unknown flag: --current");
    }
}
