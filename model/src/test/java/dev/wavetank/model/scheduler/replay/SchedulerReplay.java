package dev.wavetank.model.scheduler.replay;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sends what the users of a recording sent, at the same times, to a simulated cluster of v1.20. */
final class SchedulerReplay {

    /** By then all components are at work; a pass of the pod garbage collector, and a tick of the scheduler. */
    private static final long TICK = 20 * VirtualTime.SECOND;
    private static final String HOLLOW = "hollow-";
    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final Map<String, ResourceType> TYPES = new TreeMap<>();

    static {
        for (ResourceType type : List.of(
                Resources.NAMESPACES,
                Resources.NODES,
                Resources.PODS,
                Resources.DEPLOYMENTS,
                Resources.REPLICA_SETS,
                Resources.SERVICES,
                Resources.CONFIG_MAPS,
                Resources.CSI_NODES,
                Resources.STORAGE_CLASSES,
                Resources.PERSISTENT_VOLUMES,
                Resources.PERSISTENT_VOLUME_CLAIMS,
                new ResourceType("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false),
                Resources.POD_DISRUPTION_BUDGETS)) {
            TYPES.put(type.plural(), type);
        }
    }

    private final SchedulerRecording recording;
    private final long start;
    private final int nodes;
    private final Map<String, String> settings;
    private final Map<String, String> files;
    private final MemorySink sink = new MemorySink();
    private Context context;
    private ApiClient client;

    /**
     * A replay.
     *
     * @param tick how many milliseconds after the beginning of the recording a tick of the scheduler's seconds came
     * @param nodes how many nodes with kubelets the cluster has
     * @param settings of the cluster
     * @param files that settings name
     */
    SchedulerReplay(SchedulerRecording recording, int tick, int nodes, Map<String, String> settings, Map<String, String> files) {
        this.recording = recording;
        this.start = TICK - tick * VirtualTime.MILLISECOND;
        this.nodes = nodes;
        this.settings = settings;
        this.files = files;
    }

    /** What the scheduler writes in a run of so many milliseconds. */
    List<Written> run(long seed, double millis) {
        ClusterSpec spec = new ClusterSpec(
                nodes,
                new TreeMap<>(Map.of("cpu", "1", "memory", "3840Mi", "pods", "110")),
                KubernetesVersion.V1_20,
                settings);
        Scenario scenario =
                new Scenario("replay", spec, List.of(), new TreeMap<>(files), FaultPlan.NONE, VirtualTime.HOUR);
        ClusterParts parts = ClusterParts.DEFAULT.withController("user", environment -> {
            context = environment.context();
            client = environment.client("user");
            return this::begin;
        });
        Cluster cluster = Cluster.of(scenario, seed, parts);
        cluster.simulation().trace().addSink(sink);
        cluster.run(RunLimits.until(start + (long) (millis * VirtualTime.MILLISECOND)));
        return written();
    }

    private void begin() {
        recording.actions().stream()
                .map(action -> (String) action.get("ns"))
                .filter(namespace -> namespace != null && !isCreated(namespace))
                .distinct()
                .forEach(namespace -> context.after(
                        start - 2 * VirtualTime.SECOND,
                        () -> client.send(ApiRequest.Create.of(Resources.NAMESPACES, namespace(namespace)))));
        Completion<ApiResponse> before = Completion.of((ApiResponse) null);
        double ended = Double.NEGATIVE_INFINITY;
        for (Map<String, Object> action : recording.actions()) {
            double began = SchedulerRecording.millis(action);
            // Who had an answer before the next action waits for it here too.
            Completion<ApiResponse> previous = began >= ended ? before : Completion.of((ApiResponse) null);
            Completion<ApiResponse> answer = new Completion<>();
            context.after(
                    start + (long) (began * VirtualTime.MILLISECOND),
                    () -> previous.whenDone(
                            done -> client.send(request(action)).whenDone(answer::complete)));
            before = answer;
            ended = ((Number) action.get("te")).doubleValue();
        }
    }

    private boolean isCreated(String namespace) {
        return recording.actions().stream()
                .anyMatch(action -> "namespaces".equals(action.get("resource")) && namespace.equals(action.get("name")));
    }

    private static KubernetesObject namespace(String name) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", name);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "Namespace");
        tree.put("metadata", metadata);
        return CODEC.decode(tree);
    }

