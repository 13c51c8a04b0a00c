package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The collector of pods deletes one that has a node and was not to end only after it has read that the node is gone.
 *
 * <p>It deletes without asking a kubelet. A cache that is behind shows no node where there is one, so the collector
 * waits and reads the node live ({@code discoverDeletedNodes}, pkg/controller/podgc v1.20; kubernetes/kubernetes pull
 * request 141887).
 */
public final class OrphansConfirmed implements Invariant {

    private static final String COLLECTOR = "pod-garbage-collector";

    /** When the collector has found nodes gone, by their names; reads that succeed are not in the trace. */
    private final Map<String, Instant> gone = new TreeMap<>();

    @Override
    public String name() {
        return "OrphansConfirmed";
    }

    @Override
    public String statement() {
        return "The collector of pods deletes a pod that was not to end only after it has read that its node is gone.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof RequestTrace request)
                || !request.call().userAgent().endsWith(COLLECTOR)) {
            return;
        }
        if (request.call().request() instanceof ApiRequest.Get get
                && get.resource().equals(Resources.NODES)) {
            if (request.response().failedWith(StatusReason.NOT_FOUND)) {
                gone.put(get.name(), VirtualTime.calendar(entry.time()));
            } else {
                gone.remove(get.name());
            }
        } else if (request.isWrite() && request.response() instanceof ApiResponse.One one) {
            if (one.object() instanceof Pod pod && isCollected(request.call().request(), pod) && !isOrphan(pod)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "is collected, although its node " + pod.nodeName() + " was not found gone");
            }
        }
    }

    /** Since v1.26 the pod is first written as failed; before, it is deleted at once. */
    private static boolean isCollected(ApiRequest request, Pod pod) {
        boolean isMarked = request instanceof ApiRequest.Patch && pod.isFinished();
        boolean isDeleted = request instanceof ApiRequest.Delete && !pod.isFinished();
        return !pod.metadata().isDeleting() && isMarked || isDeleted && wasNotToEnd(pod);
    }

    /** What a deletion without grace answers with is marked as deleted by itself. */
    private static boolean wasNotToEnd(Pod pod) {
        Long grace = pod.metadata().deletionGracePeriodSeconds();
        return !pod.metadata().isDeleting() || grace != null && grace == 0;
    }

    private boolean isOrphan(Pod pod) {
        if (pod.nodeName() == null || pod.nodeName().isEmpty()) {
            return true;
        }
        Instant read = gone.get(pod.nodeName());
        Instant created = pod.metadata().creationTimestamp();
        return read != null && (created == null || !created.isAfter(read));
    }
}
