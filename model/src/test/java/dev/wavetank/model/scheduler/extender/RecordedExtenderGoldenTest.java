package dev.wavetank.model.scheduler.extender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.scheduler.config.AlgorithmProvider;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Requests that a real kube-scheduler v1.20.2 sent to an extender, and what it made of the answers. */
class RecordedExtenderGoldenTest {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String HOST = "127.0.0.1:18080";
    private static final String PREFIX = "http://" + HOST + "/ext";
    private static final long HUNDRED_OF_TEN = 10;

    private final List<HttpRequest> received = new ArrayList<>();

    /** A scheduler and an extender that answers what a test wants. */
    private final class World {

        private final Simulation simulation = new Simulation(1, new OrderPolicy.Fifo(), new Trace());
        private final Network network = new Network(
                simulation,
                new NetworkSettings(
                        new Distribution.Constant(VirtualTime.MILLISECOND),
                        VirtualTime.SECOND,
                        10 * VirtualTime.SECOND));
        private final Components components = new Components(simulation);
        private Endpoint endpoint;

        private World(HttpResponse answer, long delay) {
            components.add("kube-scheduler", context -> {
                endpoint = network.connect(context);
                return () -> {};
            });
            components.add("extender/" + HOST, context -> {
                Endpoint served = network.connect(context);
                return () -> served.serve(
                        new Address<HttpRequest, HttpResponse>("extender/" + HOST, "http"),
                        (caller, request, responder) -> {
                            received.add(request);
                            context.after(delay, () -> responder.respond(answer));
                        });
            });
            components.startAll();
        }

        private HttpExtender client(ExtenderConfig config) {
            return new HttpExtender(config, endpoint, HUNDRED_OF_TEN);
        }

        private void run() {
            simulation.run(RunLimits.until(10 * VirtualTime.SECOND));
        }
    }

    private static HttpResponse json(String body) {
        return new HttpResponse(200, Collections.emptyMap(), body);
    }

    private static ExtenderConfig config(String policy) {
        ConfigurationReader.Flags flags = new ConfigurationReader.Flags(null, policy, AlgorithmProvider.DEFAULT);
        return ConfigurationReader.read(flags, KubernetesVersion.V1_20, Collections.emptySet())
                .extenders()
                .get(0);
    }

    @TestFactory
    Stream<DynamicTest> sends_the_recorded_requests() {
        return requests().stream()
                .map(one -> DynamicTest.dynamicTest(one.get("case") + ": " + one.get("path"), () -> sends(one)));
    }

    private void sends(Map<String, Object> recorded) {
        received.clear();
        World world = new World(json("{}"), 0);
        Map<String, Object> body = map(recorded.get("body"));
        HttpExtender client = world.client(config((String) recorded.get("policy")));
        switch ((String) recorded.get("path")) {
            case "/ext/filter" -> client.filter(podOf(body), nodesOf(body));
            case "/ext/prioritize" -> client.prioritize(podOf(body), nodesOf(body));
            default -> client.bind(boundPod(body), (String) body.get("Node"));
        }
        world.run();
        assertThat(received).hasSize(1);
        HttpRequest request = received.get(0);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo(recorded.get("path"));
        assertThat(CODEC.sortedValue(GoJsonReader.parse(request.text()))).isEqualTo(CODEC.sortedValue(body));
        map(recorded.get("headers"))
                .forEach((name, value) ->
                        assertThat(request.header(name)).as(name).isEqualTo(value));
    }

    private static PodInfo podOf(Map<String, Object> body) {
        return info(object("Pod", body.get("Pod")));
    }

