package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The addresses and ports that services get. */
class ServicesOverHttpTest {

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String SERVICES = "/api/v1/namespaces/default/services";

    private LoneServer server = new LoneServer(KubernetesVersion.V1_32);

    private HttpResponse create(String name, String spec) {
        return create(SERVICES, name, spec);
    }

    private HttpResponse create(String target, String name, String spec) {
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"" + name + "\"},\"spec\":"
                + spec + "}";
        return server.send("POST", target, JSON, body);
    }

    private HttpResponse patch(String name, String spec) {
        return server.send("PATCH", SERVICES + "/" + name, MERGE, "{\"spec\":" + spec + "}");
    }

    private static String port(String fields) {
        return "\"ports\":[{\"port\":80" + fields + "}]";
    }

    private static Map<?, ?> spec(HttpResponse response) {
        assertThat(response.code()).as(response.body()).isBetween(200, 201);
        return (Map<?, ?>) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("spec");
    }

    private static String message(HttpResponse response) {
        assertThat(response.code()).as(response.body()).isGreaterThanOrEqualTo(400);
        return (String) ((Map<?, ?>) GoJsonReader.parse(response.body())).get("message");
    }

    private static Object nodePort(Map<?, ?> spec) {
        return ((Map<?, ?>) ((List<?>) spec.get("ports")).get(0)).get("nodePort");
    }

