package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Commands about objects of custom kinds, one of which has the plural name of a built-in one. */
class CustomKindsClusterTest {

    private static final String FILES = """
            files:
              kinds.yaml: |
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: services.example.com}
                spec:
                  group: example.com
                  scope: Namespaced
                  names: {plural: services, singular: service, kind: Service, shortNames: [esvc]}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              object.yaml: |
                apiVersion: example.com/v1
                kind: Service
                metadata: {name: a}
                spec: {size: 1}
            """;

    @Test
    void every_command_that_names_objects_finds_them() {
        assertThat(typed("get services.example.com -o name")).isEqualTo("0 service.example.com/a\n");
        assertThat(typed("label esvc a x=y")).isEqualTo("0 service.example.com/a labeled\n");
        assertThat(typed("annotate services.example.com/a x=y")).isEqualTo("0 service.example.com/a annotated\n");
        assertThat(typed("patch esvc a --type=merge --patch=''{\"spec\":{\"size\":2}}''"))
                .isEqualTo("0 service.example.com/a patched\n");
        assertThat(typed("wait esvc/a --for=jsonpath={.spec.size}=1"))
                .isEqualTo("0 service.example.com/a condition met\n");
        assertThat(typed("auth can-i get esvc")).isEqualTo("0 yes\n");
        assertThat(typed("explain esvc")).startsWith("0 GROUP:      example.com\nKIND:       Service\n");
        assertThat(typed("delete esvc a")).isEqualTo("0 service.example.com \"a\" deleted from default namespace\n");
    }

    @Test
    void the_plural_name_alone_stays_that_of_the_built_in_kind() {
        assertThat(typed("get services -o name")).isEqualTo("0 service/kubernetes\n");
    }

    private static String typed(String command) {
        return TypedCommands.outputs("""
                - {at: 0s, kubectl: apply -f kinds.yaml}
                - {at: 5s, kubectl: apply -f object.yaml}
                - {at: 8s, kubectl: '%s'}
                """.formatted(command) + FILES).get(2);
    }
}
