package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Seven commands, and what each says of seven faults on its way: exit code, standard output and standard error. Addresses and
 * the lines about attempts at discovery are left out.
 */
class FaultsOnTheWayTest {

    /** Discovery is known before the fault, unless the fault is about it. */
    private static final String BEFORE = """
            - {at: 1s, kubectl: create deployment web --image=nginx}
            - {at: 1s, kubectl: run one --image=nginx}
            - {at: 1s, kubectl: create configmap a --from-literal=x=y}
            """;

    private static final String FILES = """
            files:
              cm.yaml: |
                {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
            """;

    private static final List<String> COMMANDS = List.of(
            "get pods",
            "apply -f cm.yaml",
            "create configmap b --from-literal=x=y",
            "delete configmap a",
            "run x --image=nginx",
            "logs one",
            "rollout status deployment/web");

    /**
     * A fault with what the commands say.
     *
     * @param flags after each command
     * @param rest of the scenario
     * @param lines what is printed last by each command
     */
    record Way(String name, String flags, String rest, List<String> lines) {}

    private static final String REFUSED =
            "The connection to the server kube-apiserver was refused - did you specify the right host or port?";

    private static final String CONFIG_MAP = "of:\nResource: \"/v1, Resource=configmaps\", GroupVersionKind: \"/v1,"
            + " Kind=ConfigMap\"\nName: \"c\", Namespace: \"default\"\nfrom server for: \"cm.yaml\": ";

    private static final String POST =
            "error: failed to create configmap: Post \"https://kube-apiserver/api/v1/namespaces/"
                    + "default/configmaps?fieldManager=kubectl-create&fieldValidation=Strict\": ";

    private static final String GET = "error: error when retrieving current configuration " + CONFIG_MAP
            + "Get \"https://kube-apiserver/api/v1/namespaces/default/configmaps/c\": ";

    private static final Way GONE = new Way(
            "the server is gone",
            "",
            "faults:\n- {kind: componentCrash, component: kube-apiserver, at: 39s, for: 2m}\n",
            List.of(
                    REFUSED,
                    GET + "dial tcp kube-apiserver: connect: connection refused",
                    POST + "dial tcp kube-apiserver: connect: connection refused",
                    REFUSED,
                    REFUSED,
                    REFUSED,
                    REFUSED));

    private static final Way UNDISCOVERED = new Way(
            "the server is gone before the command knows what it serves",
            " --cache-dir=/other",
            GONE.rest(),
            List.of(
                    REFUSED,
                    "error: error validating \"cm.yaml\": error validating data: failed to download openapi: Get"
                            + " \"https://kube-apiserver/openapi/v2?timeout=32s\": dial tcp kube-apiserver: connect:"
                            + " connection refused; if you choose to ignore these errors, turn validation off with"
                            + " --validate=false",
                    POST + "dial tcp kube-apiserver: connect: connection refused",
                    REFUSED,
                    REFUSED,
                    REFUSED,
                    REFUSED));

    private static final String NO_ANSWER =
            "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";

    private static final Way TIMED_OUT = new Way(
            "no answer comes",
            " --request-timeout=5s",
            "faults:\n- {kind: requestTimeout, from: kubectl, at: 39s, for: 2m, count: 99}\n",
            List.of(
                    "Unable to connect to the server: " + NO_ANSWER,
                    GET + NO_ANSWER,
                    POST + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER));

    private static final Way CUT = new Way(
            "discovery is cut off",
            " --request-timeout=5s --cache-dir=/other",
            "faults:\n- {kind: networkPartition, between: kubectl, and: kube-apiserver, at: 39s, for: 2m}\n",
            List.of(
                    "Unable to connect to the server: " + NO_ANSWER,
                    "error: error validating \"cm.yaml\": error validating data: failed to download openapi: Get"
                            + " \"https://kube-apiserver/openapi/v2?timeout=32s\": " + NO_ANSWER
                            + "; if you choose to ignore these errors, turn validation off with --validate=false",
                    POST + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER,
                    "Unable to connect to the server: " + NO_ANSWER));

    private static final String LATER = "the server has received too many requests and has asked us to try again later";

