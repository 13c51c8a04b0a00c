package dev.wavetank.model.conformance;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends what the users of a recording sent, at the same times, to a simulated cluster of the recorded shape. */
final class Replay {

    private static final long PROLOGUE = 5 * VirtualTime.SECOND;
    private static final String USER = "oracle-user";
    private static final Pattern WALL_TIME = Pattern.compile("20[0-9-]+T[0-9:]+Z");
    private static final Pattern HOLLOW_NODE = Pattern.compile("hollow-([0-9]+)");
    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final Map<String, ResourceType> TYPES = new TreeMap<>(Map.of(
            "pods", Resources.PODS,
            "deployments", Resources.DEPLOYMENTS,
            "replicasets", Resources.REPLICA_SETS,
            "resourcequotas", Resources.RESOURCE_QUOTAS));

    private final Recording recording;
    private final long start;
    private final List<Map<String, Object>> prologue;
    private final Map<String, String> settings = new TreeMap<>();
    private final MemorySink sink = new MemorySink();
    private Context context;
    private ApiClient client;
    private ApiClient neighbour;

    /**
     * A replay.
     *
     * @param recording to play
     * @param prologue objects that were there before it began
     */
    Replay(Recording recording, List<Map<String, Object>> prologue) {
        this.recording = recording;
        this.start = Prologues.start(recording.scenario()) * VirtualTime.SECOND;
        this.prologue = prologue;
    }

    /** Has the cluster played on with these settings besides its own. */
    Replay with(Map<String, String> more) {
        settings.putAll(more);
        return this;
    }

