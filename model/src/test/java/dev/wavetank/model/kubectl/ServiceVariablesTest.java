package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The environment variables about Services in containers. */
class ServiceVariablesTest {

    private static final String FILES = """
            cluster: {nodes: 1, profile: %s}
            files:
              pods.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers:
                  - name: app
                    image: app:1
                    command: [sh, -c, "echo $(WEB_SERVICE_HOST):$WEB_SERVICE_PORT; sleep 3600"]
                    env:
                    - {name: URL, value: "http://$(WEB_SERVICE_HOST)/$(NONE)"}
                    - {name: WEB_PORT, value: mine}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: q}
                spec:
                  enableServiceLinks: false
                  containers: [{name: app, image: app:1, command: [sleep, "3600"]}]
              services.yaml: |
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec:
                  clusterIP: %s
                  ports: [{name: http, port: 80}, {name: 5dns-tcp, port: 53, protocol: UDP}]
                ---
                {apiVersion: v1, kind: Service, metadata: {name: none}, spec: {clusterIP: None, ports: [{port: 1}]}}
                ---
                {apiVersion: v1, kind: Namespace, metadata: {name: other}}
                ---
                apiVersion: v1
                kind: Service
                metadata: {name: far, namespace: other}
                spec: {ports: [{port: 80}]}
            """;

    private static final String TIMELINE = """
            - {at: 1s, kubectl: apply -f services.yaml}
            - {at: 5s, kubectl: apply --validate=false -f pods.yaml}
            - {at: 10s, kubectl: create service clusterip late --tcp=80}
            - {at: 20s, kubectl: exec p -- env}
            - {at: 22s, kubectl: exec q -- env}
            - {at: 24s, kubectl: logs p}
            """;

    private static List<String> outputs(String profile) {
        return TypedCommands.outputs(TIMELINE + FILES.formatted(profile, "10.96.0.80"));
    }

    private static Map<String, String> variables(String output) {
        Map<String, String> all = new TreeMap<>();
        output.substring(2).lines().forEach(line -> {
            String[] parts = line.split("=", 2);
            all.put(parts[0], parts[1]);
        });
        return all;
    }

    /** Names and values of the variables of a recorded container (golden/node/12-dumps/oci-full-container.json). */
    @Test
    void every_container_knows_where_the_api_server_is() {
        Map<String, String> found = variables(outputs("v1.20").get(4));

        found.keySet().removeIf(name -> !name.startsWith("KUBERNETES"));
        assertThat(found)
                .containsExactly(
                        Map.entry("KUBERNETES_PORT", "tcp://10.96.0.1:443"),
                        Map.entry("KUBERNETES_PORT_443_TCP", "tcp://10.96.0.1:443"),
                        Map.entry("KUBERNETES_PORT_443_TCP_ADDR", "10.96.0.1"),
                        Map.entry("KUBERNETES_PORT_443_TCP_PORT", "443"),
                        Map.entry("KUBERNETES_PORT_443_TCP_PROTO", "tcp"),
                        Map.entry("KUBERNETES_SERVICE_HOST", "10.96.0.1"),
                        Map.entry("KUBERNETES_SERVICE_PORT", "443"),
                        Map.entry("KUBERNETES_SERVICE_PORT_HTTPS", "443"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.20", "v1.36"})
    void a_container_gets_those_of_its_namespace_which_its_own_override(String profile) {
        List<String> outputs = outputs(profile);

        assertThat(variables(outputs.get(3)))
                .containsEntry("WEB_SERVICE_HOST", "10.96.0.80")
                .containsEntry("WEB_SERVICE_PORT", "80")
                .containsEntry("WEB_SERVICE_PORT_HTTP", "80")
                .containsEntry("WEB_SERVICE_PORT_5DNS_TCP", "53")
                .containsEntry("WEB_PORT", "mine")
                .containsEntry("WEB_PORT_80_TCP", "tcp://10.96.0.80:80")
                .containsEntry("WEB_PORT_53_UDP", "udp://10.96.0.80:53")
                .containsEntry("WEB_PORT_53_UDP_PROTO", "udp")
                .containsEntry("URL", "http://10.96.0.80/$(NONE)")
                .doesNotContainKeys("NONE_SERVICE_HOST", "FAR_SERVICE_HOST", "LATE_SERVICE_HOST");
        assertThat(outputs.get(5)).isEqualTo("0 10.96.0.80:80\n");
    }

    @ParameterizedTest
    @CsvSource({"v1.8, true", "v1.12, true", "v1.13, false", "v1.36, false"})
    void a_pod_can_do_without_since_v1_13(String profile, boolean links) {
        assertThat(variables(outputs(profile).get(4)).containsKey("WEB_SERVICE_HOST"))
                .isEqualTo(links);
    }

    /** The kubelet starts again, and is not answered about Services. */
    @ParameterizedTest
    @CsvSource({"v1.18, Running", "v1.19, CreateContainerConfigError"})
    void a_container_waits_for_the_services_since_v1_19(String profile, String status) {
        String timeline = """
                - {at: 12s, kubectl: run p --image=busybox --restart=Never -- sleep 3600}
                - {at: 25s, kubectl: get pods --no-headers}
                - {at: 2m, kubectl: exec p -- printenv KUBERNETES_SERVICE_PORT}
                cluster: {nodes: 1, profile: %s}
                faults:
                - {kind: componentCrash, component: kubelet/node-1, at: 5s, for: 2s}
                - {kind: requestRefused, from: kubelet/node-1, verb: list, object: "services*", count: 9, at: 5s, for: 25s}
                """;
        List<String> outputs = TypedCommands.outputs(timeline.formatted(profile));

        assertThat(outputs.get(1)).contains(status);
        boolean waited = profile.equals("v1.19");
        assertThat(outputs.get(2)).isEqualTo(waited ? "0 443\n" : "1 command terminated with exit code 1\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            v1.30 ~ "spec.type" is not a known field selector: only "metadata.name", "metadata.namespace"
            v1.31 ~ service/none
            """)
    void services_can_be_selected_by_address_and_type_since_v1_31(String profile, String text) {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: create service clusterip none --clusterip=None}
                - {at: 2s, kubectl: "get services -o name --field-selector spec.type=ClusterIP,spec.clusterIP=None"}
                cluster: {nodes: 0, profile: %s}
                """.formatted(profile));

        assertThat(outputs.get(1)).contains(text);
    }
}