    private static final Way THROTTLED = new Way(
            "the server has too much to do, whenever it is asked again",
            "",
            "faults:\n- {kind: requestThrottled, from: kubectl, at: 39s, for: 10m, count: 1000}\n",
            List.of(
                    "Error from server (TooManyRequests): " + LATER + " (get pods)",
                    "Error from server (TooManyRequests): error when retrieving current configuration " + CONFIG_MAP
                            + LATER + " (get configmaps c)",
                    "error: failed to create configmap: " + LATER + " (post configmaps)",
                    "Error from server (TooManyRequests): " + LATER + " (delete configmaps a)",
                    "Error from server (TooManyRequests): " + LATER + " (post pods)",
                    "Error from server (TooManyRequests): " + LATER + " (get pods one)",
                    "Error from server (TooManyRequests): " + LATER + " (get deployments.apps web)"));

    private static final String WHO = "error: You must be logged in to the server (Unauthorized)";

    private static final Way UNKNOWN_USER = new Way(
            "nobody knows the user",
            " --token=nobody",
            "",
            List.of(WHO, WHO, "error: failed to create configmap: Unauthorized", WHO, WHO, WHO, WHO));

    private static final Way FORBIDDEN = new Way(
            "the user has no right",
            " --as=bob",
            "cluster: {settings: {kube-apiserver.authorization-mode: \"Node,RBAC\"}}\n",
            List.of(
                    "Error from server (Forbidden): pods is forbidden: User \"bob\" cannot list resource \"pods\" in"
                            + " API group \"\" in the namespace \"default\"",
                    "Error from server (Forbidden): error when retrieving current configuration " + CONFIG_MAP
                            + "configmaps \"c\" is forbidden: User \"bob\" cannot get resource \"configmaps\" in API"
                            + " group \"\" in the namespace \"default\"",
                    "error: failed to create configmap: configmaps is forbidden: User \"bob\" cannot create resource"
                            + " \"configmaps\" in API group \"\" in the namespace \"default\"",
                    "Error from server (Forbidden): configmaps \"a\" is forbidden: User \"bob\" cannot delete resource"
                            + " \"configmaps\" in API group \"\" in the namespace \"default\"",
                    "Error from server (Forbidden): pods is forbidden: User \"bob\" cannot create resource \"pods\" in"
                            + " API group \"\" in the namespace \"default\"",
                    "Error from server (Forbidden): pods \"one\" is forbidden: User \"bob\" cannot get resource"
                            + " \"pods\" in API group \"\" in the namespace \"default\"",
                    "Error from server (Forbidden): deployments.apps \"web\" is forbidden: User \"bob\" cannot get"
                            + " resource \"deployments\" in API group \"apps\" in the namespace \"default\""));

    static Stream<Arguments> ways() {
        return Stream.of(GONE, UNDISCOVERED, CUT, THROTTLED, UNKNOWN_USER, FORBIDDEN, TIMED_OUT)
                .flatMap(way -> COMMANDS.stream().map(command -> Arguments.of(way.name(), way, command)));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("ways")
    void each_command_says_what_the_real_one_says(String name, Way way, String command) {
        String timeline = BEFORE + "- {at: 40s, kubectl: " + command + way.flags() + "}\n" + FILES + way.rest();
        List<String> outputs = TypedCommands.outputs(timeline);
        String said = outputs.get(outputs.size() - 1)
                .replaceAll("E0101 .*couldn't get current server API group list: .*\n", "");

        assertThat(said).startsWith("1 ");
        assertThat(said.substring(2)).isEqualTo(way.lines().get(COMMANDS.indexOf(command)) + "\n");
    }

    /** A read is sent again after a second when its connection is cut, a write is not. */
    @Test
    void a_connection_that_is_cut_loses_writes_only() {
        String cut = "- {kind: connectionReset, at: %sms, for: 0s, between: kubectl, and: kube-apiserver}\n";
        List<String> outputs = TypedCommands.outputs(BEFORE + "- {at: 40s, kubectl: get pods one -o name}\n"
                + "- {at: 50s, kubectl: create configmap b}\n" + "faults:\n" + cut.formatted("40001")
                + cut.formatted("50001"));
        assertThat(outputs.get(outputs.size() - 2)).isEqualTo("0 pod/one\n");
        assertThat(outputs.get(outputs.size() - 1))
                .isEqualTo("1 " + POST + "read tcp kube-apiserver: read: connection reset by peer\n");
    }
}