    /** Plays it with a seed, on for so many milliseconds after its beginning. */
    Observed run(long seed, long millis, ClusterParts base) {
        boolean hasTimes = !recording.pods().isEmpty();
        if (hasTimes) {
            // Those nodes have no leases.
            settings.put("kube-controller-manager.node-monitor-grace-period", "1h");
        }
        ClusterSpec spec = new ClusterSpec(
                hasTimes ? 0 : 10,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                settings);
        Scenario scenario =
                new Scenario(recording.scenario(), spec, List.of(), new TreeMap<>(), FaultPlan.NONE, VirtualTime.HOUR);
        ClusterParts parts = base.withController("user", environment -> {
            context = environment.context();
            client = environment.client(USER);
            neighbour = environment.client("neighbour");
            return this::begin;
        });
        if (hasTimes) {
            parts = parts.withController("nodes", environment -> new RecordedNodes(environment, recording.pods()));
        }
        Cluster cluster = Cluster.of(scenario, seed, parts);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(start + millis * VirtualTime.MILLISECOND));
        return observed();
    }

    private void begin() {
        for (Map<String, Object> object : prologue) {
            context.after(PROLOGUE, () -> client.send(create("", object)));
        }
        Prologues.neighbours(recording.scenario()).forEach((at, object) -> {
            KubernetesObject body = CODEC.decode(tree(object));
            ResourceType type = body.kind().equals("Namespace") ? Resources.NAMESPACES : Resources.REPLICA_SETS;
            context.after(start + at * VirtualTime.MILLISECOND, () -> neighbour.send(ApiRequest.Create.of(type, body)));
        });
        Completion<ApiResponse> before = Completion.of((ApiResponse) null);
        double ended = 0;
        for (Map<String, Object> action : recording.actions()) {
            double began = ((Number) action.get("t")).doubleValue();
            // Who had an answer before the next action waits for it here too.
            Completion<ApiResponse> previous = began >= ended ? before : Completion.of((ApiResponse) null);
            Completion<ApiResponse> answer = new Completion<>();
            long at = start + (long) (began * VirtualTime.MILLISECOND);
            context.after(
                    at,
                    () -> previous.whenDone(done -> client.send(request(action)).whenDone(answer::complete)));
            before = answer;
            ended = ((Number) action.get("te")).doubleValue();
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> tree(String json) {
        return (Map<String, Object>) GoJsonReader.parse(json);
    }

    private ApiRequest request(Map<String, Object> action) {
        String[] path = action.get("res").toString().split("/");
        ResourceType type = TYPES.get(path[0]);
        String subresource = path.length > 1 ? path[1] : "";
        String name = translated(action.get("name").toString());
        return switch (action.get("verb").toString()) {
            case "create" -> create(subresource, action.get("body"));
            case "delete" -> new ApiRequest.Delete(type, "default", name, options(action.get("opts")));
            case "patch" -> new ApiRequest.Patch(type, "default", name, subresource, change(subresource, action));
            default -> throw new AssertionError("no case for " + action);
        };
    }

    @SuppressWarnings("unchecked")
    private ApiRequest create(String subresource, Object body) {
        KubernetesObject object = CODEC.decode((Map<String, Object>) local(body));
        KubernetesObject placed = object.withMetadata(object.metadata().withNamespace("default"));
        ResourceType type = TYPES.values().stream()
                .filter(candidate -> candidate.kind().equals(object.kind()))
                .findFirst()
                .orElseThrow();
        return ApiRequest.Create.of(type, placed);
    }

    private static ApiRequest.DeleteOptions options(Object options) {
        if (!(options instanceof Map<?, ?> tree)) {
            return ApiRequest.DeleteOptions.DEFAULT;
        }
        Long grace = tree.get("gracePeriodSeconds") instanceof Number seconds ? seconds.longValue() : null;
        return new ApiRequest.DeleteOptions(grace, null, (String) tree.get("propagationPolicy"));
    }

    private ApiRequest.Change change(String subresource, Map<String, Object> action) {
        Object body = local(action.get("body"));
        if (subresource.equals("scale")) {
            Map<?, ?> spec = (Map<?, ?>) ((Map<?, ?>) body).get("spec");
            return new ApiRequest.Change.Replicas(((Number) spec.get("replicas")).intValue());
        }
        String type = body instanceof List<?> ? "json-patch" : "strategic-merge-patch";
        return new ApiRequest.Change.Document("application/" + type + "+json", body);
    }

    /** The body with nodes and times of the simulated cluster. */
    private Object local(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> changed = new LinkedHashMap<>();
            map.forEach((name, field) -> changed.put(name.toString(), local(field)));
            return changed;
        }
        if (value instanceof List<?> list) {
            return new ArrayList<>(list.stream().map(this::local).toList());
        }
        if (!(value instanceof String text)) {
            return value;
        }
        Matcher node = HOLLOW_NODE.matcher(text);
        if (node.matches()) {
            return ClusterSpec.nodeName(Integer.parseInt(node.group(1)) + 1);
        }
        return WALL_TIME.matcher(text).matches() ? localTime(text) : text;
    }

    private String localTime(String wall) {
        Duration since = Duration.between(recording.start(), Instant.parse(wall));
        long seconds = start / VirtualTime.SECOND + Math.round(since.toMillis() / 1000.0);
        return Timestamps.EPOCH.plusSeconds(seconds).toString();
    }

    /** What is called so here: ReplicaSets and pods by the order in which they were made. */
    private String translated(String name) {
        Observed sofar = observed();
        List<String> recordedSets = recording.observed().sets();
        List<String> sets = sofar.sets();
        for (int i = 0; i < Math.min(sets.size(), recordedSets.size()); i++) {
            if (name.equals(recordedSets.get(i))) {
                return sets.get(i);
            }
            if (name.startsWith(recordedSets.get(i) + "-")) {
                return pod(sofar, sets.get(i), name);
            }
        }
        boolean isGenerated =
                name.matches(".*-[0-9]+") && !recording.observed().usersNames().contains(name);
        return isGenerated ? pod(sofar, name.substring(0, name.lastIndexOf('-')), name) : name;
    }

    private static String pod(Observed sofar, String set, String recorded) {
        int number = Integer.parseInt(recorded.substring(recorded.lastIndexOf('-') + 1));
        List<String> pods = sofar.requests().stream()
                .filter(sent -> sent.verb().equals("create")
                        && sent.resource().equals("pods")
                        && sent.code() < 300
                        && sent.name().startsWith(set + "-"))
                .map(Sent::name)
                .toList();
        return pods.get(number - 1);
    }

    private Observed observed() {
        List<Sent> requests = new ArrayList<>();
        Map<String, ApiEvent> events = new LinkedHashMap<>();
        Map<String, KubernetesObject> stored = new LinkedHashMap<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof RequestTrace request
                    && request.received() >= start - VirtualTime.SECOND
                    && request.call().request().verb().isMutating()
                    && by(request) != null
                    && !request.call().request().namespace().equals(Prologues.ELSEWHERE)) {
                if (request.response() instanceof ApiResponse.One one && one.object() instanceof ApiEvent event) {
                    events.put(event.metadata().name(), event);
                } else {
                    requests.add(sent(request));
                }
            } else if (entry.record() instanceof StoreTrace store) {
                stored.put(store.resource().plural() + " " + store.object().key(), store.object());
            }
        }
        Observed raw = new Observed(requests, List.of(), Map.of());
        List<String> told = new ArrayList<>();
        for (ApiEvent event : events.values()) {
            told.add(
                    event.type() + " " + event.reason() + " x" + event.count() + " " + raw.normalised(event.message()));
        }
        requests.sort(Comparator.comparingDouble(Sent::millis));
        return new Observed(requests, told, finals(stored.values()));
    }

    private static Map<String, List<Map<String, Object>>> finals(Iterable<KubernetesObject> stored) {
        Map<String, List<Map<String, Object>>> finals = new LinkedHashMap<>();
        for (KubernetesObject object : stored) {
            if (object instanceof Deployment) {
                finals.computeIfAbsent("deployment", missing -> new ArrayList<>())
                        .add(CODEC.encode(object));
            } else if (object instanceof ReplicaSet) {
                finals.computeIfAbsent("replicasets", missing -> new ArrayList<>())
                        .add(CODEC.encode(object));
            }
        }
        return finals;
    }

    private static String by(RequestTrace request) {
        return switch (request.call().userAgent()) {
            case USER -> "user";
            case "deployment-controller", "replicaset-controller", "generic-garbage-collector" ->
                request.call().userAgent();
            default -> null;
        };
    }

    private Sent sent(RequestTrace request) {
        ApiRequest asked = request.call().request();
        KubernetesObject object = request.response() instanceof ApiResponse.One one ? one.object() : null;
        String name = object == null || object.metadata().name() == null
                ? asked.name()
                : object.metadata().name();
        Integer replicas = object instanceof ReplicaSet set ? set.spec().replicas() : null;
        return new Sent(
                (request.received() - start) / 1e6,
                by(request),
                asked.verb().toString(),
                request.resource(),
                name.isEmpty() && asked instanceof ApiRequest.Create create
                        ? create.body().metadata().generateName()
                        : name,
                request.response().code(),
                replicas,
                available(asked, object),
                asked.subresource().equals("status") ? conditions(object) : List.of(),
                asked instanceof ApiRequest.Delete delete ? delete.options().propagationPolicy() : null,
                request.response() instanceof ApiResponse.Failed failed
                        ? failed.status().message()
                        : null);
    }

    private static Integer available(ApiRequest asked, KubernetesObject object) {
        if (!asked.subresource().equals("status") || !(object instanceof ReplicaSet set) || set.status() == null) {
            return null;
        }
        Integer available = set.status().availableReplicas();
        return available == null ? Integer.valueOf(0) : available;
    }

    private static List<String> conditions(KubernetesObject object) {
        List<String> texts = new ArrayList<>();
        if (object instanceof Deployment deployment && deployment.status() != null) {
            deployment
                    .status()
                    .conditions()
                    .forEach(condition -> texts.add(condition.type() + " " + condition.status() + " "
                            + condition.reason() + " " + condition.message()));
        } else if (object instanceof ReplicaSet set && set.status() != null) {
            set.status()
                    .conditions()
                    .forEach(condition -> texts.add(condition.type() + " " + condition.status() + " "
                            + condition.reason() + " " + condition.message()));
        }
        return texts;
    }
}
