package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kubectl run}, which made Deployments by default until v1.17, and makes Pods since v1.18. */
class RunCommandTest {

    private final Terminal old = new Terminal(KubernetesVersion.V1_8);
    private final Terminal modern = new Terminal();

    @Test
    void the_command_of_the_documents_makes_a_deployment_and_then_a_service() {
        KubectlResult result = old.type("run nginx --image=nginx --replicas=3 --port=80 --expose");

        assertThat(result)
                .isEqualTo(new KubectlResult(0, "service \"nginx\" created\ndeployment \"nginx\" created\n", ""));
        assertThat(old.requests())
                .containsExactly("create deployments.apps default/nginx", "create services default/nginx");
        assertThat(old.stored("/registry/deployments/default/nginx"))
                .contains("\"replicas\":3", "\"matchLabels\":{\"run\":\"nginx\"}", "\"containerPort\":80");
    }

    @ParameterizedTest
    @CsvSource({
        "'', deployments.apps",
        "--restart=OnFailure, jobs.batch",
        "--restart=Never, pods",
        "--restart=OnFailure --schedule=0/5_*_*_*_*, cronjobs.batch",
        "--generator=run/v1, replicationcontrollers",
        "--generator=run-pod/v1, pods",
        "--generator=deployment/v1beta1, deployments.extensions",
        "--generator=job/v1, jobs.batch",
    })
    void the_kind_follows_from_the_flags(String flags, String resource) {
        List<String> words = new ArrayList<>(List.of("run", "web", "--image=nginx"));
        List.of(flags.split(" ")).stream()
                .filter(flag -> !flag.isEmpty())
                .forEach(flag -> words.add(flag.replace('_', ' ')));

        assertThat(old.type(words).exitCode()).isZero();
        assertThat(old.requests()).containsExactly("create " + resource + " default/web");
    }

    @Test
    void all_generators_but_that_of_pods_are_deprecated_since_1_12() {
        Terminal terminal = new Terminal(KubernetesVersion.V1_16);

        assertThat(terminal.type("run web --image=nginx").stderr())
                .isEqualTo("kubectl run --generator=deployment/apps.v1 is DEPRECATED and will be removed in a future"
                        + " version. Use kubectl run --generator=run-pod/v1 or kubectl create instead.\n");
        assertThat(terminal.type("run pod --image=nginx --restart=Never").stderr())
                .isEmpty();
        assertThat(old.type("run web --image=nginx").stderr()).isEmpty();
    }

    @Test
    void record_keeps_the_command_as_the_cause_of_the_change() {
        old.type("run web --image=nginx --record --replicas=2");

        assertThat(old.stored("/registry/deployments/default/web"))
                .contains("\"kubernetes.io/change-cause\":"
                        + "\"kubectl run web --image=nginx --record=true --replicas=2\"");
    }

    @Test
    void a_modern_service_selects_the_labels_of_the_pod() {
        KubectlResult result = modern.type("run web --image=nginx --port=80 --expose --labels=app=x --env A=b -- -v");

        assertThat(result.stdout()).isEqualTo("service/web created\npod/web created\n");
        assertThat(modern.stored("/registry/services/specs/default/web"))
                .contains("\"selector\":{\"app\":\"x\"}", "\"targetPort\":80");
        assertThat(modern.stored("/registry/pods/default/web"))
                .contains("\"env\":[{\"name\":\"A\",\"value\":\"b\"}]", "\"args\":[\"-v\"]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run web --image=nginx --replicas=3 | unknown flag: --replicas~See 'kubectl run --help' for usage.",
                "run web --image=nginx --limits=cpu=1 | unknown flag: --limits~See 'kubectl run --help' for usage.",
                "run web --image=nginx --expose | --port must be set when exposing a service~"
                        + "See 'kubectl run -h' for help and examples",
                "run web --image=nginx --env=x | invalid env: x",
                "run web --image=nginx --image-pull-policy=Foo | invalid image pull policy: Foo~"
                        + "See 'kubectl run -h' for help and examples",
                "run web --image=nginx --rm | --rm should only be used for attached containers~"
                        + "See 'kubectl run -h' for help and examples",
                "run web --image=nginx -i | --stdin is not simulated: no container has a terminal",
            })
    void what_a_modern_run_refuses_sends_nothing(String line, String message) {
        assertThat(modern.type(line)).isEqualTo(KubectlResult.refused("error: " + message.replace('~', '\n') + "\n"));
        assertThat(modern.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run web --image=nginx --restart=Never --replicas=2 | --restart=Never requires that --replicas=1, found 2~"
                        + "See 'kubectl run -h' for help and examples",
                "run web --image=nginx --generator=deployment/v7 | generator \"deployment/v7\" not found~"
                        + "See 'kubectl run -h' for help and examples",
                "run web --image=nginx --hostport=80 | --hostport requires --port to be specified",
                "run web --image=nginx --limits=cpu | Invalid argument syntax cpu, expected <resource>=<value>",
            })
    void what_an_old_run_refuses_sends_nothing(String line, String message) {
        assertThat(old.type(line)).isEqualTo(KubectlResult.refused("error: " + message.replace('~', '\n') + "\n"));
        assertThat(old.requests()).isEmpty();
    }
}
