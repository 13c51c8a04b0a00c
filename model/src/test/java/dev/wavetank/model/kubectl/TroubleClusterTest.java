package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What kubectl says, and how it ends, when something is in the way to the server or the server refuses it. */
class TroubleClusterTest {

    @Test
    void a_token_that_nobody_knows_is_refused() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods --token=nobody}
                - {at: 2s, kubectl: get pods}
                - {at: 3s, kubectl: get pods --token=nobody}
                - {at: 4s, kubectl: delete pod x --token=nobody}
                """);
        String generic = "the server has asked for the client to provide credentials";
        assertThat(outputs.get(0)
                        .lines()
                        .filter(line -> line.endsWith("couldn't get current server API group list: " + generic + "\"")))
                .hasSize(5);
        assertThat(outputs.get(0)).endsWith("error: You must be logged in to the server (" + generic + ")\n");
        assertThat(outputs.subList(2, 4)).containsOnly("1 error: You must be logged in to the server (Unauthorized)\n");
    }

    @Test
    void a_user_without_rights_is_told_which_right_is_missing() {
        assertThat(TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods --as=bob}
                - {at: 2s, kubectl: create configmap a --from-literal=x=y --as=bob}
                - {at: 3s, kubectl: auth can-i create pods --as=bob}
                - {at: 4s, kubectl: get pods --as=bob --ignore-not-found}
                cluster: {settings: {kube-apiserver.authorization-mode: "Node,RBAC"}}
                """))
                .containsExactly(
                        "1 Error from server (Forbidden): pods is forbidden: User \"bob\" cannot list resource \"pods\""
                                + " in API group \"\" in the namespace \"default\"\n",
                        "1 error: failed to create configmap: configmaps is forbidden: User \"bob\" cannot create"
                                + " resource \"configmaps\" in API group \"\" in the namespace \"default\"\n",
                        "1 no\n",
                        "1 Error from server (Forbidden): pods is forbidden: User \"bob\" cannot list resource \"pods\""
                                + " in API group \"\" in the namespace \"default\"\n");
    }

    @Test
    void a_server_that_has_too_much_to_do_is_asked_again_after_the_time_that_it_says() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods}
                - {at: 10s, kubectl: get pods -v=6}
                - {at: 60s, kubectl: get pods}
                faults:
                - {kind: requestThrottled, from: kubectl, at: 9s, for: 10s, count: 2}
                - {kind: requestThrottled, from: kubectl, at: 59s, for: 60s, count: 50}
                """);
        assertThat(outputs.get(1).lines().filter(line -> line.contains("429 Too Many Requests")))
                .hasSize(2);
        assertThat(outputs.get(1)).startsWith("0 ").endsWith("No resources found in default namespace.\n");
        assertThat(outputs.get(2))
                .isEqualTo("1 Error from server (TooManyRequests): the server has received too many requests and has"
                        + " asked us to try again later (get pods)\n");
    }

    @Test
    void a_request_that_gets_no_answer_ends_with_the_time_that_it_was_given() {
        assertThat(TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods}
                - {at: 10s, kubectl: get pods --request-timeout=2s}
                - {at: 11s, kubectl: delete pod x --request-timeout=5}
                - {at: 12s, kubectl: get pods --request-timeout=soon}
                - {at: 13s, kubectl: get pods}
                faults:
                - {kind: requestTimeout, from: kubectl, at: 9s, for: 2m, count: 50}
                """).stream().skip(1).sorted())
                .containsExactly(
                        "1 Unable to connect to the server: context deadline exceeded (Client.Timeout exceeded while"
                                + " awaiting headers)\n",
                        "1 Unable to connect to the server: context deadline exceeded (Client.Timeout exceeded while"
                                + " awaiting headers)\n",
                        "1 Unable to connect to the server: dial tcp kube-apiserver: i/o timeout\n",
                        "1 error: Invalid timeout value. Timeout must be a single integer in seconds, or an integer"
                                + " followed by a corresponding time unit (e.g. 1s | 2m | 3h)\n");
    }

    @Test
    void discovery_that_is_cut_off_once_is_told_and_asked_again() {
        String output = TypedCommands.outputs("""
                - {at: 10s, kubectl: get pods}
                faults:
                - {kind: requestRefused, from: kubectl, at: 9s, for: 10s, count: 1}
                """).get(0);
        assertThat(output.lines().filter(line -> line.contains("couldn't get current server API group list")))
                .hasSize(1);
        assertThat(output).startsWith("0 ").endsWith("No resources found in default namespace.\n");
    }

    @Test
    void a_server_that_is_gone_while_an_object_is_created_is_named_with_the_request() {
        assertThat(TypedCommands.outputs("""
                - {at: 10s, kubectl: create deployment web --image=nginx}
                - {at: 11s, kubectl: create namespace x}
                faults:
                - {kind: componentCrash, component: kube-apiserver, at: 5s, for: 1m}
                """))
                .containsExactly(
                        "1 error: failed to create deployment: Post \"https://kube-apiserver/apis/apps/v1/namespaces/"
                                + "default/deployments?fieldManager=kubectl-create&fieldValidation=Strict\": dial tcp"
                                + " kube-apiserver: connect: connection refused\n",
                        "1 The connection to the server kube-apiserver was refused - did you specify the right host or"
                                + " port?\n");
    }
}
