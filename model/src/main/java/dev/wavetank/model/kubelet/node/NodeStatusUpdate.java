package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.cri.image.NodeImage;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.volume.ChangeDetection;
import dev.wavetank.model.kubelet.volume.VolumesInUse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares the status of the node in the API with the kubelet's state, every ten seconds, and writes it when it
 * differs, or was not written for five minutes ({@code syncNodeStatus}). The first read is from the server's cache;
 * after a failure the next ones read the latest state, five at most.
 */
public final class NodeStatusUpdate {

    /** {@code nodeStatusUpdateRetry}. */
    private static final int TRIES = 5;

    private final Context context;
    private final HeartbeatClient client;
    private final String node;
    private final HeartbeatSettings settings;
    private final Pressure pressure;
    private final NodeReadiness readiness;
    private final Consumer<String> news;
    private final NodeSystem system;
    private final VolumesInUse volumes;
    private final Supplier<Optional<List<NodeImage>>> images;
    private final Consumer<String> booted;
    private final String bootId;
    private long lastReport = Long.MIN_VALUE;
    private boolean unschedulable;
    private OptionalLong objectTtl = OptionalLong.empty();

    /**
     * A status that is not yet compared.
     *
     * @param pressure that the node is under
     * @param readiness whether the node is ready
     * @param news takes the reasons of Events about the node
     * @param system what the node runs
     * @param volumes which attachable volumes its pods use
     * @param images those on the node; empty as long as they are not known
     * @param booted takes the message when the machine has booted anew
     */
    public NodeStatusUpdate(
            Context context,
            HeartbeatClient client,
            String node,
            HeartbeatSettings settings,
            Pressure pressure,
            NodeReadiness readiness,
            Consumer<String> news,
            NodeSystem system,
            VolumesInUse volumes,
            Supplier<Optional<List<NodeImage>>> images,
            Consumer<String> booted) {
        this.images = images;
        this.booted = booted;
        this.system = system;
        this.bootId = system.bootId(node);
        this.volumes = volumes;
        this.readiness = readiness;
        this.pressure = pressure;
        this.news = news;
        this.context = context;
        this.client = client;
        this.node = node;
        this.settings = settings;
    }

    public void start() {
        attempt(0).whenDone(done -> context.daemonAfter(settings.statusUpdate(), this::start));
    }

    /** Compares once more, out of turn. */
    public void compareNow() {
        attempt(0);
    }

    private Completion<Boolean> attempt(int tries) {
        ReadOptions options = tries == 0 ? ReadOptions.ANY : ReadOptions.DEFAULT;
        return client.send(new ApiRequest.Get(Resources.NODES, "", node, options))
                .then(response ->
                        response instanceof ApiResponse.One one ? report(one.as(Node.class)) : Completion.of(false))
                .then(done -> done || tries + 1 == TRIES ? Completion.of(done) : attempt(tries + 1));
    }

    /**
     * What has changed besides conditions: the runtime does not respond, or does again; volumes are used or not;
     * images have come or gone.
     */
    private Map<String, Object> changed(Node stored) {
        Map<String, Object> fields = stored.status() == null
                ? Collections.emptyMap()
                : stored.status().other();
        Map<String, Object> changed = changedInfo(fields.get(NodeSystem.INFO));
        List<String> names = volumes.names();
        Object before = fields.get("volumesInUse");
        if (!names.equals(before == null ? List.of() : before)) {
            changed = with(changed, "volumesInUse", names);
        }
        Optional<List<Object>> held =
                system.isHollow() ? Optional.empty() : images.get().map(NodeImages::field);
        if (held.isPresent() && !NodeImages.isShown(held.get(), fields.get("images"))) {
            changed = with(changed, "images", held.get());
        }
        return changed;
    }

    private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(fields);
        all.put(name, value);
        return all;
    }

    private Map<String, Object> changedInfo(@Nullable Object info) {
        if (!(info instanceof Map<?, ?> fields)) {
            return Collections.emptyMap();
        }
        String runtime = readiness.knowsRuntime() ? system.runtimeVersion() : system.unknownRuntime();
        if (bootId.equals(fields.get(NodeSystem.BOOT)) && runtime.equals(fields.get(NodeSystem.RUNTIME))) {
            return Collections.emptyMap();
        }
        Map<String, Object> wanted = new LinkedHashMap<>();
        fields.forEach((name, value) -> wanted.put(String.valueOf(name), value));
        wanted.put(NodeSystem.BOOT, bootId);
        wanted.put(NodeSystem.RUNTIME, runtime);
        return Collections.singletonMap(NodeSystem.INFO, wanted);
    }

    private static boolean hasBooted(Node stored, Map<?, ?> info) {
        return stored.status().other().get(NodeSystem.INFO) instanceof Map<?, ?> before
                && !Objects.equals(before.get(NodeSystem.BOOT), info.get(NodeSystem.BOOT));
    }

    /** The seconds that the annotation gave at the last look; empty without it ({@code GetObjectTTLFromNodeFunc}). */
    public OptionalLong objectTtl() {
        return objectTtl;
    }

    private static OptionalLong ttl(Node stored) {
        try {
            return OptionalLong.of(
                    Long.parseLong(stored.metadata().annotations().getOrDefault(ChangeDetection.ANNOTATION, "")));
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }

    /** {@code recordNodeSchedulableEvent}, pkg/kubelet/kubelet_node_status.go v1.20. */
    private void tellSchedulable(Node stored) {
        boolean now = stored.spec() != null && Boolean.TRUE.equals(stored.spec().unschedulable());
        if (now != unschedulable) {
            unschedulable = now;
            news.accept(now ? "NodeNotSchedulable" : "NodeSchedulable");
        }
    }

    private Completion<Boolean> report(Node stored) {
        objectTtl = ttl(stored);
        List<Node.Condition> before = stored.status() == null
                ? Collections.emptyList()
                : stored.status().conditions();
        boolean due = lastReport == Long.MIN_VALUE || context.now() - lastReport >= settings.statusReport();
        Optional<String> notReady = readiness.error();
        List<String> names = volumes.names();
        Map<String, Object> info = changed(stored);
        if (!due && info.isEmpty() && !NodeConditions.differ(pressure, notReady, before)) {
            tellSchedulable(stored);
            return Completion.of(true);
        }
        NodeConditions.news(pressure, notReady, before).forEach(news);
        tellSchedulable(stored);
        if (info.get(NodeSystem.INFO) instanceof Map<?, ?> fields && hasBooted(stored, fields)) {
            booted.accept("Node " + node + " has been rebooted, boot id: " + fields.get(NodeSystem.BOOT));
        }
        List<Node.Condition> conditions =
                NodeConditions.changes(pressure, notReady, before, Timestamps.seconds(context.clock()));
        ApiRequest.Change change =
                new ApiRequest.Change.NodeConditions(stored.withStatus(new Node.Status(null, null, conditions, info)));
        return client.send(new ApiRequest.Patch(Resources.NODES, "", node, "status", change))
                .map(response -> {
                    if (response.isSuccess()) {
                        volumes.written(names);
                        lastReport = context.now();
                    }
                    return response.isSuccess();
                });
    }
}