    @ParameterizedTest
    @EnumSource(
            value = KubernetesVersion.class,
            names = {"V1_20", "V1_32"})
    void every_service_gets_an_address_of_its_own(KubernetesVersion kubernetes) {
        server = new LoneServer(kubernetes);
        List<Object> addresses = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Map<?, ?> spec = spec(create("web-" + i, "{" + port("") + "}"));
            assertThat((String) spec.get("clusterIP")).matches("10\\.(9[6-9]|10[0-9]|11[01])\\..*");
            assertThat(spec.get("clusterIPs")).isEqualTo(List.of(spec.get("clusterIP")));
            assertThat(nodePort(spec)).isNull();
            addresses.add(spec.get("clusterIP"));
        }
        assertThat(addresses).doesNotHaveDuplicates().doesNotContain("10.96.0.1");
    }

    @Test
    void only_new_releases_tell_families() {
        assertThat(spec(create("web", "{" + port("") + "}")).toString())
                .contains("ipFamilies=[IPv4]", "ipFamilyPolicy=SingleStack", "internalTrafficPolicy=Cluster");
        assertThat(spec(create("headless", "{\"clusterIP\":\"None\"}")).toString())
                .contains("clusterIPs=[None]", "ipFamilies=[IPv4, IPv6]", "ipFamilyPolicy=RequireDualStack");
        assertThat(spec(create("peers", "{\"clusterIP\":\"None\",\"selector\":{\"a\":\"b\"}}"))
                        .toString())
                .contains("clusterIPs=[None]", "ipFamilies=[IPv4]", "ipFamilyPolicy=SingleStack");
        assertThat(message(create("two", "{\"ipFamilyPolicy\":\"RequireDualStack\"," + port("") + "}")))
                .isEqualTo("Service \"two\" is invalid: spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\":"
                        + " this cluster is not configured for dual-stack services");
        assertThat(message(create("six", "{\"ipFamilies\":[\"IPv6\"]," + port("") + "}")))
                .isEqualTo("Service \"six\" is invalid: spec.ipFamilies[0]: Invalid value: \"IPv6\":"
                        + " not configured on this cluster");
        server = new LoneServer(KubernetesVersion.V1_20);
        assertThat(spec(create("web", "{" + port("") + "}")).toString())
                .doesNotContain("ipFamil", "internalTrafficPolicy");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_20 | 10.96.0.7 | failed to allocated ip:10.96.0.7 with error:provided IP is already allocated",
                "V1_32 | 10.96.0.7 | failed to allocate IP 10.96.0.7: provided IP is already allocated",
                "V1_32 | 10.96.0.1 | failed to allocate IP 10.96.0.1: provided IP is already allocated",
                "V1_20 | 10.1.1.1 | failed to allocated ip:10.1.1.1 with error:provided IP is not in the valid range."
                        + " The range of valid IPs is 10.96.0.0/12",
                "V1_32 | 10.1.1.1 | failed to allocate IP 10.1.1.1: the provided IP (10.1.1.1) is not in the valid"
                        + " range. The range of valid IPs is 10.96.0.0/12",
            })
    void an_address_that_cannot_be_had_is_refused(KubernetesVersion kubernetes, String ip, String why) {
        server = new LoneServer(kubernetes);
        spec(create("first", "{\"clusterIP\":\"10.96.0.7\"," + port("") + "}"));
        assertThat(message(create("web", "{\"clusterIP\":\"" + ip + "\"," + port("") + "}")))
                .isEqualTo(
                        "Service \"web\" is invalid: spec.clusterIPs: Invalid value: []string{\"" + ip + "\"}: " + why);
    }

    @Test
    void ports_are_taken_and_refused() {
        Object any = nodePort(spec(create("web", "{\"type\":\"NodePort\"," + port("") + "}")));
        assertThat(((Number) any).intValue()).isBetween(30086, 32767);
        String taken = "{\"type\":\"NodePort\"," + port(",\"nodePort\":" + any) + "}";
        assertThat(message(create("second", taken)))
                .isEqualTo("Service \"second\" is invalid: spec.ports[0].nodePort: Invalid value: " + any
                        + ": provided port is already allocated");
        assertThat(message(create("low", "{\"type\":\"NodePort\"," + port(",\"nodePort\":80") + "}")))
                .isEqualTo("Service \"low\" is invalid: spec.ports[0].nodePort: Invalid value: 80: provided port is not"
                        + " in the valid range. The range of valid ports is 30000-32767");
    }

    @Test
    void a_refused_write_gives_back_what_it_has_taken() {
        String low = "{\"type\":\"NodePort\",\"clusterIP\":\"10.96.0.9\"," + port(",\"nodePort\":80") + "}";
        assertThat(message(create("web", low))).contains("valid range");
        spec(create("web", "{\"clusterIP\":\"10.96.0.9\"," + port("") + "}"));
        assertThat(message(create("web", "{\"clusterIP\":\"10.96.0.10\"," + port("") + "}")))
                .contains("already exists");
        spec(create("other", "{\"clusterIP\":\"10.96.0.10\"," + port("") + "}"));
    }

    @Test
    void a_deleted_service_leaves_its_address_and_ports() {
        String spec = "{\"type\":\"NodePort\",\"clusterIP\":\"10.96.0.9\"," + port(",\"nodePort\":30001") + "}";
        spec(create("web", spec));
        assertThat(message(create("again", spec))).contains("10.96.0.9: provided IP is already allocated");
        assertThat(server.send("DELETE", SERVICES + "/web", JSON, "").code()).isEqualTo(200);
        spec(create("again", spec));
    }

    @Test
    void a_trial_takes_nothing() {
        String dry = SERVICES + "?dryRun=All";
        String spec = "{\"type\":\"NodePort\"," + port("") + "}";
        assertThat(spec(create(dry, "web", spec)).toString()).contains("clusterIP=10.96.0.0", "nodePort=32769");
        spec(create(dry, "web", "{\"clusterIP\":\"10.96.0.9\"," + port("") + "}"));
        spec(create("web", "{\"clusterIP\":\"10.96.0.9\"," + port("") + "}"));
        server = new LoneServer(KubernetesVersion.V1_20);
        assertThat(spec(create(dry, "web", spec)).toString())
                .contains("nodePort=32769")
                .doesNotContain("clusterIP");
    }

    @Test
    void a_type_that_changes_takes_and_leaves() {
        Object ip = spec(create("web", "{" + port("") + "}")).get("clusterIP");
        Map<?, ?> open = spec(patch("web", "{\"type\":\"NodePort\"}"));
        assertThat(open.get("clusterIP")).isEqualTo(ip);
        assertThat(nodePort(open)).isNotNull();
        assertThat(open.get("externalTrafficPolicy")).isEqualTo("Cluster");
        Map<?, ?> closed = spec(patch("web", "{\"type\":\"ClusterIP\"}"));
        assertThat(nodePort(closed)).isNull();
        assertThat(closed.get("externalTrafficPolicy")).isNull();
        Map<?, ?> name = spec(patch("web", "{\"type\":\"ExternalName\",\"externalName\":\"a.example\"}"));
        assertThat(name.get("clusterIP")).isNull();
        assertThat(name.get("clusterIPs")).isNull();
        assertThat(name.get("ipFamilies")).isNull();
        String both =
                "{\"type\":\"NodePort\",\"clusterIP\":\"" + ip + "\"," + port(",\"nodePort\":" + nodePort(open)) + "}";
        spec(create("heir", both));
        Map<?, ?> back = spec(patch("web", "{\"type\":\"ClusterIP\",\"externalName\":null}"));
        assertThat(back.get("clusterIP")).isNotNull().isNotEqualTo(ip);
    }

    @Test
    void an_address_cannot_be_changed() {
        Object ip = spec(create("web", "{" + port("") + "}")).get("clusterIP");
        assertThat(message(patch("web", "{\"clusterIP\":\"10.96.0.9\",\"clusterIPs\":[\"10.96.0.9\"]}")))
                .isEqualTo("Service \"web\" is invalid: spec.clusterIPs[0]: Invalid value: []string{\"10.96.0.9\"}: may"
                        + " not change once set");
        assertThat(message(patch("web", "{\"clusterIP\":\"None\"}"))).contains("may not change once set");
        assertThat(spec(patch("web", "{\"clusterIP\":null,\"clusterIPs\":null}"))
                        .get("clusterIP"))
                .isEqualTo(ip);
    }

    @Test
    void a_service_that_is_replaced_without_them_keeps_its_address_and_ports() {
        Map<?, ?> before = spec(create("web", "{\"type\":\"NodePort\"," + port("") + "}"));
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"web\"},\"spec\":"
                + "{\"type\":\"NodePort\"," + port("") + "}}";
        assertThat(spec(server.send("PUT", SERVICES + "/web", JSON, body))).isEqualTo(before);
    }

    @Test
    void a_load_balancer_that_asks_for_pods_gets_a_port_for_that() {
        Map<?, ?> spec =
                spec(create("web", "{\"type\":\"LoadBalancer\",\"externalTrafficPolicy\":\"Local\"," + port("") + "}"));
        assertThat(((Number) spec.get("healthCheckNodePort")).intValue()).isBetween(30000, 32767);
        assertThat(spec(patch("web", "{\"externalTrafficPolicy\":\"Cluster\"}")).get("healthCheckNodePort"))
                .isNull();
    }

    @Test
    void ports_of_two_protocols_share_one_on_the_nodes() {
        Map<?, ?> spec = spec(create(
                "dns",
                "{\"type\":\"NodePort\",\"ports\":[{\"name\":\"a\",\"port\":53},"
                        + "{\"name\":\"b\",\"port\":53,\"protocol\":\"UDP\"}]}"));
        List<?> ports = (List<?>) spec.get("ports");
        assertThat(((Map<?, ?>) ports.get(0)).get("nodePort")).isEqualTo(((Map<?, ?>) ports.get(1)).get("nodePort"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '`',
            value = {
                "V1_20 | 61 * * * * | End of range (61) above maximum (59): 61",
                "V1_32 | 61 * * * * | end of range (61) above maximum (59): 61",
                "V1_20 | * * * * | Expected exactly 5 fields, found 4: * * * *",
                "V1_32 | * * * * | expected exactly 5 fields, found 4: [* * * *]",
                "V1_32 | CRON_TZ=UTC * * * * * | cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
            })
    void a_schedule_that_cannot_be_read_is_refused(KubernetesVersion kubernetes, String schedule, String why) {
        server = new LoneServer(kubernetes);
        String version = kubernetes == KubernetesVersion.V1_20 ? "v1beta1" : "v1";
        assertThat(message(server.send(
                        "POST",
                        "/apis/batch/" + version + "/namespaces/default/cronjobs",
                        JSON,
                        "{\"apiVersion\":\"batch/" + version + "\",\"kind\":\"CronJob\",\"metadata\":{\"name\":\"j\"},"
                                + "\"spec\":{\"schedule\":\"" + schedule + "\",\"jobTemplate\":{\"spec\":{\"template\":"
                                + "{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":"
                                + "\"i\"}]}}}}}}")))
                .isEqualTo(
                        "CronJob.batch \"j\" is invalid: spec.schedule: Invalid value: \"" + schedule + "\": " + why);
    }
}
