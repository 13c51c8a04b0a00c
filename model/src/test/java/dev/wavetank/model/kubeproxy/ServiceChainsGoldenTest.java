package dev.wavetank.model.kubeproxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of five Services as a kube-proxy v1.20.2 had written them on a real node, with two endpoints and with one:
 * every line with its hashes, without those of the Service of the API server.
 */
class ServiceChainsGoldenTest {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private static Service service(String name, int number, String more) {
        return CODEC.typed(
                CODEC.decode(YamlReader.read("test", """
                apiVersion: v1
                kind: Service
                metadata: {name: %s, namespace: s15}
                spec: {clusterIP: 10.96.100.%d, ports: [{port: 80, targetPort: 8080%s
                """.formatted(name, number, more))
                        .get(0)
                        .root()),
                Service.class);
    }

    private static Endpoints endpoints(String service, String addresses) {
        return CODEC.typed(
                CODEC.decode(YamlReader.read("test", """
                apiVersion: v1
                kind: Endpoints
                metadata: {name: %s, namespace: s15}
                subsets: [{addresses: [%s], ports: [{port: 8080}]}]
                """.formatted(service, addresses))
                        .get(0)
                        .root()),
                Endpoints.class);
    }

    private static List<String> recorded(String file) throws IOException {
        try (InputStream in = ServiceChainsGoldenTest.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    // It leads to the ports of the node, whatever Services there are.
                    .filter(line -> !line.contains("NOTE: this must be the last rule in this chain"))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "02-two-endpoints.txt | {ip: 10.244.0.171, nodeName: node-1}, {ip: 10.244.0.172, nodeName: node-1}",
                "03-one-endpoint.txt | {ip: 10.244.0.171, nodeName: node-1}"
            })
    void every_line_is_as_recorded(String file, String addresses) throws IOException {
        List<Service> services = List.of(
                service("clusterip", 1, "}]}"),
                service("nodeport", 2, ", nodePort: 30080}], type: NodePort}"),
                service("local", 3, ", nodePort: 30081}], type: NodePort, externalTrafficPolicy: Local}"),
                service("affinity", 4, "}], sessionAffinity: ClientIP}"),
                service("empty", 5, "}]}"));
        List<Endpoints> endpoints = new ArrayList<>();
        for (String name : List.of("clusterip", "nodeport", "local", "affinity")) {
            endpoints.add(endpoints(name, addresses));
        }
        List<String> lines = ServiceChains.lines(
                RuleTable.ofEndpoints(
                        services, endpoints, KubernetesVersion.V1_20, new ProxyNode("node-1", "10.44.0.1")),
                "10.244.0.0/24");
        assertThat(lines).containsExactlyInAnyOrderElementsOf(recorded(file));
    }

    /** Lines 18 to 36 and 108 to 248 of the same recording, without those of Services, the kubelet and plug-ins. */
    @Test
    void what_every_proxy_writes_is_as_recorded() {
        assertThat(ServiceChains.nat())
                .contains(
                        "-A KUBE-POSTROUTING -m mark ! --mark 0x4000/0x4000 -j RETURN",
                        "-A KUBE-MARK-MASQ -j MARK --set-xmark 0x4000/0x4000")
                .last()
                .isEqualTo(
                        "-A KUBE-SERVICES -m comment --comment \"kubernetes service nodeports; NOTE: this must be the"
                                + " last rule in this chain\" -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS");
        assertThat(ServiceChains.filter())
                .contains("-A KUBE-FORWARD -m conntrack --ctstate INVALID -j DROP")
                .noneMatch(ServiceChains::isFilter);
        assertThat(ServiceChains.isFilter(
                        "-A KUBE-SERVICES -d 10.96.100.5/32 -p tcp -m comment --comment \"s15/empty has"
                                + " no endpoints\" -m tcp --dport 80 -j REJECT --reject-with icmp-port-unreachable"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"2, 0.50000000000", "3, 0.33333333349", "4, 0.25000000000", "7, 0.14285714272"})
    void probabilities_are_rounded_as_in_the_kernel(int of, String text) {
        assertThat(ServiceChains.probability(of)).isEqualTo(text);
    }
}
