package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.model.yaml.Position;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManifestReaderTest {

    private final ManifestReader reader = new ManifestReader(ApiSchema.of(KubernetesVersion.V1_32), new ObjectCodec());

    @ParameterizedTest
    @CsvSource({
        "cassandra.yaml, V1_32, 3",
        "cockroachdb.yaml, V1_20, 4",
        "guestbook-replicationcontrollers.yaml, V1_32, 2",
        "guestbook.yaml, V1_32, 6",
        "microservices-shop.yaml, V1_32, 35",
        "final-deployment.json, V1_32, 1",
        "final-node.json, V1_32, 1"
    })
    void reads_published_manifests(String file, KubernetesVersion version, int objects) throws IOException {
        ManifestReader published = new ManifestReader(ApiSchema.of(version), new ObjectCodec());
        try (InputStream stream = ManifestReaderTest.class.getResourceAsStream(file)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(published.read(file, text)).hasSize(objects);
        }
    }

    @Test
    void an_object_comes_with_its_resource_and_its_place() {
        List<Manifest> manifests = reader.read("web.yaml", """
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: shop}
                """);
        assertThat(manifests)
                .extracting(Manifest::resource)
                .containsExactly(Resources.NAMESPACES, Resources.DEPLOYMENTS);
        Manifest deployment = manifests.get(1);
        assertThat(deployment.object()).isInstanceOf(Deployment.class);
        assertThat(deployment.source()).isEqualTo("web.yaml");
        assertThat(deployment.position()).isEqualTo(new Position(5, 1));
    }

    @Test
    void a_list_stands_for_its_items() {
        List<Manifest> manifests = reader.read("list.yaml", """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: v1
                  kind: Pod
                  metadata: {name: a}
                - apiVersion: v1
                  kind: Service
                  metadata: {name: b}
                """);
        assertThat(manifests)
                .extracting(manifest -> manifest.object().metadata().name())
                .containsExactly("a", "b");
        assertThat(manifests.get(1).position()).isEqualTo(new Position(7, 3));
    }

    @Test
    void a_misspelt_field_is_named_with_the_nearest_one() {
        assertRefused(
                """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec:
                  replica: 3
                """,
                "web.yaml:5:3: Deployment in version \"v1\" cannot be handled as a Deployment: strict decoding error: "
                        + "unknown field \"spec.replica\" (did you mean \"replicas\"?)");
    }

    @Test
    void a_value_of_a_wrong_type_is_named_with_its_place() {
        assertRefused(
                """
                apiVersion: v1
                kind: List
                items:
                - apiVersion: apps/v1
                  kind: Deployment
                  spec:
                    replicas: three
                """,
                "web.yaml:7:5: Deployment in version \"v1\" cannot be handled as a Deployment: json: cannot unmarshal "
                        + "string into Go struct field DeploymentSpec.spec.replicas of type int32 (at spec.replicas)");
    }

    @Test
    void an_unknown_kind_is_refused() {
        assertRefused(
                "apiVersion: v1\nkind: Foo\n",
                "web.yaml:2:1: no matches for kind \"Foo\" in version \"v1\" "
                        + "(the kind is misspelled or not simulated)");
        assertRefused(
                "apiVersion: extensions/v1beta1\nkind: Deployment\n",
                "web.yaml:2:1: no matches for kind \"Deployment\" in version \"extensions/v1beta1\" "
                        + "(write apiVersion: apps/v1)");
        assertRefused(
                "apiVersion: autoscaling/v1\nkind: Scale\n",
                "web.yaml:2:1: no matches for kind \"Scale\" in version \"autoscaling/v1\" "
                        + "(the kind is misspelled or not simulated)");
    }

    @Test
    void an_object_without_a_type_is_refused() {
        assertRefused("\nmetadata: {name: a}\napiVersion: v1\n", "web.yaml:2:1: kind not set");
        assertRefused("kind: Pod\n", "web.yaml:1:1: apiVersion not set");
        assertRefused("apiVersion: v1\nkind: [Pod]\n", "web.yaml:2:1: kind must be text, such as Deployment");
        assertRefused(
                "apiVersion: v1\nkind: List\nitems:\n- nothing\n",
                "web.yaml:4:3: an item of a List must be an object, with apiVersion and kind");
    }

    private void assertRefused(String text, String message) {
        assertThatThrownBy(() -> reader.read("web.yaml", text))
                .isInstanceOf(ManifestException.class)
                .hasMessage(message);
    }
}
