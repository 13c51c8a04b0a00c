package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code explain} says of custom kinds, as real binaries say it of such a document, and of fields of other versions. */
class ExplainClusterTest {

    private static final String CRON_TABS = """
            cluster: {nodes: 1, profile: %s}
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
                              kind: {type: string, enum: [a, b]}
                              labels: {type: object, additionalProperties: {type: string}}
                              parts:
                                type: array
                                items:
                                  type: object
                                  properties: {name: {type: string}, weight: {type: number}}
            """;

    private static String explained(String version, String words) {
        return TypedCommands.outputs("""
                        - {at: 0s, kubectl: apply -f crd.yaml}
                        - {at: 5s, kubectl: explain %s}
                        """.formatted(words) + CRON_TABS.formatted(version))
                .get(1);
    }

    private static final String HEADING = "0 GROUP:      stable.example.com\nKIND:       CronTab\nVERSION:    v1\n\n";

    /** As kubectl v1.32 prints it. */
    @Test
    void fields_of_a_custom_kind_come_from_its_definition() {
        assertThat(explained("v1.32", "ct.spec")).isEqualTo(HEADING + """
                FIELD: spec <Object>


                DESCRIPTION:
                    What to do.
                   \s
                FIELDS:
                  cronSpec	<string> -required-
                    When it runs.

                  image	<string>
                    <no description>

                  kind	<string>
                  enum: a, b
                    <no description>

                  labels	<map[string]string>
                    <no description>

                  parts	<[]Object>
                    <no description>


                """);
        assertThat(explained("v1.32", "crontab"))
                .startsWith(
                        HEADING + "DESCRIPTION:\n    A CronTab runs things.\n    \nFIELDS:\n  apiVersion\t<string>\n")
                .contains("\n  metadata\t<ObjectMeta>\n", "\n  spec\t<Object>\n    What to do.\n");
        assertThat(explained("v1.32", "ct.spec.kind"))
                .isEqualTo(HEADING + "FIELD: kind <string>\nENUM:\n    a\n    b\n\nDESCRIPTION:\n    <empty>\n\n");
        assertThat(explained("v1.32", "ct.spec.parts.name"))
                .isEqualTo(HEADING + "FIELD: name <string>\n\n\nDESCRIPTION:\n    <empty>\n\n");
        assertThat(explained("v1.32", "ct.spec --recursive"))
                .endsWith(
                        "FIELDS:\n  cronSpec\t<string> -required-\n  image\t<string>\n  kind\t<string>\n  enum: a, b\n"
                                + "  labels\t<map[string]string>\n  parts\t<[]Object>\n    name\t<string>\n"
                                + "    weight\t<number>\n\n");
    }

    @Test
    void a_field_that_is_not_there_is_named_below_the_heading() {
        assertThat(explained("v1.32", "ct.spec.nope"))
                .isEqualTo(HEADING.replaceFirst("0", "1") + "error: field \"nope\" does not exist\n");
    }

    /** v1.29 knows no enumerations. */
    @Test
    void older_versions_say_less() {
        assertThat(explained("v1.29", "ct.spec.kind"))
                .isEqualTo(HEADING + "FIELD: kind <string>\n\nDESCRIPTION:\n    <empty>\n\n");
        assertThat(explained("v1.26", "ct.spec.kind"))
                .isEqualTo("0 KIND:     CronTab\nVERSION:  stable.example.com/v1\n\nFIELD:    kind <string>\n\n"
                        + "DESCRIPTION:\n     <empty>\n");
        assertThat(explained("v1.26", "ct.spec"))
                .startsWith("0 KIND:     CronTab\nVERSION:  stable.example.com/v1\n\nRESOURCE: spec <Object>\n\n"
                        + "DESCRIPTION:\n     What to do.\n\nFIELDS:\n   cronSpec\t<string> -required-\n");
    }

    /** Built-in types are enumerations, too. */
    @Test
    void values_of_built_in_fields_are_listed() {
        assertThat(explained("v1.32", "pod.spec.restartPolicy"))
                .startsWith("0 KIND:       Pod\nVERSION:    v1\n\nFIELD: restartPolicy <string>\n"
                        + "ENUM:\n    Always\n    Never\n    OnFailure\n\nDESCRIPTION:\n");
        assertThat(explained("v1.32", "service.spec"))
                .contains("  type\t<string>\n  enum: ClusterIP, ExternalName, LoadBalancer, NodePort\n");
        assertThat(explained("v1.29", "pod.spec.restartPolicy")).doesNotContain("ENUM:");
    }

    @ParameterizedTest
    @CsvSource({
        "v1.32, deployment.status, terminatingReplicas, false",
        "v1.33, deployment.status, terminatingReplicas, true",
        "v1.15, pod.spec, topologySpreadConstraints, false",
        "v1.18, pod.spec, topologySpreadConstraints, true",
        "v1.27, job.spec, podReplacementPolicy, false",
        "v1.28, job.spec, podReplacementPolicy, true",
        "v1.8, clusterrole, aggregationRule, false",
        "v1.9, clusterrole, aggregationRule, true"
    })
    void only_fields_of_the_version_are_shown(String version, String words, String field, boolean shown) {
        String page = explained(version, words);
        assertThat(page).startsWith("0 ").contains("FIELDS:\n");
        assertThat(page.contains(" " + field + "\t<")).isEqualTo(shown);
    }
}
