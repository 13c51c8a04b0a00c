package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What users read of a whole cluster: fields of kinds, rights, logs, states of components, conditions by templates. */
class ReadingClusterTest {

    private static final String POD = """
            files:
              pod.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: two}
                spec:
                  containers: [{name: a, image: nginx}, {name: b, image: redis}]
            """;

    @Test
    void go_templates_print_the_conditions_of_a_pod() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create -f pod.yaml}
                - {at: 500ms, kubectl: [get, pods/two, -o, 'go-template={{range .status.conditions}}{{if eq .type "PodScheduled"}}{{.status}}{{end}}{{end}}']}
                - {at: 1s, kubectl: [get, pods/two, -o, 'go-template={{range .status.conditions}}{{if eq .type "Ready"}}{{.status}}{{end}}{{end}}']}
                - {at: 60s, kubectl: [get, pods/two, -o, 'go-template={{range .status.conditions}}{{if eq .type "Ready"}}{{.status}}{{end}}{{end}}']}
                """ + POD))
                .containsExactly("0 pod/two created\n", "0 True", "0 False", "0 True");
    }

    @Test
    void fields_are_explained_by_their_types_as_the_servers_documents_have_them() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: explain deployment.spec.replicas}
                - {at: 1s, kubectl: explain deployment.spec.strategy --recursive}
                - {at: 2s, kubectl: explain pod.nope}
                - {at: 3s, kubectl: explain nope}
                """);
        String head = "GROUP:      apps\nKIND:       Deployment\nVERSION:    v1\n\n";
        assertThat(outputs)
                .containsExactly(
                        "0 " + head + "FIELD: replicas <integer>\n\n\nDESCRIPTION:\n    Number of desired pods."
                                + " This is a pointer to distinguish between explicit\n    zero and not specified. Defaults"
                                + " to 1.\n    \n\n",
                        "0 " + head + "FIELD: strategy <DeploymentStrategy>\n\n\nDESCRIPTION:\n    How old pods are"
                                + " replaced.\n    How a Deployment comes from old pods to new ones.\n    \nFIELDS:\n"
                                + "  rollingUpdate\t<RollingUpdateDeployment>\n    maxSurge\t<IntOrString>\n"
                                + "    maxUnavailable\t<IntOrString>\n  type\t<string>\n"
                                + "  enum: Recreate, RollingUpdate\n\n",
                        "1 KIND:       Pod\nVERSION:    v1\n\nerror: field \"nope\" does not exist\n",
                        "1 the server doesn't have a resource type \"nope\"\n");
    }

    @Test
    void old_versions_explain_by_documents_of_version_2() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: explain deployment.spec.strategy --recursive}
                cluster: {profile: v1.20}
                """))
                .containsExactly("0 KIND:     Deployment\nVERSION:  apps/v1\n\nRESOURCE: strategy <Object>\n\n"
                        + "DESCRIPTION:\n     How old pods are replaced.\n\n     How a Deployment comes from old pods to new"
                        + " ones.\n\nFIELDS:\n   rollingUpdate\t<Object>\n"
                        + "      maxSurge\t<string>\n      maxUnavailable\t<string>\n   type\t<string>\n");
    }

    @Test
    void required_fields_are_marked_and_texts_of_fields_are_wrapped() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: explain deployment.spec}
                - {at: 1s, kubectl: explain cj.spec --recursive}
                - {at: 2s, kubectl: explain deployment.spec --output=plaintext-openapiv2}
                - {at: 3s, kubectl: explain hpa.spec.metrics --api-version=autoscaling/v1}
                - {at: 4s, kubectl: explain hpa.spec.metrics --api-version=autoscaling/v2}
                - {at: 5s, kubectl: explain deployment --api-version=apps/v9}
                """);
        assertThat(outputs.get(0))
                .contains(
                        "\n  selector\t<LabelSelector> -required-\n    Which pods are its own. It must match the labels"
                                + " of the template, and cannot\n    be changed.\n\n  strategy\t<DeploymentStrategy>\n");
        assertThat(outputs.get(1))
                .contains("\n  jobTemplate\t<JobTemplateSpec> -required-\n    metadata\t<ObjectMeta>\n");
        assertThat(outputs.get(2))
                .contains(
                        "\n   selector\t<Object> -required-\n     Which pods are its own. It must match the labels of the"
                                + " template, and\n     cannot be changed.\n\n");
        assertThat(outputs.get(3))
                .isEqualTo("1 GROUP:      autoscaling\nKIND:       HorizontalPodAutoscaler\nVERSION:    v1\n\n"
                        + "error: field \"metrics\" does not exist\n");
        assertThat(outputs.get(4))
                .startsWith("0 GROUP:      autoscaling\nKIND:       HorizontalPodAutoscaler\nVERSION:    v2\n");
        assertThat(outputs.get(5))
                .startsWith("1 error: couldn't find resource for \"apps/v9, Resource=deployments\"\n");
    }

    @Test
    void v1_8_explains_the_versions_of_its_time() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: explain deployment}
                cluster: {profile: v1.8}
                """).get(0))
                .contains("DESCRIPTION:\n     Keeps a number of equal pods", "\n   spec\t<Object>\n");
    }

    @Test
    void users_learn_who_they_are_and_what_they_may_do() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: auth whoami}
                - {at: 1s, kubectl: auth can-i --list}
                - {at: 2s, kubectl: auth can-i --list --no-headers}
                - {at: 3s, kubectl: auth can-i --list pods}
                """))
                .containsExactly(
                        "0 ATTRIBUTE   VALUE\nUsername    admin\nUID         admin\n"
                                + "Groups      [system:masters system:authenticated]\n",
                        "0 Resources   Non-Resource URLs   Resource Names   Verbs\n"
                                + "*.*         []                  []               [*]\n"
                                + "            [*]                 []               [*]\n",
                        "0 *.*   []    []    [*]\n      [*]   []    [*]\n",
                        "1 error: list option must be specified with no arguments\n");
    }

    @Test
    void containers_have_logs_when_they_have_begun_and_their_processes_write_nothing() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create -f pod.yaml}
                - {at: 1s, kubectl: logs two}
                - {at: 60s, kubectl: logs two}
                - {at: 61s, kubectl: logs two -c b --tail=3 --timestamps}
                - {at: 62s, kubectl: logs two -c c}
                - {at: 63s, kubectl: logs two -c a -p}
                - {at: 64s, kubectl: logs two -f --all-containers --max-log-requests=1}
                - {at: 65s, kubectl: logs -l app=none}
                """ + POD).stream().skip(1))
                .containsExactly(
                        "1 Defaulted container \"a\" out of: a, b\nError from server (BadRequest): container \"a\" in"
                                + " pod \"two\" is waiting to start: ContainerCreating\n",
                        "0 Defaulted container \"a\" out of: a, b\n",
                        "0 ",
                        "1 Error from server (BadRequest): container c is not valid for pod two\n",
                        "1 Error from server (BadRequest): previous terminated container \"a\" in pod \"two\" not"
                                + " found\n",
                        "1 error: you are attempting to follow 2 log streams, but maximum allowed concurrency is 1,"
                                + " use --max-log-requests to increase the limit\n",
                        "0 No resources found in default namespace.\n");
    }

    @Test
    void the_logs_of_a_workload_are_those_of_one_of_its_pods() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 60s, kubectl: logs deployment/web}
                """).get(1)).matches("0 Found 2 pods, using pod/web-[a-z0-9-]+\n");
    }

    @Test
    void states_of_components_come_with_the_servers_warning() {
        assertThat(TypedCommands.outputs("- {at: 0s, kubectl: get componentstatuses}\n"))
                .containsExactly("0 NAME                 STATUS    MESSAGE   ERROR\n"
                        + "controller-manager   Healthy   ok        \n"
                        + "scheduler            Healthy   ok        \n"
                        + "etcd-0               Healthy   ok        \n"
                        + "Warning: v1 ComponentStatus is deprecated in v1.19+\n");
    }

    @Test
    void columns_can_be_printed_without_headers_and_from_a_file() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create configmap a --from-literal=k=v}
                - {at: 1s, kubectl: get configmaps a -o custom-columns=N:.metadata.name --no-headers}
                - {at: 2s, kubectl: get configmaps a -o custom-columns-file=columns.txt}
                files:
                  columns.txt: |
                    NAME            KEY
                    .metadata.name  .data.k
                """).stream().skip(1)).containsExactly("0 a\n", "0 NAME   KEY\na      v\n");
    }
}
