package dev.wavetank.model.controller.tainteviction;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.pods.PodDisruption;
import dev.wavetank.model.controller.pods.PodIndex;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Deletes pods that do not tolerate the {@code NoExecute} taints of their node: at once, or when the shortest time of
 * the tolerations that they use has passed since the taint was seen. When the taints are removed before that, the
 * deletion is cancelled.
 *
 * <p>Since 1.29 a separate controller with its own client; before, a part of the node lifecycle controller, with that
 * controller's client.
 */
public final class TaintEvictionController implements Controller {

    /** Source of its Events since 1.29. */
    public static final String NAME = "taint-eviction-controller";

    /** User agent: also since 1.29 that of the node lifecycle controller, whose rights it has. */
    private static final String AGENT = KubernetesController.TAINT_EVICTION.userAgent();

    private static final String FORMER_REPORTER = "taint-controller";
    private static final String REASON = "TaintManagerEviction";
    /** Reason and message of the pod's condition {@code DisruptionTarget}. */
    private static final String DELETION = "DeletionByTaintManager";

    private static final String DELETION_MESSAGE = "Taint manager: deleting due to NoExecute taint";

    /** The number of tries of a deletion, and the delay between them. */
    private static final Retry RETRY = new Retry(5, 10 * VirtualTime.MILLISECOND, 1);

    private final Context context;
    private final ApiClient client;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Index<Pod> podsByNode;
    private final EventRecorder events;
    private final boolean setsReason;
    private final PodDisruption disruption;
    private final boolean cancelsTolerated;
    private final boolean isPart;
    private final TimedEvictions evictions;
    private final Map<String, List<Node.Taint>> tainted = new TreeMap<>();

    /** A separate controller, which does nothing before 1.29. */
    public TaintEvictionController(ControllerEnvironment environment) {
        this(
                environment,
                environment.client(AGENT),
                NAME,
                !environment.version().has(Feature.SEPARATE_TAINT_EVICTION));
    }

    private TaintEvictionController(
            ControllerEnvironment environment, ApiClient client, String reporter, boolean isPart) {
        this.context = environment.context();
        this.client = client;
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.podsByNode = pods.index(PodIndex.NODE);
        this.events = new EventRecorder(context, client, reporter);
        this.setsReason = environment.version().has(Feature.POD_DISRUPTION_CONDITIONS);
        this.disruption = new PodDisruption(context, environment.version());
        this.cancelsTolerated = environment.version().has(Feature.TOLERATED_EVICTION_CANCELLED);
        this.isPart = isPart;
        this.evictions = new TimedEvictions(context, this::evict);
    }

    /** A part of another controller, which calls {@link #follow}. */
    public static TaintEvictionController within(ControllerEnvironment environment, ApiClient client) {
        return new TaintEvictionController(environment, client, FORMER_REPORTER, true);
    }

    @Override
    public void start() {
        if (!isPart) {
            follow();
        }
    }

    /** Subscribes to nodes and pods. */
    public void follow() {
        nodes.addHandler(new NodeEvents());
        pods.addHandler(new PodEvents());
    }

    private static List<Node.Taint> noExecute(Node node) {
        List<Node.Taint> taints = new ArrayList<>(0);
        if (node.spec() != null) {
            for (Node.Taint taint : node.spec().taints()) {
                if (taint.effect().equals("NoExecute")) {
                    taints.add(taint);
                }
            }
        }
        return taints;
    }

    private void look(Node node) {
        String name = node.metadata().name();
        List<Node.Taint> taints = noExecute(node);
        boolean were = taints.isEmpty() ? tainted.remove(name) != null : tainted.put(name, taints) != null;
        if (!taints.isEmpty() || were) {
            for (Pod pod : podsByNode.find(name)) {
                look(pod, taints);
            }
        }
    }

    private void look(Pod pod, List<Node.Taint> taints) {
        long now = context.now();
        long patience = Patience.of(pod.spec().tolerations(), taints);
        if (patience == Patience.NONE) {
            cancel(pod);
            evictions.plan(pod.key(), now);
        } else if (patience == Patience.FOREVER) {
            if (taints.isEmpty() || cancelsTolerated) {
                cancel(pod);
            }
        } else {
            // A planned deletion stays, even when the pod tolerates a later taint for less time.
            evictions.plan(pod.key(), now + patience);
        }
    }

    private void cancel(Pod pod) {
        if (evictions.cancel(pod.key())) {
            events.normal(reference(pod), REASON, "Cancelling deletion of Pod " + pod.key());
        }
    }

    /** The reference in Events has only the name of the pod. */
    private ApiEvent.Reference reference(Pod pod) {
        String version = isPart ? null : Pod.API_VERSION;
        return new ApiEvent.Reference(Pod.KIND, pod.key().namespace(), pod.key().name(), null, version, null);
    }

    private Completion<SyncResult> evict(ObjectKey key) {
        Pod pod = pods.cached(key);
        if (pod == null) {
            return Completion.of(SyncResult.DONE);
        }
        events.normal(reference(pod), REASON, "Marking for deletion Pod " + key);
        return RETRY.onError(
                context,
                Retry.NO_JITTER,
                before -> setReason(key).then(stated -> stated.andThen(() -> delete(key))),
                outcome -> !outcome.isDone());
    }

    /** Into the status of the pod as it is now (v1.32 pkg/controller/tainteviction, addConditionAndDeletePod). */
    private Completion<SyncResult> setReason(ObjectKey key) {
        if (!setsReason) {
            return Completion.of(SyncResult.DONE);
        }
        return client.send(new ApiRequest.Get(Resources.PODS, key.namespace(), key.name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.orGone(response));
                    }
                    Pod pod = one.as(Pod.class);
                    return PodDisruption.isWritten(pod, DELETION, DELETION_MESSAGE)
                            ? Completion.of(SyncResult.DONE)
                            : client.send(disruption.of(pod, null, DELETION, DELETION_MESSAGE))
                                    .map(SyncResult::orGone);
                });
    }

    private Completion<SyncResult> delete(ObjectKey key) {
        return client.send(new ApiRequest.Delete(
                        Resources.PODS, key.namespace(), key.name(), ApiRequest.DeleteOptions.DEFAULT))
                .map(SyncResult::orGone);
    }

    private final class NodeEvents implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            look(node);
        }

        @Override
        public void updated(Node before, Node after) {
            if (!noExecute(before).equals(noExecute(after))) {
                look(after);
            }
        }

        @Override
        public void deleted(Node last) {
            tainted.remove(last.metadata().name());
        }
    }

    private final class PodEvents implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            List<Node.Taint> taints = pod.nodeName() == null ? null : tainted.get(pod.nodeName());
            if (taints != null) {
                look(pod, taints);
            }
        }

        @Override
        public void updated(Pod before, Pod after) {
            boolean bound = before.nodeName() == null || !before.nodeName().equals(after.nodeName());
            if (!before.uid().equals(after.uid())) {
                cancel(before);
                added(after);
            } else if (bound || !before.spec().tolerations().equals(after.spec().tolerations())) {
                added(after);
            }
        }

        @Override
        public void deleted(Pod last) {
            cancel(last);
        }
    }
}
