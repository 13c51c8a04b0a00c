package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.scheduler.config.ExtenderConfig;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The scheduler's side of an extender ({@code HTTPExtender}): every verb is a POST with a body of JSON. */
public final class HttpExtender implements Extender {

    private static final int OK = 200;

    private final ExtenderConfig config;
    private final Endpoint endpoint;
    private final long pointsOfOne;
    private final Set<String> managed = new TreeSet<>();

    /**
     * A client.
     *
     * @param pointsOfOne how many points of the scheduler one of the extender's, who gives 0 to 10, is worth
     */
    public HttpExtender(ExtenderConfig config, Endpoint endpoint, long pointsOfOne) {
        this.config = config;
        this.endpoint = endpoint;
        this.pointsOfOne = pointsOfOne;
        config.managedResources().forEach(resource -> managed.add(resource.name()));
    }

    @Override
    public String name() {
        return config.urlPrefix();
    }

    @Override
    public boolean isIgnorable() {
        return config.ignorable();
    }

    @Override
    public boolean filters() {
        return !config.filterVerb().isEmpty();
    }

    @Override
    public boolean prioritizes() {
        return !config.prioritizeVerb().isEmpty();
    }

    @Override
    public boolean preempts() {
        return !config.preemptVerb().isEmpty();
    }

    @Override
    public boolean binds() {
        return !config.bindVerb().isEmpty();
    }

    @Override
    public boolean isInterested(PodInfo pod) {
        return managed.isEmpty()
                || isConcerned(pod.pod().spec().containers())
                || isConcerned(pod.pod().spec().initContainers());
    }

    private boolean isConcerned(@Nullable Collection<Container> containers) {
        if (containers == null) {
            return false;
        }
        for (Container container : containers) {
            Container.Resources resources = container.resources();
            if (resources != null && (names(resources.requests()) || names(resources.limits()))) {
                return true;
            }
        }
        return false;
    }

    private boolean names(@Nullable Map<String, String> amounts) {
        return amounts != null && amounts.keySet().stream().anyMatch(managed::contains);
    }

    @Override
    public Completion<Filtered> filter(PodInfo pod, List<NodeInfo> nodes) {
        String body = ExtenderBodies.arguments(pod, nodes, config.nodeCacheCapable());
        return send(config.filterVerb(), body).map(answer -> filtered(answer, nodes));
    }

    private Filtered filtered(ExtenderAnswer answer, List<NodeInfo> nodes) {
        String error = answer.error() == null ? answer.notAnObject("ExtenderFilterResult") : answer.error();
        if (error != null || !answer.reported().isEmpty()) {
            return failed(error == null ? answer.reported() : error);
        }
        List<String> names = config.nodeCacheCapable() ? answer.names("NodeNames") : null;
        if (names == null) {
            List<String> whole = answer.nodes();
            return result(whole == null ? List.of() : whole, answer);
        }
        Set<String> known = new TreeSet<>();
        nodes.forEach(node -> known.add(node.name()));
        for (String name : names) {
            if (!known.contains(name)) {
                return failed("extender \"" + config.urlPrefix() + "\" claims a filtered node \"" + name
                        + "\" which is not found in the input node list");
            }
        }
        return result(names, answer);
    }

    private static Filtered result(List<String> feasible, ExtenderAnswer answer) {
        return new Filtered(feasible, answer.texts("FailedNodes"), answer.texts("FailedAndUnresolvableNodes"), null);
    }

    private static Filtered failed(String error) {
        return new Filtered(List.of(), new TreeMap<>(), new TreeMap<>(), error);
    }

    @Override
    public Completion<Prioritized> prioritize(PodInfo pod, List<NodeInfo> nodes) {
        String body = ExtenderBodies.arguments(pod, nodes, config.nodeCacheCapable());
        return send(config.prioritizeVerb(), body).map(answer -> {
            Map<String, Long> points = new LinkedHashMap<>();
            answer.scores().forEach((node, score) -> points.put(node, score * config.weight() * pointsOfOne));
            return new Prioritized(points, answer.error());
        });
    }

