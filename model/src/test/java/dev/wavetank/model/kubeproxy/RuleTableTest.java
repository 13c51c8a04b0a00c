package dev.wavetank.model.kubeproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.kubeproxy.ServiceRules.Rule;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleTableTest {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final ProxyNode NODE = new ProxyNode("node-1", "172.16.0.11");
    private static final Destination WEB = new Destination("10.96.0.1", 80);

    private static <T extends KubernetesObject> T read(Class<T> kind, String yaml) {
        return CODEC.typed(CODEC.decode(YamlReader.read("test", yaml).get(0).root()), kind);
    }

    private static Service service(String fields) {
        return read(Service.class, """
                apiVersion: v1
                kind: Service
                metadata: {name: web, namespace: default}
                spec: {clusterIP: 10.96.0.1, ports: [{name: http, port: 80, targetPort: 8080}]%s}
                """.formatted(fields));
    }

    private static EndpointSlice slice(String endpoints) {
        return read(EndpointSlice.class, """
                apiVersion: discovery.k8s.io/v1
                kind: EndpointSlice
                metadata: {name: web-1, namespace: default, labels: {kubernetes.io/service-name: web}}
                addressType: IPv4
                ports: [{name: http, port: 8080, protocol: TCP}, {name: other, port: 1, protocol: TCP}]
                endpoints: [%s]
                """.formatted(endpoints));
    }

    private static Rule rule(String endpoints, String version) {
        return RuleTable.ofSlices(
                        List.of(service("")), List.of(slice(endpoints)), KubernetesVersion.parse(version), NODE)
                .get(WEB);
    }

    private static final String READY = "{addresses: [10.0.1.2], conditions: {ready: true}}";
    private static final String UNKNOWN = "{addresses: [10.0.1.3]}";
    private static final String ENDING =
            "{addresses: [10.0.1.4], conditions: {ready: false, serving: true, terminating: true}}";
    private static final String UNREADY =
            "{addresses: [10.0.1.5], conditions: {ready: false, serving: false, terminating: true}}";

    @Test
    void ready_endpoints_get_connections_on_the_port_of_that_name() {
        assertThat(rule(READY + ", " + UNKNOWN + ", " + ENDING, "v1.32").backends())
                .containsExactly(new Destination("10.0.1.2", 8080), new Destination("10.0.1.3", 8080));
    }

    @Test
    void endpoints_that_end_but_serve_get_them_when_there_is_no_other_since_v1_26() {
        assertThat(rule(ENDING + ", " + UNREADY, "v1.26").backends())
                .containsExactly(new Destination("10.0.1.4", 8080));
        assertThat(rule(ENDING + ", " + UNREADY, "v1.25").backends()).isEmpty();
    }

    @Test
    void old_versions_read_endpoints() {
        Endpoints endpoints = read(Endpoints.class, """
                apiVersion: v1
                kind: Endpoints
                metadata: {name: web, namespace: default}
                subsets:
                - addresses: [{ip: 10.0.1.2}]
                  notReadyAddresses: [{ip: 10.0.1.3}]
                  ports: [{name: http, port: 8080}]
                """);
        Map<Destination, Rule> rules =
                RuleTable.ofEndpoints(List.of(service("")), List.of(endpoints), KubernetesVersion.parse("v1.18"), NODE);
        assertThat(rules.get(WEB).backends()).containsExactly(new Destination("10.0.1.2", 8080));
    }

    @Test
    void headless_services_and_those_of_another_proxy_have_no_rules() {
        Service headless = read(Service.class, """
                apiVersion: v1
                kind: Service
                metadata: {name: web, namespace: default}
                spec: {clusterIP: None, ports: [{port: 80}]}
                """);
        Service foreign = read(Service.class, """
                apiVersion: v1
                kind: Service
                metadata: {name: web, labels: {service.kubernetes.io/service-proxy-name: mesh}}
                spec: {clusterIP: 10.96.0.2, ports: [{port: 80}]}
                """);
        assertThat(RuleTable.ofSlices(List.of(headless, foreign), List.of(), KubernetesVersion.V1_32, NODE))
                .isEmpty();
    }

    @Test
    void affinity_has_its_timeout() {
        Service sticky = service(", sessionAffinity: ClientIP");
        Service timed = service(", sessionAffinity: ClientIP, sessionAffinityConfig: {clientIP: {timeoutSeconds: 10}}");
        assertThat(affinity(sticky)).isEqualTo(3 * VirtualTime.HOUR);
        assertThat(affinity(timed)).isEqualTo(10 * VirtualTime.SECOND);
        assertThat(affinity(service(""))).isZero();
    }

    private static long affinity(Service service) {
        return RuleTable.ofSlices(List.of(service), List.of(), KubernetesVersion.V1_32, NODE)
                .get(WEB)
                .affinity();
    }

    private static Map<Destination, Rule> rules(String fields, String ports, String status) {
        Service service = read(Service.class, """
                apiVersion: v1
                kind: Service
                metadata: {name: web, namespace: default}
                spec: {clusterIP: 10.96.0.1, ports: [{name: http, port: 80%s}]%s}
                status: {%s}
                """.formatted(ports, fields, status));
        EndpointSlice slice = slice("{addresses: [10.0.1.2], nodeName: node-1, conditions: {ready: true}}, {addresses:"
                + " [10.0.2.2], nodeName: node-2, conditions: {ready: true}}");
        return RuleTable.ofSlices(List.of(service), List.of(slice), KubernetesVersion.V1_32, NODE);
    }

    @Test
    void policies_leave_the_endpoints_of_the_node() {
        Destination port = new Destination("172.16.0.11", 30080);
        Map<Destination, Rule> open = rules("", ", nodePort: 30080", "");
        assertThat(open.get(WEB).backends()).hasSize(2);
        assertThat(open.get(port).backends()).hasSize(2);
        Map<Destination, Rule> external = rules(", externalTrafficPolicy: Local", ", nodePort: 30080", "");
        assertThat(external.get(WEB).backends()).hasSize(2);
        assertThat(external.get(port).backends()).containsExactly(new Destination("10.0.1.2", 8080));
        Map<Destination, Rule> internal = rules(", internalTrafficPolicy: Local", ", nodePort: 30080", "");
        assertThat(internal.get(WEB).backends()).containsExactly(new Destination("10.0.1.2", 8080));
        assertThat(internal.get(WEB).isLocal()).isTrue();
        assertThat(internal.get(port).backends()).hasSize(2);
    }

    @Test
    void the_address_of_a_load_balancer_leads_to_all_endpoints() {
        Map<Destination, Rule> rules =
                rules(", externalTrafficPolicy: Local", "", "loadBalancer: {ingress: [{ip: 192.0.2.1}]}");
        assertThat(rules.get(new Destination("192.0.2.1", 80)).backends()).hasSize(2);
    }

    @Test
    void with_ipvs_backends_take_turns() {
        ServiceRules rules = new ServiceRules();
        Map<Destination, Rule> table = rules("", "", "");
        RandomStream random = new RandomStreams(1).stream("test");
        rules.write(table, 0, true);
        List<String> chosen = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            chosen.add(rules.choose(WEB, table.get(WEB), random).address());
        }
        assertThat(chosen).containsExactly("10.0.1.2", "10.0.2.2", "10.0.1.2", "10.0.2.2");
        rules.write(table, 0, false);
        chosen.clear();
        for (int i = 0; i < 40; i++) {
            chosen.add(rules.choose(WEB, table.get(WEB), random).address());
        }
        assertThat(chosen.stream().filter("10.0.1.2"::equals).count()).isBetween(8L, 32L);
    }
}
