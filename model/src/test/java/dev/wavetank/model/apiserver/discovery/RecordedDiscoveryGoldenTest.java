package dev.wavetank.model.apiserver.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The documents of a real Kubernetes 1.20.2 control plane against those made from the table of resources. */
class RecordedDiscoveryGoldenTest {

    private final ResourceTable table = ResourceTable.of(KubernetesVersion.V1_20);
    private final ServerMetadata facts = ServerMetadata.of(KubernetesVersion.V1_20);
    private final Discovery discovery = new Discovery(table);
    private final ObjectCodec codec = new ObjectCodec();

    private static String text(String name) {
        try (var stream = Objects.requireNonNull(RecordedDiscoveryGoldenTest.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Both as the text that goes over the wire, so that types of numbers and the order of fields count too. */
    private void assertSame(Map<String, Object> found, Object recorded) {
        assertThat(GoJsonReader.parse(codec.json(found))).isEqualTo(recorded);
    }

    @Test
    void versions_of_the_core_group() {
        assertSame(discovery.versions(), GoJsonReader.parse(text("api.json")));
    }

    @Test
    void resources_of_recorded_groups() {
        assertSame(discovery.resources("v1").orElseThrow(), GoJsonReader.parse(text("api-v1.json")));
        assertSame(discovery.resources("apps/v1").orElseThrow(), GoJsonReader.parse(text("apps-v1.json")));
        assertSame(
                discovery.resources("coordination.k8s.io/v1").orElseThrow(),
                GoJsonReader.parse(text("coordination-v1.json")));
        assertSame(discovery.resources("events.k8s.io/v1").orElseThrow(), GoJsonReader.parse(text("events-v1.json")));
    }

    @Test
    void groups() {
        assertSame(discovery.groups(), GoJsonReader.parse(text("apis.json")));
    }

    @Test
    void paths() {
        OpenApi openApi =
                new OpenApi(table, () -> ApiSchema.of(KubernetesVersion.V1_20), facts, KubernetesVersion.V1_20);
        assertSame(discovery.paths(facts, openApi.paths()), GoJsonReader.parse(text("root.json")));
    }

    @Test
    void the_version() {
        assertSame(facts.version(), GoJsonReader.parse(text("version.json")));
    }

    @Test
    void checks_of_health() {
        for (String endpoint : List.of("readyz", "livez")) {
            assertThat(new HealthReport(endpoint, facts.checks(endpoint), List.of()).success(List.of()))
                    .isEqualTo(text(endpoint + ".txt"));
        }
        assertThat(new HealthReport("healthz", List.of("ping", "etcd"), List.of()).success(List.of("etcd", "x")))
                .isEqualTo("[+]ping ok\n[+]etcd excluded: ok\n"
                        + "warn: some health checks cannot be excluded: no matches for \"x\"\nhealthz check passed\n");
    }

    /** Each line: plural, short names if any, preferred group version, whether in a namespace, kind. */
    @Test
    void what_kubectl_found_is_served_under_the_same_names() {
        List<String> recorded = new ArrayList<>();
        text("api-resources.txt").lines().skip(1).forEach(line -> recorded.add(line.replaceAll(" +", " ")));
        for (ServedResource served : table.all()) {
            if (served.subresource().isEmpty()) {
                String shortNames = served.shortNames().isEmpty() ? "" : String.join(",", served.shortNames()) + " ";
                recorded.remove(served.type().plural() + " " + shortNames
                        + served.type().apiVersion() + " " + served.type().namespaced() + " "
                        + served.type().kind());
            }
        }
        assertThat(recorded).isEmpty();
    }
}
