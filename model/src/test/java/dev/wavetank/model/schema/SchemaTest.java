package dev.wavetank.model.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaTest {
    private static final Schema SCHEMA = ApiSchema.of(KubernetesVersion.V1_32);
    private static final Schema OLD_SCHEMA = ApiSchema.of(KubernetesVersion.V1_20);

    @Test
    void every_type_that_is_mentioned_exists() {
        for (ApiType type : SCHEMA.types()) {
            type.fields().forEach((name, field) -> {
                FieldType leaf = field.type();
                while (leaf.element() != null) {
                    leaf = leaf.element();
                }
                if (leaf.shape() == FieldType.Shape.STRUCT) {
                    assertThat(SCHEMA.hasType(leaf.name()))
                            .as(type.name() + "." + name)
                            .isTrue();
                }
            });
        }
    }

    @Test
    void every_kind_has_a_type_with_the_fields_of_an_object() {
        for (ServedKind kind : SCHEMA.kinds()) {
            assertThat(SCHEMA.fields(kind.type())).as(kind.toString()).containsKeys("apiVersion", "kind", "metadata");
        }
    }

    @Test
    void kinds_are_found_by_version_and_by_any_name() {
        assertThat(SCHEMA.kind("apps/v1", "Deployment").orElseThrow())
                .isEqualTo(
                        new ServedKind("apps/v1", "Deployment", "Deployment", "deployments", true, List.of("deploy")));
        assertThat(SCHEMA.kind("v1", "Node").orElseThrow().namespaced()).isFalse();
        assertThat(SCHEMA.kind("autoscaling/v2", "HorizontalPodAutoscaler")
                        .orElseThrow()
                        .type())
                .isEqualTo("v2.HorizontalPodAutoscaler");
        assertThat(SCHEMA.kind("extensions/v1beta1", "Deployment")).isEmpty();
        for (String name : List.of("po", "pod", "Pods")) {
            assertThat(SCHEMA.named(name)).extracting(ServedKind::kind).containsExactly("Pod");
        }
        assertThat(OLD_SCHEMA
                        .kind("policy/v1beta1", "PodDisruptionBudget")
                        .orElseThrow()
                        .version())
                .isEqualTo("v1beta1");
        assertThat(OLD_SCHEMA
                        .kind("policy/v1beta1", "PodDisruptionBudget")
                        .orElseThrow()
                        .group())
                .isEqualTo("policy");
        assertThat(SCHEMA.kind("v1", "Pod").orElseThrow().group()).isEmpty();
    }

    @Test
    void a_correct_tree_has_no_problems() {
        String text = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a, labels: {b: c}, creationTimestamp: null}
                spec:
                  terminationGracePeriodSeconds: 30
                  containers:
                  - name: a
                    image: b
                    resources: {limits: {cpu: 0.5, memory: 1Gi}, requests: {cpu: 1}}
                    livenessProbe: {httpGet: {port: http}, grpc: {port: 3}}
                    readinessProbe: {tcpSocket: {port: 80}}
                  tolerations: [{key: x, operator: Exists, tolerationSeconds: 3}]
                  volumes: [{name: v, emptyDir: {sizeLimit: 1Gi}}, {name: w, secret: {secretName: s, defaultMode: 0644}}]
                """;
        assertThat(check("Pod", text)).isEmpty();
    }

    @Test
    void an_unknown_field_is_named_with_its_nearest_neighbour() {
        assertThat(check("Deployment", "spec: {replica: 3, template: {spec: {containers: [{name: a}, {imagee: b}]}}}"))
                .containsExactly(
                        new SchemaProblem.UnknownField("spec.replica", Optional.of("replicas")),
                        new SchemaProblem.UnknownField(
                                "spec.template.spec.containers[1].imagee", Optional.of("image")));
        assertThat(check("Pod", "spec: {nodeselector: {}}"))
                .containsExactly(new SchemaProblem.UnknownField("spec.nodeselector", Optional.of("nodeSelector")));
        assertThat(check("Pod", "spec: {qwertyuiop: 1}"))
                .containsExactly(new SchemaProblem.UnknownField("spec.qwertyuiop", Optional.empty()));
    }

    @Test
    void an_unknown_type_is_a_mistake_of_the_caller() {
        assertThatThrownBy(() -> SCHEMA.check("Gadget", Map.of())).hasMessage("no API type is named Gadget");
    }

    private static List<SchemaProblem> check(String type, String text) {
        return SCHEMA.check(type, YamlReader.read("t.yaml", text).get(0).root());
    }
}
