package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What kubectl asks of a server before it asks what the user wants to know. */
class DiscoveryClusterTest {

    private static final String CRON_TABS = """
            files:
              crd.yaml: |
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: crontabs.stable.example.com}
                spec:
                  group: stable.example.com
                  scope: Namespaced
                  names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct]}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    @Test
    void the_first_command_pays_for_discovery_and_the_second_does_not() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods -v=6}
                - {at: 2s, kubectl: get pods -v=6}
                - {at: 3s, kubectl: get pods -v=6 --cache-dir=/tmp/other}
                """);

        List<String> all = List.of(
                "/api?timeout=32s 200 OK",
                "/apis?timeout=32s 200 OK",
                "/api/v1/namespaces/default/pods?limit=500 200 OK");
        assertThat(requests(outputs.get(0))).containsExactlyElementsOf(all);
        assertThat(requests(outputs.get(1))).containsExactly(all.get(2));
        assertThat(requests(outputs.get(2))).containsExactlyElementsOf(all);
        assertThat(outputs.get(0))
                .contains(
                        "I0101 00:00:01.",
                        "       1 round_trippers.go:632] \"Response\" verb=\"GET\" url=\"https://kube-apiserver/api?");
    }

    @Test
    void old_versions_ask_for_every_group_and_keep_the_answers_for_ten_minutes() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods -v=6}
                - {at: 590s, kubectl: get pods -v=6}
                - {at: 620s, kubectl: get pods -v=6}
                cluster: {profile: v1.20}
                """);

        assertThat(requests(outputs.get(0)))
                .hasSizeGreaterThan(20)
                .startsWith("/api?timeout=32s 200 OK", "/apis?timeout=32s 200 OK")
                .contains("/api/v1?timeout=32s 200 OK", "/apis/apps/v1?timeout=32s 200 OK");
        assertThat(requests(outputs.get(1))).hasSize(1);
        assertThat(requests(outputs.get(2))).hasSameSizeAs(requests(outputs.get(0)));
    }

    @Test
    void a_kind_that_came_after_the_last_answer_is_asked_for_again() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get ct -v=6}
                - {at: 2s, kubectl: apply -f crd.yaml}
                - {at: 20s, kubectl: get ct -v=6}
                - {at: 21s, kubectl: get crontabs -v=6}
                """ + CRON_TABS);

        String path = "/apis/stable.example.com/v1/namespaces/default/crontabs?limit=500 200 OK";
        assertThat(outputs.get(0)).endsWith("error: the server doesn't have a resource type \"ct\"\n");
        assertThat(requests(outputs.get(2)))
                .containsExactly("/api?timeout=32s 200 OK", "/apis?timeout=32s 200 OK", path);
        assertThat(requests(outputs.get(3))).containsExactly(path);
    }

    @Test
    void a_kind_that_is_not_known_cannot_be_asked_for_without_a_server() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods}
                - {at: 10s, kubectl: get ct}
                faults:
                - {kind: componentCrash, component: kube-apiserver, at: 5s, for: 1m}
                """);

        assertThat(outputs.get(1))
                .contains("memcache.go")
                .endsWith("The connection to the server kube-apiserver was refused - did you specify the right host or"
                        + " port?\n")
                .doesNotContain("doesn't have a resource type");
    }

    @Test
    void without_a_server_each_attempt_is_told_and_then_the_command_fails() {
        String lost =
                "The connection to the server kube-apiserver was refused - did you specify the right host or port?\n";
        String timeline = """
                - {at: 10s, kubectl: get pods}
                - {at: 11s, kubectl: rollout status deploy/web}
                cluster: {profile: %s}
                faults:
                - {kind: componentCrash, component: kube-apiserver, at: 5s, for: 1m}
                """;

        List<String> now = TypedCommands.outputs(timeline.formatted("v1.32"));
        List<String> before = TypedCommands.outputs(timeline.formatted("v1.20"));

        assertThat(now).allSatisfy(output -> assertThat(output).endsWith(lost).startsWith("1 E0101 00:00:1"));
        assertThat(now.get(0).lines()).hasSize(6);
        assertThat(now.get(1).lines()).hasSize(5);
        assertThat(now.get(0))
                .contains("memcache.go:265] \"Unhandled Error\" err=\"couldn't get current server API group list: Get"
                        + " \\\"https://kube-apiserver/api?timeout=32s\\\": dial tcp");
        assertThat(before).containsOnly("1 " + lost);
    }

    @Test
    void levels_of_verbosity_add_headers_and_bodies() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: create configmap a --from-literal=x=y -v=7}
                - {at: 2s, kubectl: create configmap b --from-literal=x=y -v=8}
                - {at: 3s, kubectl: create configmap c --from-literal=x=y -v=5}
                - {at: 4s, kubectl: create configmap c --from-literal=x=y -v=8}
                - {at: 5s, kubectl: delete configmap c -v=8}
                cluster: {profile: v1.31}
                """);

        assertThat(outputs.get(0))
                .contains("] POST https://kube-apiserver/api/v1/namespaces/default/configmaps")
                .contains("]     User-Agent: kubectl/v1.31.0 (linux/amd64) kubernetes/unknown\n")
                .contains("]     Authorization: Bearer <masked>\n", "] Response Status: 201 Created in ")
                .doesNotContain("Body:", "Response Headers:");
        assertThat(outputs.get(1))
                .contains("] Request Body: {\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"", "] Response Body: {");
        assertThat(outputs.get(2)).isEqualTo("0 configmap/c created\n");
        assertThat(outputs.get(3))
                .contains("] Response Status: 409 Conflict in ", "\"message\":\"configmaps \\\"c\\\" already exists\"");
        assertThat(outputs.get(4)).contains("] Request Body: {\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"");
    }

    @Test
    void since_v1_33_requests_are_structured_messages() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: get configmap a}
                - {at: 2s, kubectl: get configmap a -v=6}
                - {at: 3s, kubectl: get configmap a -v=8}
                - {at: 4s, kubectl: get configmap a -v=9}
                cluster: {profile: v1.33}
                """);

        String url = "url=\"https://kube-apiserver/api/v1/namespaces/default/configmaps/a\"";
        assertThat(outputs.get(1))
                .containsPattern("\\] \"Response\" verb=\"GET\" \\Q" + url
                        + "\\E status=\"404 Not Found\" milliseconds=[0-9]+\n")
                .endsWith("Error from server (NotFound): configmaps \"a\" not found\n");
        assertThat(outputs.get(2))
                .contains("helper.go:105] \"Request Body\" body=\"\"\n")
                .contains("] \"Request\" verb=\"GET\" " + url + " headers=<\n\tAccept: application/json;as=Table;v=v1")
                .containsPattern("\\] \"Response\" status=\"404 Not Found\" headers=<\n(\t[A-Z].*\n)+ > milliseconds=")
                .contains("helper.go:105] \"Response Body\" body=<\n\t{\"kind\":\"Status\",\"apiVersion\":\"v1\"");
        assertThat(outputs.get(3))
                .contains("] \"Request\" curlCommand=<\n\tcurl -v -XGET  -H \"Accept: ")
                .contains("'https://kube-apiserver/api/v1/namespaces/default/configmaps/a'\n >\n")
                .containsPattern(
                        "\\] \"Response\" verb=\"GET\" \\Q" + url + "\\E status=\"404 Not Found\" headers=<\n");
    }

    @Test
    void each_line_names_its_place_in_the_source_of_the_version() {
        List<String> modern = places("v1.32");
        assertThat(modern)
                .startsWith("helper.go:113", "round_trippers.go:470", "round_trippers.go:476", "round_trippers.go:480")
                .contains("round_trippers.go:581", "round_trippers.go:584", "round_trippers.go:587")
                .endsWith("helper.go:113");
        assertThat(places("v1.33"))
                .containsExactly("helper.go:113", "round_trippers.go:527", "round_trippers.go:632", "helper.go:113");
        assertThat(places("v1.28"))
                .startsWith("round_trippers.go:463", "round_trippers.go:469", "round_trippers.go:473")
                .contains("round_trippers.go:574", "round_trippers.go:577", "round_trippers.go:580", "request.go:1212");
        assertThat(places("v1.20"))
                .startsWith("round_trippers.go:420", "round_trippers.go:427", "round_trippers.go:431")
                .contains("round_trippers.go:446", "round_trippers.go:449", "round_trippers.go:452", "request.go:1107");
    }

    private static List<String> places(String version) {
        return TypedCommands.outputs("""
                - {at: 1s, kubectl: get pods}
                - {at: 2s, kubectl: get pods -v=8}
                cluster: {profile: %s}
                """.formatted(version))
                .get(1)
                .lines()
                .filter(line -> line.contains(".go:"))
                .map(line -> line.replaceFirst("^(?:0 )?I[0-9 :.]+ ([a-z_]+\\.go:[0-9]+)\\].*", "$1"))
                .toList();
    }

    /** Path, query and status of each request that a command has printed. */
    private static List<String> requests(String output) {
        return output.lines()
                .filter(line -> line.contains("round_trippers.go"))
                .map(line -> line.replaceFirst(
                        ".*https://kube-apiserver([^\" ]*)(?:\" status=\"| )([^\"]*?)(?:\" milliseconds=.*| in .*)",
                        "$1 $2"))
                .toList();
    }
}
