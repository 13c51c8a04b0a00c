package dev.wavetank.model.kubectl.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The choice of user and server. The texts of errors are those that kubectl 1.32 printed for the same files. */
class ConfigChoiceTest {

    private static final String FILE = """
            apiVersion: v1
            kind: Config
            current-context: dev
            contexts:
            - {name: dev, context: {cluster: c, user: alice, namespace: shop}}
            - {name: nobody, context: {cluster: c, user: missing}}
            clusters: [{name: c, cluster: {server: "https://kube-apiserver-1:6443"}}]
            users:
            - {name: alice, user: {token: t}}
            - {name: both, user: {token: t, username: u, password: p}}
            - {name: half, user: {client-certificate: kc}}
            - {name: filed, user: {tokenFile: t.txt}}
            """;

    private static final Map<String, String> FILES = Map.of(
            "kc",
            FILE,
            "other",
            FILE.replace("token: t}", "token: late}"),
            "cur",
            "current-context: x\n",
            "t.txt",
            "f\n");

    private static ClientConfig choose(String environment, String words) {
        ClientConfig standard =
                new ClientConfig(List.of("kube-apiserver-0", "kube-apiserver-1"), Identity.ofToken("admin"), "default");
        return new ConfigChoice(standard, environment, new ObjectCodec())
                .of(
                        Invocation.parse(List.of((words + " get pods").strip().split(" +")), KubernetesVersion.V1_32),
                        FILES);
    }

    @Test
    void without_files_and_flags_the_user_is_that_of_the_terminal() {
        assertThat(choose("", ""))
                .isEqualTo(new ClientConfig(
                        List.of("kube-apiserver-0", "kube-apiserver-1"), Identity.ofToken("admin"), "default"));
        assertThat(choose("", "--token=x").identity()).isEqualTo(Identity.ofToken("x"));
    }

    @Test
    void a_context_names_user_namespace_and_server() {
        assertThat(choose("kc", ""))
                .isEqualTo(new ClientConfig(List.of("kube-apiserver-1"), Identity.ofToken("t"), "shop"));
        assertThat(choose("", "--kubeconfig kc --user=filed").identity()).isEqualTo(Identity.ofToken("f"));
        assertThat(choose("kc", "--server=https://kube-apiserver-0").servers()).containsExactly("kube-apiserver-0");
        assertThat(choose("kc", "--context=nobody").identity().credentials())
                .as("a user that is missing shows nothing")
                .isEqualTo(Credentials.NONE);
    }

    @Test
    void of_several_files_the_first_that_has_a_name_counts() {
        assertThat(choose("none:other:kc", "").identity()).isEqualTo(Identity.ofToken("late"));
        assertThat(choose("kc:other", "").identity()).isEqualTo(Identity.ofToken("t"));
    }

    @Test
    void a_flag_overrides_the_context() {
        assertThat(choose("kc", "--token=t2").identity()).isEqualTo(Identity.ofToken("t2"));
        assertThat(choose("", "--username=u --password=p").identity().credentials())
                .isEqualTo(Credentials.ofPassword("u", "p"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--kubeconfig=nofile | error: stat nofile: no such file or directory",
                "--context=x | Error in configuration: context was not found for specified context: x",
                "--kubeconfig=cur | Error in configuration: context was not found for specified context: x",
                "--user=x | error: auth info \"x\" does not exist",
                "--cluster=x | error: no server found for cluster \"x\"",
                "--user=both | error: more than one authentication method found for both; found [token basicAuth], only"
                        + " one is allowed",
                "--username=b | error: more than one authentication method found for alice; found [token basicAuth], only"
                        + " one is allowed",
                "--user=half --token= | error: client-key-data or client-key must be specified for half to use the"
                        + " clientCert authentication method."
            })
    void an_impossible_choice_has_the_words_of_kubectl(String words, String message) {
        assertThatThrownBy(() -> choose("kc", words))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @Test
    void a_user_may_act_as_another() {
        assertThat(choose("kc", "--as=bob --as-group=a --as-group=b").identity())
                .isEqualTo(
                        new Identity(Credentials.ofToken("t"), new ImpersonationConfig("bob", "", List.of("a", "b"))));
        assertThatThrownBy(() -> choose("kc", "--as-group=a")).hasMessageContaining("without impersonating a user");
    }

    @Test
    void a_server_that_is_not_simulated_is_refused() {
        assertThatThrownBy(() -> choose("", "--server=https://1.2.3.4:6443"))
                .hasMessage("error: the simulation has no server https://1.2.3.4:6443: write https:// and one of"
                        + " kube-apiserver-0, kube-apiserver-1");
    }
}
