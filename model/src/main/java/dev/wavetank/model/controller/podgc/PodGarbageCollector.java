package dev.wavetank.model.controller.podgc;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Index;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.PodDisruption;
import dev.wavetank.model.controller.PodIndex;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Every 20 s deletes, without grace, what nobody else will delete. A node counts as gone when it is missing in the
 * cache, is still after 40 s of quarantine, and a live read does not find it either. Since 1.26 a pod that has not
 * ended is said to have failed before it is deleted.
 */
public final class PodGarbageCollector implements Controller {

    /** User agent. */
    public static final String NAME = "pod-garbage-collector";

    private static final long PERIOD = 20 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Index<Pod> podsByNode;
    private final int threshold;
    private final boolean tellsWhy;
    private final Quarantine quarantine = new Quarantine();

    /** A controller. */
    public PodGarbageCollector(ControllerEnvironment environment) {
        this.context = environment.context();
        this.client = environment.client(NAME);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.podsByNode = pods.index(PodIndex.NODE);
        this.threshold = environment.flags().number(ControllerFlag.TERMINATED_POD_GC_THRESHOLD);
        this.tellsWhy = environment.minorVersion() >= 26;
    }

    @Override
    public void start() {
        Completion.all(List.of(pods.synced(), nodes.synced())).whenDone(all -> collect());
    }

    private void collect() {
        List<Pod> ended = new ArrayList<>();
        List<Completion<Boolean>> work = new ArrayList<>();
        for (Pod pod : pods.all()) {
            String node = pod.nodeName();
            if (pod.isFinished()) {
                ended.add(pod);
            }
            if (node == null || node.isEmpty()) {
                if (pod.metadata().isDeleting()) {
                    work.add(delete(pod, null, null));
                }
            } else if (isMissing(node)) {
                quarantine.add(node, context.now());
            }
        }
        work.addAll(collectEnded(ended));
        for (String node : quarantine.release(context.now())) {
            if (isMissing(node)) {
                work.add(collectOrphans(node));
            }
        }
        if (work.isEmpty()) {
            again();
        } else {
            Completion.all(work).whenDone(all -> again());
        }
    }

    /** Pods on a node in quarantine are work that is under way. */
    private void again() {
        if (quarantine.isEmpty()) {
            context.daemonAfter(PERIOD, this::collect);
        } else {
            context.after(PERIOD, this::collect);
        }
    }

    private boolean isMissing(String node) {
        return nodes.cached(new ObjectKey("", node)) == null;
    }

    private List<Completion<Boolean>> collectEnded(List<Pod> ended) {
        List<Completion<Boolean>> work = new ArrayList<>();
        int surplus = threshold <= 0 ? 0 : ended.size() - threshold;
        if (surplus > 0) {
            ended.sort(Comparator.comparing((Pod pod) -> pod.metadata().creationTimestamp())
                    .thenComparing(pod -> pod.metadata().name()));
            for (Pod pod : ended.subList(0, surplus)) {
                work.add(remove(pod));
            }
        }
        return work;
    }

    private Completion<Boolean> collectOrphans(String node) {
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).then(response -> {
            if (!response.failedWith("NotFound")) {
                return Completion.of(false);
            }
            List<Completion<Boolean>> work = new ArrayList<>();
            for (Pod pod : podsByNode.find(node)) {
                work.add(delete(pod, "DeletionByPodGC", "PodGC: node no longer exists"));
            }
            return Completion.all(work).map(all -> true);
        });
    }

    /** @param reason of the condition that tells why, or null for none */
    private Completion<Boolean> delete(Pod pod, String reason, String message) {
        if (!tellsWhy || pod.isFinished()) {
            return remove(pod);
        }
        return client.send(PodDisruption.of(context, pod, "Failed", reason, message))
                .then(response -> response.isSuccess() ? remove(pod) : Completion.of(false));
    }

    private Completion<Boolean> remove(Pod pod) {
        return client.send(new ApiRequest.Delete(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        new ApiRequest.DeleteOptions(0L, null, null)))
                .map(ApiResponse::isSuccess);
    }
}
