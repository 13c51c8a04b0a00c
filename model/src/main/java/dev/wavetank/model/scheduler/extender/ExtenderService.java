package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An extender as a component. It answers the last part of a path: {@code filter}, {@code prioritize},
 * {@code preempt} and {@code bind};
 * it knows the labels of nodes from a cache of its own, and binds by a request of its own.
 */
public final class ExtenderService implements Component {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final Context context;
    private final Endpoint endpoint;
    private final ApiClient client;
    private final Informer<Node> nodes;
    private final ExtenderBehavior behavior;
    private final Distribution latency;
    private final RandomStream latencies;

    /**
     * An extender that has not started.
     *
     * @param latency how long it takes for one answer, without the network
     */
    public ExtenderService(
            Context context, Endpoint endpoint, ApiClient client, ExtenderBehavior behavior, Distribution latency) {
        this.context = context;
        this.endpoint = endpoint;
        this.client = client;
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
        this.behavior = behavior;
        this.latency = latency;
        this.latencies = context.random("latency");
    }

    /** The name of the component that serves at a host, which may have a port. */
    public static String nameOf(String host) {
        return ExtenderUrl.PREFIX + host;
    }

    @Override
    public void start() {
        nodes.start();
        endpoint.serve(
                new Address<HttpRequest, HttpResponse>(context.name(), "http"),
                (caller, request, responder) -> context.after(
                        latency.sample(latencies), () -> answer(request).whenDone(responder::respond)));
    }

    private Completion<HttpResponse> answer(HttpRequest request) {
        String verb = request.path().substring(request.path().lastIndexOf('/') + 1);
        Integer code = behavior.codes().get(verb);
        if (code != null) {
            return Completion.of(new HttpResponse(code, Collections.emptyMap(), ""));
        }
        Map<String, Object> body = map(GoJsonReader.parse(request.text()));
        String error = behavior.errors().getOrDefault(verb, "");
        return switch (verb) {
            case "filter" -> Completion.of(json(CODEC.json(filtered(body, error))));
            case "prioritize" -> Completion.of(json(CODEC.sortedValue(scores(body))));
            case "preempt" -> Completion.of(json(CODEC.json(preempted(body))));
            case "bind" -> bind(body, error);
            default -> Completion.of(new HttpResponse(NOT_FOUND, Collections.emptyMap(), "404 page not found\n"));
        };
    }

    private static HttpResponse json(String body) {
        Map<String, String> headers = new TreeMap<>();
        headers.put("Content-Type", "application/json");
        return new HttpResponse(OK, headers, body);
    }

    private Map<String, Object> filtered(Map<String, Object> body, String error) {
        Map<String, Object> failed = new TreeMap<>();
        List<Object> names = new ArrayList<>();
        List<Object> items = new ArrayList<>();
        boolean whole = body.get("Nodes") != null;
        nodes(body).forEach((name, node) -> {
            String reason = refusal(name, node);
            if (!reason.isEmpty()) {
                failed.put(name, reason);
            } else {
                names.add(name);
                items.add(node);
            }
        });
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("metadata", new LinkedHashMap<>());
        list.put("items", items);
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("Nodes", whole ? list : null);
        result.put("NodeNames", whole ? null : names);
        result.put("FailedNodes", failed);
        result.put("Error", error);
        return result;
    }

    /** The candidates with their victims, without the nodes that it refuses. */
    private Map<String, Object> preempted(Map<String, Object> body) {
        Map<String, Object> left = new TreeMap<>();
        for (String field : List.of("NodeNameToVictims", "NodeNameToMetaVictims")) {
            map(body.get(field)).forEach((node, victims) -> {
                if (refusal(node, Collections.emptyMap()).isEmpty()) {
                    left.put(node, withUids(map(victims)));
                }
            });
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("NodeNameToMetaVictims", left);
        return result;
    }

    private static Map<String, Object> withUids(Map<String, Object> victims) {
        List<Object> pods = new ArrayList<>();
        if (victims.get("Pods") instanceof List<?> list) {
            for (Object pod : list) {
                Object uid = map(pod).getOrDefault("UID", map(map(pod).get("metadata")).get("uid"));
                pods.add(new TreeMap<String, Object>(Collections.singletonMap("UID", uid)));
            }
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("Pods", pods);
        tree.put("NumPDBViolations", victims.get("NumPDBViolations"));
        return tree;
    }

    private String refusal(String name, Map<String, Object> node) {
        for (ExtenderBehavior.Refusal refusal : behavior.refusals()) {
            if (refusal.match().matches(name, labels(name, node))) {
                return refusal.reason();
            }
        }
        return "";
    }

    private List<Object> scores(Map<String, Object> body) {
        List<Object> scores = new ArrayList<>();
        nodes(body).forEach((name, node) -> {
            Map<String, Object> score = new LinkedHashMap<>();
            score.put("Host", name);
            score.put("Score", score(name, node));
            scores.add(score);
        });
        return scores;
    }

    private long score(String name, Map<String, Object> node) {
        for (ExtenderBehavior.Score score : behavior.scores()) {
            if (score.match().matches(name, labels(name, node))) {
                return score.score();
            }
        }
        return 0;
    }

    /** The nodes of a request by name, in their order; without fields when only names were sent. */
    private static Map<String, Map<String, Object>> nodes(Map<String, Object> body) {
        Map<String, Map<String, Object>> nodes = new LinkedHashMap<>();
        if (body.get("NodeNames") instanceof List<?> names) {
            names.forEach(name -> nodes.put(String.valueOf(name), Collections.emptyMap()));
        }
        if (map(body.get("Nodes")).get("items") instanceof List<?> items) {
            items.forEach(item ->
                    nodes.put(String.valueOf(map(map(item).get("metadata")).get("name")), map(item)));
        }
        return nodes;
    }

    private Map<String, String> labels(String name, Map<String, Object> node) {
        Map<String, String> labels = new TreeMap<>();
        map(map(node.get("metadata")).get("labels"))
                .forEach((label, value) -> labels.put(label, String.valueOf(value)));
        Node cached = node.isEmpty() ? nodes.cached(new ObjectKey("", name)) : null;
        if (cached != null) {
            labels.putAll(cached.metadata().labels());
        }
        return labels;
    }

    private Completion<HttpResponse> bind(Map<String, Object> body, String error) {
        if (!error.isEmpty()) {
            return Completion.of(json(bound(error)));
        }
        String namespace = String.valueOf(body.get("PodNamespace"));
        String name = String.valueOf(body.get("PodName"));
        ObjectMeta metadata = ObjectMeta.named(namespace, name).withUid(String.valueOf(body.get("PodUID")));
        Binding binding = new Binding(metadata, new Binding.Target(Node.KIND, String.valueOf(body.get("Node"))));
        ApiRequest request = new ApiRequest.Create(Resources.PODS, namespace, name, "binding", binding);
        return client.send(request).map(response -> json(bound(errorOf(response))));
    }

    private static String errorOf(ApiResponse response) {
        if (response instanceof ApiResponse.Failed failed) {
            return String.valueOf(failed.status().message());
        }
        return response.isSuccess() ? "" : "the API server cannot be reached";
    }

    private static String bound(String error) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("Error", error);
        return CODEC.json(result);
    }

    @SuppressWarnings("unchecked") // JSON has text keys only
    private static Map<String, Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }
}
