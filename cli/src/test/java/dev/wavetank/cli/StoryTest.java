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
        assertThat(run.out()).containsPattern("the way of pod/default/web-\\S+, \\d\\.\\d\\ds from the command:\n");
        assertThat(run.out()).containsSubsequence(STOPS);
    }

    /** The command of the documents, as v1.8 executed it: all that it makes, and every stop on the way. */
    @Test
    void the_documents_command_goes_through_every_stop_of_v1_8(@TempDir Path directory) {
        String file = InputFile.write(directory, "documents.yaml", """
                name: documents
                cluster: {profile: v1.8}
                timeline:
                - {at: 0s, kubectl: run nginx --image=nginx --replicas=3 --port=80 --expose}
                - {at: 30s, kubectl: get endpoints nginx}
                horizon: 1m
                """);

        Invocation run = Invocation.of("run", "--story", file);

        assertThat(run.out())
                .contains("pods         3 Running", "service \"nginx\" created", "deployment \"nginx\" created")
                .containsPattern("nginx +10\\.\\d+\\.\\d+\\.\\d+:80,10\\.\\S+:80,10\\.\\S+:80 ");
        assertThat(run.out())
                .containsSubsequence(
                        "kubectl reads `kubectl run nginx --image=nginx --replicas=3 --port=80 --expose`, checks it",
                        "kubectl has read what the server serves, 22 documents, and keeps that on its disk",
                        "asks the API server to create deployments/default/nginx, in version apps/v1beta1",
                        "kube-apiserver authenticates kubectl-run by its bearer token: user admin",
                        "authorizes it: admin may create /apis/apps/v1beta1/namespaces/default/deployments",
                        "etcd stores deployments/default/nginx",
                        "kube-controller-manager learns by its watch that deployments/default/nginx was added",
                        "adds the Deployment to its work queue",
                        "takes default/nginx from the queue deployment/1",
                        "may create /apis/extensions/v1beta1/namespaces/default/replicasets",
                        "etcd stores replicasets/default/nginx-",
                        "it wants 3 pods",
                        "adds the ReplicaSet to its work queue",
                        "remembers what it expects for default/nginx-",
                        "3 creations, 0 deletions",
                        "generates the name pods/default/nginx-",
                        "admission: ServiceAccount sets spec.volumes",
                        "etcd stores pods/default/nginx-",
                        "filters, then scores",
                        "chooses a node, and asks for the binding",
                        "/binding",
                        "it is bound to node-",
                        "finds the pod bound to its node",
                        "runs the pause container",
                        "has the CNI plug-in connect the pod",
                        "has all images of the pod",
                        "starts container nginx",
                        "Running, ready",
                        "counts the pod as ready");
        assertThat(Invocation.of("run", "--story=service/nginx", file).out())
                .containsSubsequence("asks the API server to create services/default/nginx", "etcd stores services/");
        assertThat(Invocation.of("run", "--story=endpoints/nginx", file).out())
                .containsSubsequence(
                        "the way of endpoints/default/nginx",
                        "it is ready",
                        "takes default/nginx from the queue endpoint/1",
                        "etcd stores the change of endpoints/default/nginx");
    }

    @Test
    void time_before_a_later_command_is_the_users(@TempDir Path directory) {
        String file = InputFile.write(directory, "later.yaml", """
                name: later
                timeline:
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 100s, kubectl: scale deployment web --replicas=2}
                """);

        assertThat(Invocation.of("why", "deployment/web", file).out())
                .containsPattern("user +1m3\\d")
                .doesNotContainPattern("working +\\d+m\\d");
    }

    @Test
    void its_modern_twin_ends_with_the_same(@TempDir Path directory) {
        String file = InputFile.write(directory, "twin.yaml", """
                name: twin
                timeline:
                - at: 0s
                  kubectl: create deployment nginx --image=nginx --replicas=3 --port=80
                - {at: 1s, kubectl: expose deployment nginx}
                - {at: 30s, kubectl: get endpoints nginx}
                horizon: 1m
                """);

        Invocation run = Invocation.of("run", "--story", file);

        assertThat(run.out())
                .contains("pods         3 Running", "deployment.apps/nginx created", "service/nginx exposed")
                .containsPattern("nginx +10\\.\\d+\\.\\d+\\.\\d+:80,10\\.\\S+:80,10\\.\\S+:80 ")
                .containsSubsequence(STOPS.stream()
                        .map(stop -> stop.replace("web", "nginx"))
                        .skip(4)
                        .toList());
        assertThat(Invocation.of("run", "--story=service/nginx", file).out())
                .containsSubsequence(
                        "kubectl reads `kubectl expose deployment nginx`",
                        "asks the API server to get deployments/default/nginx",
                        "asks the API server to create services/default/nginx, in version v1",
                        "etcd stores services/default/nginx");
    }

    /** What makes room has causes of its own; the pod has waited for it since it was found unschedulable. */
    @Test
    void a_pod_without_a_node_is_blocked_until_something_else_happens(@TempDir Path directory) {
        String file = InputFile.write(directory, "blocked.yaml", """
                name: blocked
                cluster: {nodes: 1, profile: v1.32}
                timeline:
                - {at: 1s, kubectl: cordon node-1}
                - {at: 2s, kubectl: create deployment web --image=nginx}
                - {at: 100s, kubectl: uncordon node-1}
                horizon: 5m
                """);

        assertThat(Invocation.of("run", "--story=pod/web", file).out())
                .containsSubsequence(
                        "kubectl reads `kubectl create deployment web --image=nginx`",
                        "kube-scheduler finds no node for pod default/web-",
                        "0/1 nodes are available: 1 node(s) were unschedulable.",
                        "100.000s  kubectl reads `kubectl uncordon node-1`",
                        "(after 1m38s blocked)",
                        "kube-scheduler has waited long enough to look at default/web-",
                        "counts the pod as ready");
        assertThat(Invocation.of("why", "pod/web", file).out())
                .containsPattern("\n  blocked +1m38s +\\d\\d %")
                .containsPattern("\n  back-off +\\d\\.\\d+s +\\d+ %");
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

    /** A Service works when the rules of every node lead to its pods; where there are no rules, when it has endpoints. */
    @Test
    void the_story_of_a_service_goes_on_until_it_works(@TempDir Path directory) {
        String timeline = """
                timeline:
                - {at: 0s, kubectl: create deployment web --image=nginx --port=80 --replicas=2}
                - {at: 15s, kubectl: expose deployment web --name=late}
                """;
        String ruled = InputFile.write(
                directory, "ruled.yaml", "cluster: {nodes: 2, addOns: [{kind: kube-proxy}]}\n" + timeline);
        String out = Invocation.of("run", "--story=service/late", ruled).out();
        assertThat(out)
                .containsSubsequence(
                        "kubectl reads `kubectl expose deployment web --name=late`",
                        "etcd stores services/default/late",
                        "takes default/late from the queue endpointslice/",
                        "etcd stores endpointslices/default/late-",
                        ": requests to default/late have 2 endpoints",
                        "learns by its watch that endpointslices/default/late-",
                        "has written the rules of its node: default/kubernetes leads to 1 pod, default/late leads to 2 pods",
                        "time: working ");
        String free = InputFile.write(directory, "free.yaml", "cluster: {nodes: 2}\n" + timeline);
        String without = Invocation.of("run", "--story=svc/late", free).out();
        assertThat(without.substring(without.indexOf("the way of")))
                .contains(": requests to default/late have 2 endpoints")
                .doesNotContain("kube-proxy");
    }

    @Test
    void types_have_the_names_that_kubectl_takes(@TempDir Path directory) {
        String file = InputFile.write(directory, "web.yaml", InputFile.DEPLOYMENT);

        Invocation run = Invocation.of("run", "--story=deploy/web", file);

        assertThat(run.out()).contains("the way of deployment/default/web, ");
        assertThat(Invocation.of("why", "deployments/web", file).out()).startsWith("deployment/default/web: ");
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
                })
                .anyMatch(line -> line.endsWith(": create /apis/apps/v1/namespaces/default/deployments"))
                .anyMatch(line -> line.contains(": put deployments/default/web"))
                .anyMatch(line -> line.contains(": watch: pods/default/web-"))
                .anyMatch(line -> line.endsWith(": RunPodSandbox"));
    }

    @Test
    void a_story_can_be_looked_at_in_perfetto(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("story.json");

        Invocation.of(
                "kubectl",
                "--story=pod/web",
                "--perfetto",
                file.toString(),
                "create",
                "deployment",
                "web",
                "--image=nginx");

        ChromeTrace trace = ChromeTrace.read(file);
        assertThat(trace.tracks())
                .contains("kubectl", "kube-apiserver", "etcd", "kube-controller-manager", "kube-scheduler");
        assertThat(trace.slices())
                .contains(
                        "learns by its watch that deployments/default/web was added", "stores deployments/default/web");
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
                .contains("network", "queued", "scheduling", "api-server", "commit", "pulling", "reporting");
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

    /** Also of a status that waits for its turn while others are refused. */
    @Test
    void the_wait_for_refused_requests_is_a_part_of_its_own(@TempDir Path directory) {
        String file = InputFile.write(
                directory, "web.yaml", InputFile.DEPLOYMENT.replaceFirst("replicas: \\d+", "replicas: 60"));

        Invocation run = Invocation.of(
                "why",
                "pod/web",
                file,
                "--set",
                "kube-apiserver.max-mutating-requests-inflight=1",
                "--set",
                "etcd.commit-latency=20ms");

        assertThat(run.out())
                .containsPattern("\\n  refused +\\d+\\S* +\\d\\d %")
                .containsPattern("had to wait while the server refused \\d+ requests?\\n");
    }
}