    @Override
    public Completion<Preemption> preempt(PodInfo pod, Map<NodeInfo, Victims> victims) {
        String body = ExtenderBodies.preemption(pod, victims, config.nodeCacheCapable());
        return send(config.preemptVerb(), body).map(answer -> {
            String error = answer.error() == null ? answer.notAnObject("ExtenderPreemptionResult") : answer.error();
            return error == null
                    ? preemption(answer.victims(), victims.keySet())
                    : new Preemption(new LinkedHashMap<>(), error);
        });
    }

    /** Finds what an answer calls by name and uid ({@code convertToVictims}). */
    private Preemption preemption(Map<String, ExtenderAnswer.MetaVictims> answer, Set<NodeInfo> candidates) {
        Map<NodeInfo, Victims> found = new LinkedHashMap<>();
        for (Map.Entry<String, ExtenderAnswer.MetaVictims> entry : answer.entrySet()) {
            NodeInfo node = candidates.stream()
                    .filter(candidate -> candidate.name().equals(entry.getKey()))
                    .findFirst()
                    .orElse(null);
            if (node == null) {
                return new Preemption(found, "nodeinfo not found for node name \"" + entry.getKey() + "\"");
            }
            List<PodInfo> pods = new ArrayList<>();
            for (String uid : entry.getValue().uids()) {
                PodInfo victim = node.pods().stream()
                        .filter(pod -> pod.uid().equals(uid))
                        .findFirst()
                        .orElse(null);
                if (victim == null) {
                    return new Preemption(
                            found,
                            "extender: " + config.urlPrefix() + " claims to preempt pod (UID: " + uid + ") on node: "
                                    + node.name() + ", but the pod is not found on that node");
                }
                pods.add(victim);
            }
            found.put(node, new Victims(pods, entry.getValue().violations()));
        }
        return new Preemption(found, null);
    }

    @Override
    public Completion<Status> bind(PodInfo pod, String node) {
        Pod bound = pod.pod();
        return send(config.bindVerb(), ExtenderBodies.binding(bound, node)).map(answer -> {
            String error = answer.error() == null ? answer.reported() : answer.error();
            return error.isEmpty() ? Status.SUCCESS : Status.error(error);
        });
    }

    private Completion<ExtenderAnswer> send(String verb, String body) {
        ExtenderUrl url = ExtenderUrl.of(config.urlPrefix(), verb);
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Host", url.host());
        headers.put("User-Agent", "Go-http-client/1.1");
        headers.put("Content-Length", Integer.toString(body.getBytes(StandardCharsets.UTF_8).length));
        headers.put("Content-Type", "application/json");
        headers.put("Accept-Encoding", "gzip");
        HttpRequest request = HttpRequest.of("POST", url.path(), headers, body);
        return endpoint.call(url.address(endpoint::isConnected), request, config.httpTimeout())
                .map(reply -> answer(verb, url, reply));
    }

    private static ExtenderAnswer answer(String verb, ExtenderUrl url, Reply<HttpResponse> reply) {
        if (reply instanceof Reply.Lost<HttpResponse> lost) {
            return ExtenderAnswer.failed("Post \"" + url.url() + "\": " + failure(lost.reason(), url));
        }
        HttpResponse response = ((Reply.Answer<HttpResponse>) reply).value();
        if (response.code() != OK) {
            return ExtenderAnswer.failed(
                    "failed " + verb + " with extender at URL " + url.url() + ", code " + response.code());
        }
        return ExtenderAnswer.read(response.body());
    }

    private static String failure(Disconnect reason, ExtenderUrl url) {
        return switch (reason) {
            case TIMED_OUT -> "context deadline exceeded (Client.Timeout exceeded while awaiting headers)";
            case REFUSED -> "dial tcp " + url.hostAndPort() + ": connect: connection refused";
            default -> "EOF";
        };
    }
}
