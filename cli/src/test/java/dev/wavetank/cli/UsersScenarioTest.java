package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scenarios with users of their own: kubeconfig files and flags on one side, flags of the API server on the other. */
class UsersScenarioTest {

    private static final Path EXAMPLE = Path.of("..", "examples", "users.yaml");

    private static final String REJECTED = "error: You must be logged in to the server (Unauthorized)\n";

    @TempDir
    private Path directory;

    private Invocation run(String scenario, String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "run";
        all[1] = InputFile.write(directory, "scenario.yaml", scenario);
        System.arraycopy(options, 0, all, 2, options.length);
        return Invocation.of(all);
    }

    /** What the users saw of a command. */
    private static String after(Invocation run, String command) {
        for (JsonNode one : JsonMapper.shared().readTree(run.out()).get("commands")) {
            StringBuilder words = new StringBuilder();
            one.get("arguments").forEach(word -> words.append(word.asString()).append(' '));
            if (words.toString().startsWith(command)) {
                return one.get("stdout").asString() + one.get("stderr").asString();
            }
        }
        throw new AssertionError("no such command: " + command);
    }

    @Test
    void each_method_knows_its_users() throws IOException {
        Invocation run = run(Files.readString(EXAMPLE), "-o=json");

        assertThat(after(run, "--user=root create namespace")).isEqualTo("namespace/shop created\n");
        assertThat(after(run, "get pods")).isEqualTo("No resources found in shop namespace.\n");
        assertThat(after(run, "--user=carol get pods")).isEqualTo("No resources found in shop namespace.\n");
        assertThat(after(run, "--user=dave get pods")).isEqualTo("No resources found in shop namespace.\n");
        assertThat(after(run, "--user=carol create"))
                .isEqualTo("error: failed to create deployment: deployments.apps is forbidden: User \"carol\" cannot"
                        + " create resource \"deployments\" in API group \"apps\" in the namespace \"shop\"\n");
        assertThat(after(run, "--user=late get pods")).as("expired").isEqualTo(REJECTED);
        assertThat(after(run, "--user=forged get pods")).as("unknown authority").isEqualTo(REJECTED);
        assertThat(after(run, "--user=nobody get pods")).as("not anonymous").isEqualTo(REJECTED);
        assertThat(after(run, "--token=wrong get pods")).isEqualTo(REJECTED);
    }

    @Test
    void without_the_setting_who_shows_nothing_is_anonymous() throws IOException {
        Invocation run = run(Files.readString(EXAMPLE), "--set=kube-apiserver.anonymous-auth=true", "-o=json");

        assertThat(after(run, "--user=nobody get pods"))
                .startsWith("Error from server (Forbidden): pods is forbidden: User \"system:anonymous\"");
    }

    @Test
    void a_password_is_known_before_1_19_only() throws IOException {
        String scenario = Files.readString(EXAMPLE)
                .replace("ca-file: ca.crt", "ca-file: ca.crt\n    kube-apiserver.basic-auth-file: passwords.csv")
                .replace("files:\n", "files:\n  passwords.csv: 'hunter2,bob,3,staff'\n");

        assertThat(after(run(scenario, "--profile=v1.18", "-o=json"), "--user=bob get pods"))
                .isEqualTo("No resources found in shop namespace.\n");
        assertThat(after(
                        run(scenario.replace("hunter2,", "other,"), "--profile=v1.18", "-o=json"),
                        "--user=bob get pods"))
                .isEqualTo(REJECTED);
        assertThat(run(scenario, "--profile=v1.19").err())
                .contains("kube-apiserver.basic-auth-file: Kubernetes v1.19 has no flag --basic-auth-file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "t-alice,alice,2,\"staff\" | t-alice,alice | kube-apiserver.token-auth-file: tokens.csv, line 2: expected"
                        + " token,user,uid",
                "t-alice,alice | t-alice, | tokens.csv, line 2, field 2 (user): may not be empty",
                "t-alice,alice | admin,alice | the token 'admin' of alice is that of a component",
                "O = staff, CN = late | O : staff | late.crt, line 1: subject: 'O : staff' is no part of a name",
                "2025-12-31 00:00:00Z | yesterday | late.crt, line 3: notAfter: 'yesterday' is no time",
                "issuer=CN = me | issued by me | forged.crt, line 2: expected what 'openssl x509",
                "ca-file: ca.crt | ca-file: cb.crt | there is no file cb.crt",
                "oidc-client-id: wavetank | oidc-client-id: '' | kube-apiserver.oidc-issuer-url and"
                        + " kube-apiserver.oidc-client-id must be given together"
            })
    void a_malformed_file_is_reported_with_file_line_and_field(String good, String bad, String message)
            throws IOException {
        Invocation run = run(Files.readString(EXAMPLE).replace(good, bad));

        assertThat(run.err()).contains(message);
        assertThat(run.out()).as("before the run").isEmpty();
    }

    /** The first manager has its tokens from before the run; the next one has to ask. */
    @Test
    void tokens_of_service_accounts_need_a_key_that_the_server_trusts() {
        String scenario = """
                cluster:
                  nodes: 1
                  settings:
                    kube-controller-manager.use-service-account-credentials: "true"
                    kube-apiserver.service-account-signing-key-file: new.key
                    kube-apiserver.service-account-key-file: old.pub
                timeline:
                - {at: 40s, kubectl: create deployment web --image=nginx}
                files: {new.key: "new\\n", old.pub: "old\\n"}
                faults:
                - {kind: componentCrash, at: 2s, for: 5s, component: kube-controller-manager}
                horizon: 2m
                """;

        assertThat(run(scenario).out()).containsPattern("pods +none");
        assertThat(run(scenario.replace("old.pub\n", "\"old.pub,new.key\"\n")).out())
                .containsPattern("pods +1 Running");
    }
}
