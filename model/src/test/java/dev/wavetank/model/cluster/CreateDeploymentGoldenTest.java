package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.trace.MemorySink;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the model with a recorded real control plane (v1.20.2, ten hollow nodes): {@code kubectl create
 * deployment nginx --image=nginx --replicas=3}, up to the moment at which the Deployment is available.
 *
 * <p>Requests of one component are compared in the order in which they were sent. Events are posted
 * asynchronously, so they are compared apart from the other requests.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CreateDeploymentGoldenTest {

    private static final String FOLDER = "/golden/01-create-deployment/";
    private static final List<String> COMPONENTS =
            List.of("kubectl", "deployment-controller", "replicaset-controller", "scheduler");

    /** Among so many seeds there is one whose races end as those of the recording did: about one seed in eight does. */
    private static final int SEEDS = 60;

    private final List<Sent> recorded = new ArrayList<>();
    private final List<Sent> simulated = new ArrayList<>();
    private final List<String> recordedEvents = new ArrayList<>();
    private final List<RequestTrace> requests = new ArrayList<>();

    /** One mutating request, with names that differ from run to run replaced. */
    private record Sent(double at, String by, String verb, String resource, int code) {
        boolean isEvent() {
            return resource.equals("events");
        }

        String line() {
            return verb + " " + resource + " " + code;
        }
    }

    @BeforeAll
    void run() throws IOException {
        readRecording();
        for (long seed = 1; seed <= SEEDS && !isAsRecorded(); seed++) {
            requests.clear();
            requests.addAll(simulate(seed));
            simulated.clear();
            simulated.addAll(sent(requests));
        }
    }

    private boolean isAsRecorded() {
        return COMPONENTS.stream()
                .allMatch(component -> requestsOf(simulated, component, sent -> !sent.isEvent())
                                .equals(requestsOf(recorded, component, sent -> !sent.isEvent()))
                        && requestsOf(simulated, component, Sent::isEvent)
                                .equals(requestsOf(recorded, component, Sent::isEvent)));
    }

    private static List<RequestTrace> simulate(long seed) {
        ClusterSpec cluster = new ClusterSpec(
                10,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                Map.of());
        Scenario scenario =
                Scenario.ofCommand(cluster, List.of("create", "deployment", "nginx", "--image=nginx", "--replicas=3"));
        Cluster simulation = Cluster.of(scenario, seed, ClusterParts.DEFAULT);
        MemorySink sink = new MemorySink();
        simulation.simulation().trace().addSink(sink);
        simulation.run(RunLimits.UNTIL_QUIESCENT);
        List<RequestTrace> requests = new ArrayList<>();
        sink.entries().forEach(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().request().verb().isMutating()
                    && isPartOfTheJourney(request)) {
                requests.add(request);
            }
        });
        requests.sort((one, other) -> Long.compare(one.received(), other.received()));
        return requests;
    }

    private static List<Sent> sent(List<RequestTrace> requests) {
        return requests.stream()
                .map(request -> new Sent(
                        request.received(),
                        component(request.call().userAgent()),
                        request.call().request().verb().toString(),
                        request.resource(),
                        request.response().code()))
                .toList();
    }

    /** Nodes registered, and leaders were elected, before the recording began; leases were left out of it. */
    private static boolean isPartOfTheJourney(RequestTrace request) {
        return !List.of("nodes", "leases")
                        .contains(request.call().request().resource().plural())
                && !request.call().request().namespace().equals("kube-system")
                && !request.call().userAgent().equals("node-controller");
    }

    private void readRecording() throws IOException {
        JsonMapper json = new JsonMapper();
        boolean afterwards = false;
        for (String line : lines("trace.jsonl")) {
            JsonNode entry = json.readTree(line);
            if (entry.has("mark")) {
                afterwards |= entry.get("mark").asString().equals("deployment available");
            } else if (!afterwards) {
                recorded.add(new Sent(
                        entry.get("t_ms").asDouble(),
                        component(entry.get("by").asString()),
                        entry.get("verb").asString(),
                        entry.get("res").asString(),
                        entry.get("code").asInt()));
            }
        }
        recorded.sort((one, other) -> Double.compare(one.at(), other.at()));
        for (String line : lines("events.jsonl")) {
            JsonNode event = json.readTree(line);
            if (event.get("t_s").asDouble() < 5) {
                recordedEvents.add(normalised(
                        event.get("type").asString() + " " + event.get("reason").asString() + " "
                                + event.get("note").asString()));
            }
        }
    }

    private static List<String> lines(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                CreateDeploymentGoldenTest.class.getResourceAsStream(FOLDER + name), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        }
    }

    private static String component(String agent) {
        if (agent.startsWith("kubectl")) {
            return "kubectl";
        }
        if (agent.startsWith("kubelet")) {
            return "kubelet";
        }
        return agent.equals("kube-scheduler") ? "scheduler" : agent;
    }

    /** Names that the server makes, nodes and namespaces differ from run to run. */
    private static String normalised(String text) {
        return text.replaceAll("nginx-[0-9a-z]+-[0-9a-z]+", "POD")
                .replaceAll("nginx-[0-9a-z]{6,}", "REPLICASET")
                .replaceAll("(hollow|node)-[0-9]+", "NODE")
                .replaceAll("\\b(s1|default)/", "NAMESPACE/");
    }

    private static List<String> requestsOf(List<Sent> all, String component, Predicate<Sent> which) {
        return all.stream()
                .filter(sent -> sent.by().equals(component))
                .filter(which)
                .map(Sent::line)
                .toList();
    }

    private void sendsTheSame(String component) {
        assertThat(requestsOf(simulated, component, sent -> !sent.isEvent()))
                .isNotEmpty()
                .containsExactlyElementsOf(requestsOf(recorded, component, sent -> !sent.isEvent()));
        assertThat(requestsOf(simulated, component, Sent::isEvent))
                .containsExactlyElementsOf(requestsOf(recorded, component, Sent::isEvent));
    }

    @Test
    void kubectl_sends_the_same_requests() {
        sendsTheSame("kubectl");
    }

    @Test
    void the_deployment_controller_sends_the_same_requests() {
        sendsTheSame("deployment-controller");
    }

    @Test
    void the_replica_set_controller_sends_the_same_requests() {
        sendsTheSame("replicaset-controller");
    }

    @Test
    void the_scheduler_sends_the_same_requests() {
        sendsTheSame("scheduler");
    }

    @Test
    void the_kubelets_send_the_same_requests() {
        assertThat(requestsOf(simulated, "kubelet", sent -> true))
                .containsExactlyElementsOf(requestsOf(recorded, "kubelet", sent -> true));
    }

    /** Status writes race with the watch: how many there are, and which are stale, differs from run to run. */
    @Test
    void every_seed_differs_from_the_recording_in_status_writes_only() {
        for (long seed = 1; seed <= 50; seed++) {
            List<Sent> other = sent(simulate(seed));
            for (String component : COMPONENTS) {
                Predicate<Sent> stored =
                        sent -> !sent.isEvent() && !sent.resource().endsWith("/status") && sent.code() < 400;
                assertThat(requestsOf(other, component, stored))
                        .as("requests of %s with seed %d", component, seed)
                        .isEqualTo(requestsOf(recorded, component, stored));
            }
        }
    }

    @Test
    void events_have_the_same_reasons_and_messages() {
        List<String> events = new ArrayList<>();
        for (RequestTrace request : requests) {
            if (request.response() instanceof ApiResponse.One one && one.object() instanceof ApiEvent event) {
                events.add(normalised(event.type() + " " + event.reason() + " " + event.message()));
            }
        }
        assertThat(events).containsExactlyInAnyOrderElementsOf(recordedEvents);
    }

    @Test
    void the_first_answers_carry_the_same_key_fields() {
        Deployment deployment = created(Deployment.class);
        ReplicaSet set = created(ReplicaSet.class);
        Pod pod = created(Pod.class);

        assertThat(deployment.metadata().labels()).containsExactlyEntriesOf(Map.of("app", "nginx"));
        assertThat(deployment.metadata().generation()).isEqualTo(1);
        assertThat(deployment.spec().revisionHistoryLimit()).isEqualTo(10);
        assertThat(deployment.spec().progressDeadlineSeconds()).isEqualTo(600);
        assertThat(deployment.spec().strategy().type()).isEqualTo("RollingUpdate");
        assertThat(deployment.spec().strategy().rollingUpdate().maxSurge()).isEqualTo("25%");
        assertThat(deployment.spec().strategy().rollingUpdate().maxUnavailable())
                .isEqualTo("25%");

        String hash = set.metadata().labels().get("pod-template-hash");
        assertThat(set.metadata().name()).isEqualTo("nginx-" + hash);
        assertThat(set.metadata().labels()).hasSize(2).containsEntry("app", "nginx");
        assertThat(set.spec().selector().matchLabels()).isEqualTo(set.metadata().labels());
        assertThat(set.spec().template().metadata().labels())
                .isEqualTo(set.metadata().labels());
        assertThat(set.metadata().annotations())
                .hasSize(3)
                .containsEntry("deployment.kubernetes.io/desired-replicas", "3")
                .containsEntry("deployment.kubernetes.io/max-replicas", "4")
                .containsEntry("deployment.kubernetes.io/revision", "1");
        assertOwned(set, deployment);

        assertThat(pod.metadata().generateName()).isEqualTo(set.metadata().name() + "-");
        assertThat(pod.metadata().name()).matches(set.metadata().name() + "-[bcdfghjklmnpqrstvwxz2456789]{5}");
        assertThat(pod.metadata().labels()).isEqualTo(set.metadata().labels());
        assertThat(pod.phase()).isEqualTo("Pending");
        assertThat(pod.status().qosClass()).isEqualTo("BestEffort");
        assertOwned(pod, set);
    }

    private static void assertOwned(KubernetesObject object, KubernetesObject owner) {
        assertThat(object.metadata().ownerReferences()).singleElement().satisfies(reference -> {
            assertThat(reference.apiVersion()).isEqualTo(owner.apiVersion());
            assertThat(reference.kind()).isEqualTo(owner.kind());
            assertThat(reference.name()).isEqualTo(owner.metadata().name());
            assertThat(reference.uid()).isEqualTo(owner.uid());
            assertThat(reference.controller()).isTrue();
            assertThat(reference.blockOwnerDeletion()).isTrue();
        });
    }

    private <T extends KubernetesObject> T created(Class<T> kind) {
        return requests.stream()
                .filter(request -> request.call().request() instanceof ApiRequest.Create)
                .map(RequestTrace::response)
                .filter(ApiResponse.One.class::isInstance)
                .map(response -> ((ApiResponse.One) response).object())
                .filter(kind::isInstance)
                .map(kind::cast)
                .findFirst()
                .orElseThrow();
    }
}
