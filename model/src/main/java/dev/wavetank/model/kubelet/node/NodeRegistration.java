package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.kubelet.cri.RuntimeKind;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.NodeImage;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Creates the object of the kubelet's own node, if there is none, and retries until it exists. */
public final class NodeRegistration {

    private static final Backoff BACKOFF = new Backoff(100 * VirtualTime.MILLISECOND, 7 * VirtualTime.SECOND);

    private static final long KUBELET_PORT = 10_250;

    private final Context context;
    private final ApiClient client;
    private final NodeConfig config;
    private final KubernetesVersion version;
    private final NodeReadiness readiness;
    private int failures;

    /**
     * A registration that has not begun.
     *
     * @param version of the kubelet
     * @param readiness whether the node is ready
     */
    public NodeRegistration(
            Context context, ApiClient client, NodeConfig config, KubernetesVersion version, NodeReadiness readiness) {
        this.readiness = readiness;
        this.context = context;
        this.client = client;
        this.config = config;
        this.version = version;
    }

    /**
     * Creates the node.
     *
     * @param registered takes, when the node exists, whether it is new
     */
    public void start(Consumer<Boolean> registered) {
        client.send(ApiRequest.Create.of(Resources.NODES, node())).whenDone(response -> {
            if (response.isSuccess() || response.failedWith(StatusReason.ALREADY_EXISTS)) {
                registered.accept(response.isSuccess());
            } else {
                if (failures == 0
                        && response instanceof ApiResponse.Failed refused
                        && refused.status().is(StatusReason.INVALID)) {
                    context.trace(new NotSimulatedTrace(
                            "node/" + config.name(),
                            "nodes that the API server refuses, which never register: "
                                    + refused.status().message()));
                }
                context.after(BACKOFF.after(++failures), () -> start(registered));
            }
        });
    }

    private Node node() {
        Instant now = Timestamps.seconds(context.clock());
        List<Node.Condition> conditions = NodeConditions.of(new Pressure(), readiness.error(), List.of(), now);
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, config.name())
                        .withLabels(labels())
                        .withAnnotations(annotations()))
                .spec(new Node.Spec(config.podCidr().isEmpty() ? null : config.podCidr(), null, config.taints(), null))
                .status(new Node.Status(config.capacity(), config.allocatable(), conditions, described()))
                .build();
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>(config.labels());
        labels.put("beta.kubernetes.io/arch", NodeSystem.ARCHITECTURE);
        labels.put("beta.kubernetes.io/os", NodeSystem.OPERATING_SYSTEM);
        labels.put("kubernetes.io/hostname", config.name());
        if (version.has(Feature.STABLE_MACHINE_LABELS)) {
            labels.put("kubernetes.io/arch", NodeSystem.ARCHITECTURE);
            labels.put("kubernetes.io/os", NodeSystem.OPERATING_SYSTEM);
        }
        return labels;
    }

    /** A hollow kubelet leaves attaching volumes to itself. */
    private Map<String, String> annotations() {
        return config.system().isHollow()
                ? Collections.emptyMap()
                : Collections.singletonMap("volumes.kubernetes.io/controller-managed-attach-detach", "true");
    }

    private Map<String, Object> described() {
        Map<String, Object> described = new LinkedHashMap<>();
        described.put(
                "addresses", List.of(address("InternalIP", config.address()), address("Hostname", config.name())));
        described.put(
                "daemonEndpoints",
                Collections.singletonMap("kubeletEndpoint", Collections.singletonMap("Port", KUBELET_PORT)));
        described.put(NodeSystem.INFO, config.system().describe(config.name(), version));
        if (version.has(Feature.SUPPLEMENTAL_GROUPS_POLICY) && !config.system().isHollow()) {
            described.put(
                    "features",
                    Collections.singletonMap(
                            "supplementalGroupsPolicy", config.system().knowsGroupPolicies()));
        }
        if (!config.images().isEmpty()) {
            RuntimeKind runtime = RuntimeKind.of(config.system().runtimeVersion());
            List<NodeImage> images = new ArrayList<>();
            config.images()
                    .forEach((name, layers) ->
                            images.add(new NodeImage(List.of(runtime.reference(name)), ImageLayer.sum(layers))));
            described.put("images", NodeImages.field(images));
        }
        return described;
    }

    private static Map<String, Object> address(String type, String address) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("type", type);
        fields.put("address", address);
        return fields;
    }
}
