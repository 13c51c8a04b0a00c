package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code kubectl top} on a cluster with a metrics server, and on one without. */
class TopClusterTest {

    private static final String CLUSTER = "cluster: {profile: %s, nodes: 2, addOns: [{kind: metricsServer}]}\n";
    private static final String WEB = """
            files:
              web.yaml: |
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replicas: 3
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata:
                      labels: {app: web}
                      annotations: {wavetank.dev/cpu-load: 900m, wavetank.dev/side.memory-load: 300Mi}
                    spec:
                      containers:
                      - {name: web, image: nginx}
                      - {name: side, image: "agent:1"}
            """;

    @Test
    void a_load_is_shared_by_the_pods_of_a_workload_and_printed_by_pod() {
        List<String> lines = top("v1.32", "top pods --sum").lines().toList();
        assertThat(lines.get(0)).matches("0 NAME +CPU\\(cores\\)   MEMORY\\(bytes\\)   ");
        assertThat(lines.subList(1, 4)).allMatch(line -> line.matches("web-\\S+   300m         100Mi           "));
        assertThat(lines.get(4)).endsWith("           ________     ________        ");
        assertThat(lines.get(5)).endsWith("           900m         300Mi           ");
    }

    @Test
    void memory_that_a_behavior_uses_is_measured_and_grows_with_a_leak() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: apply -f web.yaml}
                - {at: 50s, kubectl: top pods --containers}
                - {at: 80s, kubectl: top pods --containers}
                """
                + WEB.replace(
                        "{wavetank.dev/cpu-load: 900m, wavetank.dev/side.memory-load: 300Mi}",
                        "{behavior.wavetank.dev/side: 'uses 60Mi of memory; leaks 1Mi of memory every 1s'}")
                + CLUSTER.formatted("v1.32"));
        long before = megabytes(outputs.get(1));
        long after = megabytes(outputs.get(2));

        assertThat(before).isBetween(60 + 25L, 60 + 50L);
        assertThat(after - before).isEqualTo(30);
    }

    private static long megabytes(String output) {
        String line =
                output.lines().filter(one -> one.contains(" side ")).findFirst().orElseThrow();
        return Long.parseLong(line.substring(line.lastIndexOf(' ', line.indexOf("Mi")) + 1, line.indexOf("Mi")));
    }

    @Test
    void what_is_said_about_a_pod_counts_for_its_first_container() {
        List<String> lines = top("v1.32", "top pods --containers -A --sort-by=memory --no-headers")
                .lines()
                .toList();
        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).matches("0 default   web-\\S+   side   0m     100Mi   ");
        assertThat(lines.get(1)).matches("default   web-\\S+   web    300m   0Mi     ");
    }

    @Test
    void nodes_show_which_part_of_what_pods_may_have_is_used_in_the_columns_of_the_version() {
        assertThat(top("v1.32", "top nodes")).startsWith("0 NAME     CPU(cores)   CPU(%)   MEMORY(bytes)   MEMORY(%)");
        String old = top("v1.20", "top nodes --sort-by=cpu");
        assertThat(old).startsWith("0 NAME     CPU(cores)   CPU%   MEMORY(bytes)   MEMORY%");
        assertThat(old.lines().toList().get(1)).matches("node-\\d   600m         15%    200Mi           \\d%        ");
    }

    @Test
    void a_pod_has_metrics_from_its_second_measurement_on() {
        assertThat(at("v1.32", "17s", "top pods")).isEqualTo("1 error: metrics not available yet");
        assertThat(at("v1.32", "40s", "top pods")).startsWith("0 NAME");
    }

    @Test
    void what_is_not_there_is_said_in_the_words_of_the_server() {
        assertThat(top("v1.32", "top pod other"))
                .isEqualTo("1 Error from server (NotFound): podmetrics.metrics.k8s.io \"default/other\" not found");
        assertThat(top("v1.32", "top pods -l app=other")).isEqualTo("0 No resources found in default namespace.");
    }

    @Test
    void selectors_that_cannot_be_read_or_served_are_refused() {
        assertThat(top("v1.32", "get --raw /apis/metrics.k8s.io/v1beta1/pods?labelSelector=a%20in"))
                .startsWith("1 Error from server (BadRequest): unable to parse requirement");
        assertThat(top("v1.32", "top pods --field-selector=spec.nodeName=node-1"))
                .isEqualTo("1 Error from server (BadRequest): field label not supported: spec.nodeName");
    }

    @Test
    void the_group_is_served_like_any_other() {
        assertThat(top("v1.32", "get nodes.metrics.k8s.io")).startsWith("0 NAME     CPU          MEMORY     WINDOW");
        assertThat(top("v1.32", "api-resources --api-group=metrics.k8s.io -o name"))
                .isEqualTo("0 nodes.metrics.k8s.io\npods.metrics.k8s.io");
    }

    @Test
    void a_metrics_server_that_is_gone_makes_its_group_unavailable() {
        assertThat(outputs("v1.32", """
                - {at: 5s, kubectl: top nodes}
                faults:
                - {kind: componentCrash, component: metrics-server, at: 1s, for: 1m}
                """))
                .containsExactly("1 Error from server (ServiceUnavailable): the server is currently unable to handle"
                        + " the request (get nodes.metrics.k8s.io)");
    }

    @Test
    void without_a_metrics_server_the_words_are_those_of_the_version() {
        assertThat(TypedCommands.outputs("- {at: 0s, kubectl: top pods}\n"))
                .containsExactly("1 error: Metrics API not available\n");
        assertThat(outputs("v1.8", "- {at: 0s, kubectl: top pods}\n"))
                .singleElement()
                .asString()
                .startsWith("1 Error from server (NotFound): ");
    }

    @Test
    void flags_and_arguments_that_do_not_fit_are_refused_as_by_the_real_command() {
        assertThat(top("v1.32", "top pods --sort-by=name")).isEqualTo("1 error: --sort-by accepts only cpu or memory");
        assertThat(top("v1.32", "top pod a -l b=c")).isEqualTo("1 error: only one of NAME or selector can be provided");
        assertThat(top("v1.32", "top node a b"))
                .isEqualTo("1 error: node [NAME | -l label]\nSee 'kubectl top node -h' for help and examples");
        assertThat(top("v1.20", "top pods --sum")).startsWith("1 Error: unknown flag: --sum");
    }

    private static String top(String profile, String command) {
        return at(profile, "50s", command);
    }

    private static String at(String profile, String at, String command) {
        return outputs(
                        profile,
                        "- {at: 0s, kubectl: apply -f web.yaml}\n- {at: " + at + ", kubectl: '" + command + "'}\n"
                                + WEB)
                .get(1);
    }

    private static List<String> outputs(String profile, String timeline) {
        return TypedCommands.outputs(timeline + CLUSTER.formatted(profile)).stream()
                .map(output -> output.endsWith("\n") ? output.substring(0, output.length() - 1) : output)
                .toList();
    }
}
