package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Creates the object of the kubelet's own node, if there is none, and retries until it exists. */
public final class NodeRegistration {

    private static final Backoff BACKOFF = new Backoff(100 * VirtualTime.MILLISECOND, 7 * VirtualTime.SECOND);

    private static final long KUBELET_PORT = 10_250;

    private final Context context;
    private final ApiClient client;
    private final NodeConfig config;
    private final String release;
    private final Runnable registered;
    private int failures;

    /**
     * A registration that has not begun.
     *
     * @param release the version of the kubelet
     * @param registered runs when the node exists
     */
    public NodeRegistration(Context context, ApiClient client, NodeConfig config, String release, Runnable registered) {
        this.context = context;
        this.client = client;
        this.config = config;
        this.release = release;
        this.registered = registered;
    }

    public void start() {
        client.send(ApiRequest.Create.of(Resources.NODES, node())).whenDone(response -> {
            if (response.isSuccess() || response.failedWith(StatusReason.ALREADY_EXISTS)) {
                registered.run();
            } else {
                context.after(BACKOFF.after(++failures), this::start);
            }
        });
    }

    private Node node() {
        Map<String, String> labels = new LinkedHashMap<>(config.labels());
        labels.put("kubernetes.io/hostname", config.name());
        labels.put("kubernetes.io/os", "linux");
        Instant now = Timestamps.seconds(context.clock());
        List<Node.Condition> conditions = NodeConditions.of(new Pressure(), List.of(), now);
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, config.name()).withLabels(labels))
                .spec(new Node.Spec(config.podCidr(), null, config.taints(), null))
                .status(new Node.Status(config.capacity(), config.allocatable(), conditions, described()))
                .build();
    }

    /** What else the kubelet says about its machine; kernel, image and runtime of the system are not modelled. */
    private Map<String, Object> described() {
        Map<String, Object> internal = new LinkedHashMap<>();
        internal.put("type", "InternalIP");
        internal.put("address", config.address());
        Map<String, Object> system = new LinkedHashMap<>();
        for (String unknown :
                List.of("machineID", "systemUUID", "bootID", "kernelVersion", "osImage", "containerRuntimeVersion")) {
            system.put(unknown, "");
        }
        system.put("kubeletVersion", release);
        system.put("kubeProxyVersion", release);
        system.put("operatingSystem", "linux");
        system.put("architecture", "amd64");
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("addresses", List.of(internal));
        described.put(
                "daemonEndpoints",
                Collections.singletonMap("kubeletEndpoint", Collections.singletonMap("Port", KUBELET_PORT)));
        described.put("nodeInfo", system);
        if (!config.images().isEmpty()) {
            described.put("images", images());
        }
        return described;
    }

    private List<Object> images() {
        List<Object> images = new ArrayList<>();
        config.images().forEach((name, size) -> {
            Map<String, Object> image = new LinkedHashMap<>();
            image.put("names", List.of(tagged(name)));
            image.put("sizeBytes", size);
            images.add(image);
        });
        return images;
    }

    /** An image without a tag is the latest. */
    private static String tagged(String image) {
        return image.lastIndexOf(':') > image.lastIndexOf('/') ? image : image + ":latest";
    }
}