    private static PodInfo boundPod(Map<String, Object> body) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", body.get("PodName"));
        metadata.put("namespace", body.get("PodNamespace"));
        metadata.put("uid", body.get("PodUID"));
        Map<String, Object> pod = new LinkedHashMap<>();
        pod.put("metadata", metadata);
        pod.put("spec", new LinkedHashMap<>());
        return info(object("Pod", pod));
    }

    private static PodInfo info(KubernetesObject object) {
        Pod pod = (Pod) object;
        return new PodInfo(
                pod,
                ResourceAmounts.requestedBy(pod.spec()),
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static List<NodeInfo> nodesOf(Map<String, Object> body) {
        List<NodeInfo> nodes = new ArrayList<>();
        if (body.get("NodeNames") instanceof List<?> names) {
            names.forEach(name -> nodes.add(node((String) name, null)));
        } else {
            ((List<?>) map(body.get("Nodes")).get("items")).forEach(item -> {
                Node node = (Node) object("Node", item);
                nodes.add(node(node.metadata().name(), node));
            });
        }
        return nodes;
    }

    /** A node of which only the name and the object matter. */
    private static NodeInfo node(String name, Node object) {
        return (NodeInfo) Proxy.newProxyInstance(
                NodeInfo.class.getClassLoader(),
                new Class<?>[] {NodeInfo.class},
                (proxy, method, arguments) -> method.getName().equals("name") ? name : object);
    }

    private static KubernetesObject object(String kind, Object tree) {
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("apiVersion", "v1");
        whole.put("kind", kind);
        whole.putAll(map(tree));
        return CODEC.decode(whole);
    }

    private static String filterError(HttpResponse answer, long delay, String extender) {
        List<String> errors = new ArrayList<>();
        RecordedExtenderGoldenTest test = new RecordedExtenderGoldenTest();
        World world = test.new World(answer, delay);
        HttpExtender client = world.client(config("{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":["
                + "{\"filterVerb\":\"filter\",\"nodeCacheCapable\":true," + extender + "}]}"));
        Map<String, Object> body = map(requests().get(4).get("body"));
        client.filter(podOf(body), nodesOf(body)).whenDone(result -> errors.add(result.error()));
        world.run();
        return errors.get(0);
    }

    @Test
    void an_error_in_an_answer_is_the_error() {
        assertThat(filterError(json("{\"Error\":\"I am confused\"}"), 0, "\"urlPrefix\":\"" + PREFIX + "\""))
                .isEqualTo("I am confused");
    }

    @Test
    void another_status_than_200_is_an_error() {
        HttpResponse answer = new HttpResponse(500, Collections.emptyMap(), "");
        assertThat(filterError(answer, 0, "\"urlPrefix\":\"" + PREFIX + "\""))
                .isEqualTo("failed filter with extender at URL http://127.0.0.1:18080/ext/filter, code 500");
    }

    @Test
    void nobody_listens() {
        assertThat(filterError(json("{}"), 0, "\"urlPrefix\":\"http://127.0.0.1:18999/ext\""))
                .isEqualTo("Post \"http://127.0.0.1:18999/ext/filter\": dial tcp 127.0.0.1:18999: connect:"
                        + " connection refused");
    }

    @Test
    void an_answer_comes_too_late_for_its_own_limit_or_for_that_of_five_seconds() {
        String late = "Post \"http://127.0.0.1:18080/ext/filter\": context deadline exceeded (Client.Timeout exceeded"
                + " while awaiting headers)";
        String url = "\"urlPrefix\":\"" + PREFIX + "\"";
        assertThat(filterError(json("{}"), 3 * VirtualTime.SECOND, url + ",\"httpTimeout\":1000000000"))
                .isEqualTo(late);
        assertThat(filterError(json("{}"), 7 * VirtualTime.SECOND, url)).isEqualTo(late);
        assertThat(filterError(json("{\"NodeNames\":[]}"), 3 * VirtualTime.SECOND, url))
                .isNull();
    }

    @Test
    void scores_count_ten_times_their_weight_also_above_ten() {
        World world = new World(json("[{\"Host\":\"e0\",\"Score\":50},{\"Host\":\"e1\",\"Score\":3}]"), 0);
        ExtenderConfig config = config("{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"extenders\":[{\"urlPrefix\":\""
                + PREFIX + "\",\"prioritizeVerb\":\"prioritize\",\"weight\":2}]}");
        Map<String, Object> body = map(requests().get(0).get("body"));
        List<Extender.Prioritized> points = new ArrayList<>();
        world.client(config).prioritize(podOf(body), nodesOf(body)).whenDone(points::add);
        world.run();
        assertThat(points.get(0).points()).containsEntry("e0", 1000L).containsEntry("e1", 60L);
    }

    @Test
    void is_asked_about_pods_that_request_a_resource_of_its_own_only() {
        World world = new World(json("{}"), 0);
        Map<String, Object> managed = requests().get(22);
        HttpExtender client = world.client(config((String) managed.get("policy")));
        assertThat(client.isInterested(podOf(map(managed.get("body"))))).isTrue();
        assertThat(client.isInterested(podOf(map(requests().get(0).get("body")))))
                .isFalse();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> requests() {
        String resource = "extender-requests.json";
        try (InputStream stream =
                Objects.requireNonNull(RecordedExtenderGoldenTest.class.getResourceAsStream(resource), resource)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return (List<Map<String, Object>>) (List<?>) GoJsonReader.parse(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
