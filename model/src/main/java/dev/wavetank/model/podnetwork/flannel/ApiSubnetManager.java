package dev.wavetank.model.podnetwork.flannel;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.podnetwork.NetworkCondition;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The API as the place of leases ({@code --kube-subnet-mgr}; flannel, pkg/subnet/kube/kube.go v0.22). The lease of a
 * node, its range of pods and its address, is in annotations of its object, and lasts as long as that.
 */
final class ApiSubnetManager implements SubnetManager {

    private static final String PREFIX = "flannel.alpha.coreos.com/";
    private static final String TYPE = PREFIX + "backend-type";
    private static final String PUBLIC_IP = PREFIX + "public-ip";

    /** From one try to the next to write the lease. */
    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Node> nodes;
    private final FlannelAgent.Settings settings;
    private boolean isLeasing;

    ApiSubnetManager(Context context, ApiClient client, FlannelAgent.Settings settings) {
        this.context = context;
        this.client = client;
        this.settings = settings;
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
    }

    @Override
    public void start(Listener listener) {
        nodes.addHandler(new LeaseHandler(listener));
        nodes.start();
    }

    /** Writes its lease when its node has a range of pods; until it succeeds. */
    private void lease(Node own, Listener listener) {
        Optional<Ipv4Range> range = range(own);
        if (range.isEmpty() || isLeasing) {
            return;
        }
        isLeasing = true;
        client.send(new ApiRequest.Patch(
                        Resources.NODES,
                        "",
                        own.metadata().name(),
                        "status",
                        new ApiRequest.Change.Merge(annotations())))
                .whenDone(response -> {
                    if (response.isSuccess()) {
                        listener.leased(range.get());
                        NetworkCondition.clear(
                                context,
                                client,
                                settings.host().name(),
                                "FlannelIsUp",
                                "Flannel is running on this node");
                    } else {
                        isLeasing = false;
                        context.after(RETRY, () -> lease(own, listener));
                    }
                });
    }

    private Map<String, Object> annotations() {
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put(PREFIX + "backend-data", settings.backendData());
        annotations.put(TYPE, settings.backend());
        annotations.put(PREFIX + "kube-subnet-manager", "true");
        annotations.put(PUBLIC_IP, settings.host().address());
        return Collections.singletonMap("metadata", Collections.singletonMap("annotations", annotations));
    }

    private static Optional<Ipv4Range> range(Node node) {
        return node.spec() == null || node.spec().podCIDR() == null
                ? Optional.empty()
                : Ipv4Range.parse(node.spec().podCIDR());
    }

    private static Optional<Lease> lease(Node node) {
        Map<String, String> annotations = node.metadata().annotations();
        String address = annotations.get(PUBLIC_IP);
        return address == null
                ? Optional.empty()
                : range(node).map(range -> new Lease(range, address, annotations.getOrDefault(TYPE, "")));
    }

    private final class LeaseHandler implements Informer.Handler<Node> {
        private final Listener listener;

        LeaseHandler(Listener listener) {
            this.listener = listener;
        }

        private boolean isOwn(Node node) {
            return node.metadata().name().equals(settings.host().name());
        }

        @Override
        public void added(Node node) {
            if (isOwn(node)) {
                lease(node, listener);
            } else {
                lease(node).ifPresent(listener::added);
            }
        }

        @Override
        public void updated(Node before, Node after) {
            boolean same = range(before).equals(range(after))
                    && Objects.equals(
                            before.metadata().annotations().get(PUBLIC_IP),
                            after.metadata().annotations().get(PUBLIC_IP))
                    && Objects.equals(
                            before.metadata().annotations().get(TYPE),
                            after.metadata().annotations().get(TYPE));
            if (!same) {
                deleted(before);
                added(after);
            }
        }

        @Override
        public void deleted(Node last) {
            if (!isOwn(last)) {
                range(last).ifPresent(range -> listener.removed(new Lease(range, "", "")));
            }
        }
    }
}