    private ApiRequest request(Map<String, Object> action) {
        ResourceType type = TYPES.get((String) action.get("resource"));
        String namespace = (String) action.getOrDefault("ns", "");
        String name = (String) local(action.get("name"));
        String subresource = (String) action.getOrDefault("sub", "");
        return switch ((String) action.get("verb")) {
            case "create" -> ApiRequest.Create.of(type, object(type, namespace, action.get("body")));
            case "update" -> new ApiRequest.Update(type, subresource, object(type, namespace, action.get("body")));
            case "patch" ->
                new ApiRequest.Patch(
                        type,
                        namespace,
                        name,
                        subresource,
                        new ApiRequest.Change.Document(
                                "application/strategic-merge-patch+json", action.get("body")));
            case "delete" -> new ApiRequest.Delete(type, namespace, name, options(action.get("body")));
            case "deletecollection" ->
                new ApiRequest.DeleteCollection(
                        type,
                        namespace,
                        ApiRequest.Selection.ALL,
                        ReadOptions.DEFAULT,
                        options(action.get("body")));
            default -> throw new AssertionError("no case for " + action);
        };
    }

    private static ApiRequest.DeleteOptions options(Object body) {
        Long grace = body instanceof Map<?, ?> tree && tree.get("gracePeriodSeconds") instanceof Number seconds
                ? seconds.longValue()
                : null;
        return new ApiRequest.DeleteOptions(grace, null, null);
    }

    @SuppressWarnings("unchecked") // the recordings are what their reports say
    private static KubernetesObject object(ResourceType type, String namespace, Object body) {
        Map<String, Object> tree = (Map<String, Object>) local(body);
        tree.put("apiVersion", type.group().isEmpty() ? type.version() : type.group() + "/" + type.version());
        KubernetesObject object = CODEC.decode(tree);
        return namespace.isEmpty() ? object : object.withMetadata(object.metadata().withNamespace(namespace));
    }

    /** The same with the names of simulated nodes. */
    private static Object local(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> changed = new LinkedHashMap<>();
            map.forEach((name, field) -> changed.put(name.toString(), local(field)));
            return changed;
        }
        if (value instanceof List<?> list) {
            return new ArrayList<>(list.stream().map(SchedulerReplay::local).toList());
        }
        return value instanceof String name && name.startsWith(HOLLOW)
                ? ClusterSpec.nodeName(Integer.parseInt(name.substring(HOLLOW.length())) + 1)
                : value;
    }

    private List<Written> written() {
        List<Written> written = new ArrayList<>();
        for (TraceEntry entry : sink.entries()) {
            if (entry.record() instanceof RequestTrace request
                    && request.received() >= start
                    && request.call().userAgent().equals("kube-scheduler")
                    && request.call().request().verb().isMutating()
                    && !request.call().request().resource().equals(Resources.LEASES)) {
                written.add(written(request));
            }
        }
        return written;
    }

    private Written written(RequestTrace request) {
        ApiRequest asked = request.call().request();
        KubernetesObject answer = request.response() instanceof ApiResponse.One one ? one.object() : null;
        int code = request.response().code();
        String refused = code < 300 ? "" : " " + code;
        String pod = asked.namespace() + "/" + asked.name();
        String what;
        if (asked.resource().equals(Resources.EVENTS)) {
            pod = asked.namespace() + "/"
                    + (asked instanceof ApiRequest.Create create
                                    ? create.body().metadata().name()
                                    : asked.name())
                            .replaceAll("\\.[^.]*$", "");
            what = "event " + told(asked, answer) + refused;
        } else if (asked instanceof ApiRequest.Create create && create.body() instanceof Binding binding) {
            what = "bind " + binding.target().name() + refused;
        } else if (asked instanceof ApiRequest.Delete || answer == null) {
            what = (asked instanceof ApiRequest.Delete ? "delete" : "status") + refused;
        } else {
            what = status((Pod) answer);
        }
        return new Written((request.received() - start) / 1e6, pod, what);
    }

    private static String told(ApiRequest asked, KubernetesObject answer) {
        if (!(asked instanceof ApiRequest.Create) && answer instanceof ApiEvent series) {
            return "series " + ((Map<?, ?>) series.other().get("series")).get("count");
        }
        return asked instanceof ApiRequest.Create create && create.body() instanceof ApiEvent event
                ? event.type() + " " + event.reason() + ": " + event.message()
                : "unknown";
    }

    private static String status(Pod pod) {
        String condition = pod.condition("PodScheduled")
                .map(one -> "status " + one.status() + " " + one.reason() + ": " + one.message())
                .orElse("");
        return (condition + " nominated " + pod.status().nominatedNodeName()).replace("null", "None");
    }
}
