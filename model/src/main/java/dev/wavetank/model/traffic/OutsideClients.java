package dev.wavetank.model.traffic;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubeproxy.ServiceRules;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How clients outside the cluster come in: they send to the port that the Service has on the nodes, one node after the
 * other, or a load balancer does so for them. A balancer sends to nodes that are Ready as far as its own watch knows
 * (the service controller leaves others out: {@code nodeReadyConditionPredicate},
 * staging/src/k8s.io/cloud-provider/controllers/service/controller.go v1.20), and with {@code externalTrafficPolicy:
 * Local} only to those that have an endpoint, which it asks their kube-proxies ({@code healthCheckNodePort}); here
 * it always knows the latest of these.
 */
final class OutsideClients {

    private final PodNetworkMap network;
    private final String chosen;
    /** Null unless there is a balancer. */
    private final @Nullable Informer<Node> nodes;

    private long turn;

    /**
     * Clients that have not started.
     *
     * @param chosen node to which they send; empty for all in turn
     * @param balanced whether they come by the load balancer of the Service
     */
    OutsideClients(Context context, ApiClient client, PodNetworkMap network, String chosen, boolean balanced) {
        this.network = network;
        this.chosen = chosen;
        this.nodes = balanced
                ? new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class)
                : null;
    }

    void start() {
        if (nodes != null) {
            nodes.start();
        }
    }

    /**
     * Where a request comes in.
     *
     * @param node at which it arrives; empty when it arrives nowhere
     * @param destination address of the node and port
     * @param problem why it arrives nowhere; empty when it does
     */
    record Entry(String node, Destination destination, String problem) {}

    private static Entry nowhere(String problem) {
        return new Entry("", new Destination("", 0), problem);
    }

    /**
     * Where the next request comes in.
     *
     * @param service null when there is none
     * @param port of the Service; 0 for its first
     */
    Entry next(@Nullable Service service, int port) {
        if (service == null) {
            return nowhere("there is no Service of that name");
        }
        Optional<Integer> nodePort = service.spec().ports().stream()
                .filter(one -> port == 0 || Integer.valueOf(port).equals(one.port()))
                .map(Service.Port::nodePort)
                .filter(Objects::nonNull)
                .filter(one -> one > 0)
                .findFirst();
        if (nodePort.isEmpty()) {
            return nowhere("the Service has no port on the nodes");
        }
        if (nodes != null && !hasAddress(service)) {
            return nowhere("the load balancer of the Service has no address");
        }
        List<String> candidates = chosen.isEmpty() ? candidates(service, nodePort.get()) : List.of(chosen);
        if (candidates.isEmpty()) {
            return nowhere("the load balancer knows no node that could answer");
        }
        String node = candidates.get((int) (turn++ % candidates.size()));
        return new Entry(node, new Destination(network.addressOf(node), nodePort.get()), "");
    }

    private List<String> candidates(Service service, int port) {
        Informer<Node> known = nodes;
        if (known == null) {
            return network.nodes();
        }
        boolean isLocal = "Local".equals(service.spec().other().get("externalTrafficPolicy"));
        return known.all().stream()
                .filter(OutsideClients::isReady)
                .map(node -> node.metadata().name())
                .filter(node -> !isLocal || hasEndpoint(node, port))
                .toList();
    }

    private boolean hasEndpoint(String node, int port) {
        return network.runs(node)
                && network.rulesOf(node)
                        .find(new Destination(network.addressOf(node), port))
                        .map(ServiceRules.Rule::backends)
                        .filter(backends -> !backends.isEmpty())
                        .isPresent();
    }

    private static boolean isReady(Node node) {
        return node.status() != null
                && node.status().conditions().stream()
                        .anyMatch(one ->
                                one.type().equals("Ready") && one.status().equals("True"));
    }

    private static boolean hasAddress(Service service) {
        return service.other().get("status") instanceof Map<?, ?> status
                && status.get("loadBalancer") instanceof Map<?, ?> balancer
                && balancer.get("ingress") instanceof List<?> ingress
                && !ingress.isEmpty();
    }
}
