package dev.wavetank.model.controller.nodeipam;

import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Gives every node a range of addresses for its pods ({@code --allocate-node-cidrs}), and takes it back when the node
 * is deleted. What the nodes have already is taken when the controller starts, and so are the addresses of Services. It
 * has no memory besides: after a restart it knows what the nodes say (pkg/controller/nodeipam/ipam/range_allocator.go,
 * v1.26).
 */
public final class NodeIpamController implements Controller {

    /** User agent. */
    private static final String NAME = "node-controller";

    /** Source of its Events. */
    private static final String REPORTER = "cidrAllocator";

    /** {@code cidrUpdateRetries}. */
    private static final int TRIES = 3;

    /** The addresses of Services, as the API server of the simulation gives them out. */
    private static final Ipv4Range SERVICES = Ipv4Range.parse("10.96.0.0/12").orElseThrow();

    private final ApiClient client;
    private final Informer<Node> nodes;
    private final EventRecorder events;
    private final CidrSet ranges;
    /** Nodes that get a range at present. */
    private final Set<String> underWay = new TreeSet<>();

    /** A controller. */
    public NodeIpamController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.events = new EventRecorder(environment.context(), client, REPORTER);
        this.ranges = ranges(environment);
        ranges.occupy(SERVICES);
    }

    private static CidrSet ranges(ControllerEnvironment environment) {
        return new CidrSet(
                environment.flags().range(ControllerFlag.CLUSTER_CIDR),
                environment.flags().number(ControllerFlag.NODE_CIDR_MASK_SIZE));
    }

    /**
     * Checks the flags.
     *
     * @throws IllegalArgumentException when the ranges of nodes do not fit into that of the cluster
     */
    public static void check(Ipv4Range cluster, int prefix) {
        new CidrSet(cluster, prefix);
    }

    @Override
    public void start() {
        nodes.synced().whenDone(all -> {
            nodes.all().forEach(node -> range(node).ifPresent(ranges::occupy));
            nodes.addHandler(new NodeHandler());
        });
    }

    private static Optional<Ipv4Range> range(Node node) {
        return node.spec() == null || node.spec().podCIDR() == null
                ? Optional.empty()
                : Ipv4Range.parse(node.spec().podCIDR());
    }

    private void allocate(Node node) {
        Optional<Ipv4Range> known = range(node);
        if (known.isPresent()) {
            ranges.occupy(known.get());
            return;
        }
        String name = node.metadata().name();
        if (!underWay.add(name)) {
            return;
        }
        Optional<Ipv4Range> free = ranges.take();
        if (free.isEmpty()) {
            underWay.remove(name);
            tell(node, "CIDRNotAvailable");
            return;
        }
        assign(node, free.get(), TRIES);
    }

    private void tell(Node node, String reason) {
        events.normal(node, reason, "Node " + node.metadata().name() + " status is now: " + reason);
    }

    private void assign(Node node, Ipv4Range range, int tries) {
        String name = node.metadata().name();
        Node now = nodes.cached(new ObjectKey("", name));
        if (now == null || range(now).isPresent()) {
            underWay.remove(name);
            if (now == null || !range(now).get().equals(range)) {
                ranges.release(range);
            }
            return;
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("podCIDR", range.toString());
        spec.put("podCIDRs", List.of(range.toString()));
        client.send(new ApiRequest.Patch(
                        Resources.NODES,
                        "",
                        name,
                        "",
                        new ApiRequest.Change.Merge(Collections.singletonMap("spec", spec))))
                .whenDone(response -> answered(node, range, tries, response));
    }

    private void answered(Node node, Ipv4Range range, int tries, ApiResponse response) {
        if (response.isSuccess()) {
            underWay.remove(node.metadata().name());
        } else if (tries > 1) {
            assign(node, range, tries - 1);
        } else {
            tell(node, "CIDRAssignmentFailed");
            // After a timeout the node may have it: a range that is lost until the next start is the lesser evil.
            if (!response.failedWith(StatusReason.TIMEOUT)) {
                ranges.release(range);
            }
            underWay.remove(node.metadata().name());
            allocateAgain(node);
        }
    }

    /** The node is put into the queue again. */
    private void allocateAgain(Node node) {
        Node now = nodes.cached(new ObjectKey("", node.metadata().name()));
        if (now != null) {
            allocate(now);
        }
    }

    private final class NodeHandler implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            allocate(node);
        }

        @Override
        public void updated(Node before, Node after) {
            if (range(after).isEmpty()) {
                allocate(after);
            }
        }

        @Override
        public void deleted(Node last) {
            range(last).ifPresent(ranges::release);
        }
    }
}
