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
                    subresources: {status: {}, scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
                    schema:
                      openAPIV3Schema:
                        type: object
                        description: A CronTab runs things.
                        properties:
                          spec:
                            type: object
                            description: What to do.
                            required: [cronSpec]
                            properties:
                              cronSpec: {type: string, description: When it runs.}
                              image: {type: string}
                              replicas: {type: integer}
                              kind: {type: string, enum: [a, b]}
                              parts:
                                type: array
                                items: {type: object, properties: {name: {type: string}, weight: {type: number}}}
                              labels: {type: object, additionalProperties: {type: string}}
                          status:
                            type: object
                            properties: {replicas: {type: integer}}
              ct.yaml: |
                apiVersion: stable.example.com/v1
                kind: CronTab
                metadata: {name: a}
                spec: {cronSpec: "* * * * *", replicas: 1}
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

    /** The definition says where the numbers are; a type without such a subresource is not found. */
    @Test
    void a_custom_kind_with_a_scale_subresource_is_scaled() {
        assertThat(TypedCommands.outputs("""
                        - {at: 0s, kubectl: apply -f crd.yaml}
                        - {at: 5s, kubectl: apply -f ct.yaml}
                        - {at: 8s, kubectl: scale crontab a --replicas=3}
                        - {at: 9s, kubectl: "get ct/a -o jsonpath={.spec.replicas}"}
                        - {at: 9s, kubectl: scale ct/a --replicas=4 --current-replicas=2}
                        - {at: 9s, kubectl: run p --image=nginx}
                        - {at: 20s, kubectl: scale pod p --replicas=2}
                        """ + CRON_TABS).subList(2, 7))
                .containsExactly(
                        "0 crontab.stable.example.com/a scaled\n",
                        "0 3",
                        "1 error: Expected replicas to be 2, was 3\n",
                        "0 pod/p created\n",
                        "1 Error from server (NotFound): the server could not find the requested resource"
                                + " (patch pods p)\n");
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
