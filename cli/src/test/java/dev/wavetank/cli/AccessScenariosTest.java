package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Scenarios that say who the users of the API server are and what happens to their requests. */
class AccessScenariosTest {

    @TempDir
    private Path directory;

    private Invocation run(String scenario, String... options) {
        String[] all = new String[options.length + 2];
        all[0] = "run";
        all[1] = InputFile.write(directory, "scenario.yaml", scenario);
        System.arraycopy(options, 0, all, 2, options.length);
        return Invocation.of(all);
    }

    /** A second manager needs new tokens for its controllers, and a webhook stands in the way. */
    @Test
    void a_webhook_that_is_not_there_keeps_controllers_from_their_tokens() {
        Invocation run = run("""
                cluster:
                  settings: {kube-controller-manager.use-service-account-credentials: "true"}
                timeline:
                - {at: 5s, kubectl: apply -f hook}
                - {at: 40s, kubectl: create deployment web --image=nginx}
                files:
                  hook: |
                    apiVersion: admissionregistration.k8s.io/v1
                    kind: ValidatingWebhookConfiguration
                    metadata: {name: tokens}
                    webhooks:
                    - name: tokens.example.com
                      admissionReviewVersions: [v1]
                      sideEffects: None
                      failurePolicy: Fail
                      clientConfig: {url: "https://tokens.example.com/"}
                      rules:
                      - apiGroups: [""]
                        apiVersions: [v1]
                        operations: [CREATE]
                        resources: [serviceaccounts/token]
                faults:
                - {kind: componentCrash, at: 20s, for: 5s, component: kube-controller-manager}
                horizon: 2m
                """);

        assertThat(run.out())
                .contains("deployment.apps/web created")
                .containsPattern("refuses create of serviceaccounts/kube-system/[a-z-]+/token by"
                        + " kube-controller-manager: Internal error occurred: failed calling webhook"
                        + " \"tokens.example.com\"")
                .containsPattern("pods +none");
    }

    @Test
    void a_webhook_decides_late_is_remembered_and_fails() throws IOException {
        Invocation run = run(Files.readString(Path.of("..", "examples", "webhook-authorization.yaml")), "-o=json");
        List<JsonNode> commands = new ArrayList<>();
        JsonMapper.shared().readTree(run.out()).get("commands").forEach(commands::add);

        assertThat(millis(commands.get(0))).as("asked").isGreaterThan(50);
        assertThat(millis(commands.get(1))).as("remembered").isLessThan(20);
        assertThat(commands.get(1).get("stdout").asString()).contains("kube-root-ca.crt");
        assertThat(error(commands.get(2))).endsWith("in the namespace \"default\": ask the security team\n");
        assertThat(error(commands.get(3))).as("no opinion").endsWith("in the namespace \"kube-system\"\n");
        assertThat(error(commands.get(4))).as("remembered for 40 s").isEmpty();
        assertThat(error(commands.get(5)))
                .as("away")
                .startsWith("Error from server (InternalError): an error on the server")
                .contains("Post \\\"https://authz.example.com/authorize?timeout=30s\\\": connection refused");
        assertThat(error(commands.get(7))).as("back").contains("ask the security team");
    }

    private static long millis(JsonNode command) {
        return (command.get("ended").asLong() - command.get("at").asLong()) / 1_000_000;
    }

    private static String error(JsonNode command) {
        return command.get("stderr").asString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "host: authz.example.com | host: other.example.com | nothing serves at authz.example.com: add {kind:"
                        + " authorizationWebhook, host: authz.example.com} to the addOns of the cluster",
                "RBAC,Webhook | RBAC | cannot specify --authorization-webhook-config-file without mode Webhook",
                "answer: deny | answer: no | cluster.addOns[0].rules[0].answer: expected one of allow, deny, noOpinion",
                "resource: secrets | ressource: secrets | cluster.addOns[0].rules[0].ressource: no such field",
                "kind: authorizationWebhook | kind: webhook | cluster.addOns[0].kind: no such add-on",
                "server: | sever: | authz.conf: clusters[0].cluster.server: missing"
            })
    void a_mistake_about_a_webhook_is_reported(String good, String bad, String message) throws IOException {
        Invocation run = run(Files.readString(Path.of("..", "examples", "webhook-authorization.yaml"))
                .replace(good, bad));

        assertThat(run.err()).contains(message);
        assertThat(run.out()).as("before the run").isEmpty();
    }
}
