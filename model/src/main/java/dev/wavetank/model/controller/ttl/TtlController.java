package dev.wavetank.model.controller.ttl;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.List;

/**
 * Annotates every node with a time to live that depends on the number of nodes ({@code pkg/controller/ttl} v1.20). A
 * new number reaches a node when that changes next, which is what its heartbeats are for.
 */
public final class TtlController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.TTL.userAgent();

    /** The annotation. */
    public static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";

    /** {@code ttlBoundaries}: they overlap, so that a cluster at one of them does not change all the time. */
    private static final List<Boundary> BOUNDARIES = List.of(
            new Boundary(0, 100, 0),
            new Boundary(90, 500, 15),
            new Boundary(450, 1_000, 30),
            new Boundary(900, 2_000, 60),
            new Boundary(1_800, 10_000, 300),
            new Boundary(9_000, Integer.MAX_VALUE, 600));

    private final ApiClient client;
    private final Informer<Node> nodes;
    private final WorkQueue<ObjectKey> queue;
    private int count;
    private int step;

    private record Boundary(int sizeMin, int sizeMax, int seconds) {}

    /** A controller. */
    public TtlController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.queue = environment.queue(5, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        nodes.addHandler(new Informer.Handler<>() {
            @Override
            public void added(Node node) {
                count++;
                step += step + 1 < BOUNDARIES.size()
                                && count > BOUNDARIES.get(step).sizeMax()
                        ? 1
                        : 0;
                consider(node);
            }

            @Override
            public void updated(Node before, Node after) {
                consider(after);
            }

            @Override
            public void deleted(Node last) {
                count--;
                step -= step > 0 && count < BOUNDARIES.get(step).sizeMin() ? 1 : 0;
            }
        });
    }

    private void consider(Node node) {
        if (!wanted().equals(node.metadata().annotations().get(ANNOTATION))) {
            queue.add(node.key());
        }
    }

    private String wanted() {
        return Integer.toString(BOUNDARIES.get(step).seconds());
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Node node = nodes.cached(key);
        String wanted = wanted();
        if (node == null || wanted.equals(node.metadata().annotations().get(ANNOTATION))) {
            return Completion.of(SyncResult.DONE);
        }
        ApiRequest.Change change = new ApiRequest.Change.Merge(Collections.singletonMap(
                "metadata", Collections.singletonMap("annotations", Collections.singletonMap(ANNOTATION, wanted))));
        return client.send(new ApiRequest.Patch(Resources.NODES, "", key.name(), "", change))
                .map(SyncResult::of);
    }
}
