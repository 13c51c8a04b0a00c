package dev.wavetank.model.controller.podgc;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.pods.NodeState;
import dev.wavetank.model.controller.pods.PodDisruption;
import dev.wavetank.model.controller.pods.PodIndex;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Every 20 s deletes, without grace, pods that no other component will delete. A node counts as deleted when it is
 * missing in the cache, is still missing after 40 s of quarantine, and a live read does not find it either. Since
 * 1.26 the collector marks an unfinished pod as failed before the deletion, and deletes pods on their way out when
 * their node is not ready and has the taint {@code node.kubernetes.io/out-of-service}. Ended pods, and those on such
 * nodes, are deleted at the same time, all others one after the other (pkg/controller/podgc/gc_controller.go, v1.35).
 */
public final class PodGarbageCollector implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.POD_GARBAGE_COLLECTOR.userAgent();

    private static final long PERIOD = 20 * VirtualTime.SECOND;

    private static final String ENDED = "ended";
    private static final Function<Pod, String> BY_END = pod -> pod.isFinished() ? ENDED : null;

    private static final String ABANDONED = "abandoned";
    /** Pods on their way out for which no kubelet is responsible. */
    private static final Function<Pod, String> BY_ABANDONMENT =
            pod -> pod.metadata().isDeleting() && PodIndex.NODE.apply(pod) == null ? ABANDONED : null;

    private static final String TERMINATING = "terminating";
    /** Pods on their way out that their kubelets have not confirmed. */
    private static final Function<Pod, String> BY_TERMINATION =
            pod -> pod.metadata().isDeleting() && PodIndex.NODE.apply(pod) != null ? TERMINATING : null;

    private final Context context;
    private final ApiClient client;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Index<Pod> podsByNode;
    private final Index<Pod> endedPods;
    private final Index<Pod> abandonedPods;
    /** Null in versions without that taint. */
    private final @Nullable Index<Pod> terminatingPods;

    private final int threshold;
    private final Comparator<Pod> oldestFirst;
    private final boolean setsReason;
    private final PodDisruption disruption;
    private final Quarantine quarantine = new Quarantine();
    /** Whether a deletion of the last pass failed. */
    private boolean failed;

    /** A controller. */
    public PodGarbageCollector(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.podsByNode = pods.index(PodIndex.NODE);
        this.endedPods = pods.index(BY_END);
        this.abandonedPods = pods.index(BY_ABANDONMENT);
        this.terminatingPods =
                environment.version().has(Feature.NODE_OUT_OF_SERVICE) ? pods.index(BY_TERMINATION) : null;
        this.threshold = environment.flags().number(ControllerFlag.TERMINATED_POD_GC_THRESHOLD);
        Comparator<Pod> byAge = Comparator.comparing((Pod pod) -> pod.metadata().creationTimestamp())
                .thenComparing(pod -> pod.metadata().name());
        this.oldestFirst = environment.version().has(Feature.EVICTED_PODS_COLLECTED_FIRST)
                ? Comparator.comparing((Pod pod) -> !wasEvicted(pod)).thenComparing(byAge)
                : byAge;
        this.setsReason = environment.version().has(Feature.POD_DISRUPTION_CONDITIONS);
        this.disruption = new PodDisruption(context, environment.version());
    }

    @Override
    public void start() {
        context.awaitWhile("collection of pods", this::hasWork);
        Completion.all(List.of(pods.synced(), nodes.synced())).whenDone(all -> collect());
    }

    /** Pods that a pass may delete, pods on a node in quarantine, and failed deletions. */
    private boolean hasWork() {
        return failed
                || !quarantine.isEmpty()
                || surplus() > 0
                || !abandonedPods.isEmpty()
                || !outOfService().isEmpty()
                || podsByNode.texts().stream().anyMatch(this::isMissing);
    }

    /** The number of terminated pods above the threshold. */
    private int surplus() {
        return threshold <= 0 ? 0 : Math.max(0, endedPods.count(ENDED) - threshold);
    }

    /** The passes of a round, each when the one before has ended. */
    private void collect() {
        collectEnded()
                .then(before -> together(outOfService(), this::terminate, before))
                .then(this::collectOrphans)
                .then(before -> inTurn(abandonedPods.find(ABANDONED), this::terminate, before))
                .whenDone(result -> {
                    failed = !result.isDone();
                    context.daemonAfter(PERIOD, this::collect);
                });
    }

    private static Completion<SyncResult> together(
            List<Pod> pods, Function<Pod, Completion<SyncResult>> action, SyncResult before) {
        List<Completion<SyncResult>> work = new ArrayList<>();
        pods.forEach(pod -> work.add(action.apply(pod)));
        return SyncResult.all(work).map(result -> SyncResult.first(List.of(before, result)));
    }

    /** Goes on with the next one when an action has failed. */
    private static <T> Completion<SyncResult> inTurn(
            List<T> all, Function<T, Completion<SyncResult>> action, SyncResult before) {
        Completion<SyncResult> work = Completion.of(before);
        for (T one : all) {
            work = work.then(earlier -> action.apply(one).map(result -> SyncResult.first(List.of(earlier, result))));
        }
        return work;
    }

    /** Pods on their way out on nodes that are down for good. */
    private List<Pod> outOfService() {
        return terminatingPods == null || terminatingPods.isEmpty()
                ? List.of()
                : terminatingPods.find(TERMINATING).stream()
                        .filter(pod -> isDown(nodes.cached(new ObjectKey("", String.valueOf(pod.nodeName())))))
                        .toList();
    }

    private static boolean isDown(@Nullable Node node) {
        return node != null && !NodeState.isReady(node) && NodeState.isOutOfService(node);
    }

    private static boolean wasEvicted(Pod pod) {
        return "Failed".equals(pod.phase()) && "Evicted".equals(pod.status().reason());
    }

    private boolean isMissing(String node) {
        return nodes.cached(new ObjectKey("", node)) == null;
    }

    private Completion<SyncResult> collectEnded() {
        int surplus = surplus();
        if (surplus == 0) {
            return Completion.of(SyncResult.DONE);
        }
        List<Pod> ended = endedPods.find(ENDED);
        ended.sort(oldestFirst);
        return together(ended.subList(0, surplus), this::remove, SyncResult.DONE);
    }

    /** Asks for the nodes that have been missing for long enough, and collects the pods of those that are gone. */
    private Completion<SyncResult> collectOrphans(SyncResult before) {
        for (String node : podsByNode.texts()) {
            if (isMissing(node)) {
                quarantine.add(node, context.now());
            }
        }
        List<String> suspects = quarantine.release(context.now());
        suspects.removeIf(node -> !isMissing(node));
        List<Pod> orphans = new ArrayList<>();
        return inTurn(suspects, node -> look(node, orphans), before)
                .then(found -> inTurn(orphans, this::collectOrphan, found));
    }

    /** Adds the pods of a node, if it is gone. */
    private Completion<SyncResult> look(String node, List<Pod> orphans) {
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).map(response -> {
            if (response.failedWith(StatusReason.NOT_FOUND)) {
                orphans.addAll(podsByNode.find(node));
                return SyncResult.DONE;
            }
            return SyncResult.of(response);
        });
    }

    private Completion<SyncResult> collectOrphan(Pod pod) {
        return delete(pod, "DeletionByPodGC", "PodGC: node no longer exists");
    }

    private Completion<SyncResult> terminate(Pod pod) {
        return delete(pod, null, null);
    }

    /** @param reason of the condition {@code DisruptionTarget}, or null for none */
    private Completion<SyncResult> delete(Pod pod, @Nullable String reason, @Nullable String message) {
        if (!setsReason || pod.isFinished()) {
            return remove(pod);
        }
        return client.send(disruption.of(pod, "Failed", reason, message))
                .then(response -> SyncResult.of(response).andThen(() -> remove(pod)));
    }

    private Completion<SyncResult> remove(Pod pod) {
        return client.send(new ApiRequest.Delete(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        new ApiRequest.DeleteOptions(0L, null, null)))
                .map(SyncResult::orGone);
    }
}
