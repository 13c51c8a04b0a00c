package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StoryTest {

    private static final String[] DEPLOYMENT = {
        "kubectl", "create", "deployment", "web", "--image=nginx", "--replicas=3", "--story"
    };

    /** The stops of a pod's way, in the order in which the documents about it go through them. */
    private static final List<String> STOPS = List.of(
            "kubectl reads `kubectl create deployment web --image=nginx --replicas=3`, checks it",
            "kubectl asks the API server to create deployments/default/web, in version apps/v1",
            "kube-apiserver authenticates kubectl-create by its bearer token: user admin",
            "kube-apiserver authorizes it: admin may create /apis/apps/v1/namespaces/default/deployments",
            "etcd stores deployments/default/web",
            "kube-controller-manager adds the Deployment to its work queue",
            "takes default/web from the queue deployment/1",
            "etcd stores replicasets/default/web-",
            "learns by its watch that replicasets/default/web-",
            "takes default/web-",
            "remembers what it expects for default/web-",
            "admission: ServiceAccount sets spec.volumes",
            "etcd stores pods/default/web-",
            "kube-scheduler learns by its watch",
            "looks at 3 nodes: filters, then scores",
            "kube-scheduler chooses a node, and asks for the binding",
            "it is bound to node-",
            "finds the pod bound to its node",
            "runs the pause container",
            "has the CNI plug-in connect the pod",
            "has all images of the pod on the node",
            "starts container nginx",
            "has a new status to report: Running, ready",
            "it is ready",
            "counts the pod as ready",
            "time: ");

    @Test
    void the_story_goes_through_every_stop_in_order() {
        Invocation run = Invocation.of(DEPLOYMENT);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).containsPattern("the way of pod/default/web-\\S+, 3\\.\\d\\ds from the command:\n");
        assertThat(run.out()).containsSubsequence(STOPS);
    }

    @Test
    void a_run_is_the_same_whether_its_story_is_told_or_not() {
        assertThat(fingerprint(Invocation.of(DEPLOYMENT)))
                .isEqualTo(fingerprint(
                        Invocation.of("kubectl", "create", "deployment", "web", "--image=nginx", "--replicas=3")));
    }

    private static String fingerprint(Invocation run) {
        return Pattern.compile("fingerprint +([0-9a-f]+)")
                .matcher(run.out())
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void any_object_has_a_story(@TempDir Path directory) {
        String file = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("run", "--story=deployment/web", file);

        assertThat(run.out())
                .contains("the way of deployment/default/web, ")
                .containsSubsequence("counts the pod as ready", "etcd stores the change of deployments/default/web");
    }

    @Test
    void an_object_that_is_not_there_is_bad_input(@TempDir Path directory) {
        String file = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("run", "--story=pod/other", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains("there is no story of pod/other: the run has no such object. It has deployment/default/web");
    }

    @Test
    void arrows_of_a_diagram_lead_from_one_component_to_another(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("story.mmd");

        Invocation.of("kubectl", "--mermaid", file.toString(), "create", "deployment", "web", "--image=nginx");

        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        assertThat(lines).startsWith("sequenceDiagram", "    participant c1 as kubectl");
        assertThat(lines)
                .filteredOn(line -> line.contains("->>"))
                .hasSizeGreaterThan(8)
                .allSatisfy(line -> {
                    String[] ends = line.strip().split("->>|:");
                    assertThat(ends[0]).isNotEqualTo(ends[1]);
                });
    }

    @Test
    void the_parts_of_the_time_add_up(@TempDir Path directory) {
        String file = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        JsonNode tree = JsonMapper.shared()
                .readTree(Invocation.of("why", "pod/web", file, "-o", "json").out());

        long sum = 0;
        for (JsonNode part : tree.get("spent")) {
            sum += part.asLong();
        }
        assertThat(sum).isEqualTo(tree.get("total").asLong()).isPositive();
        assertThat(tree.get("spent").propertyNames())
                .contains("network", "queued", "scheduling", "api-server", "commit", "pulling", "probing");
    }

    @Test
    void a_slow_client_is_why_a_pod_waits(@TempDir Path directory) {
        String file = InputFile.write(
                directory, "web.yaml", InputFile.DEPLOYMENT.replaceFirst("replicas: \\d+", "replicas: 40"));

        Invocation run = Invocation.of(
                "why",
                "pod/web",
                file,
                "--set",
                "kube-controller-manager.kube-api-qps=1",
                "--set",
                "kube-controller-manager.kube-api-burst=1");

        assertThat(run.out())
                .containsPattern("pod/default/web-\\S+: \\S+ from the first step")
                .containsPattern("\\n  throttled +\\d+\\S* +\\d\\d %");
    }
}
