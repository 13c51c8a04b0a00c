package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The collector of pods deletes one that has a node and was not to end only after it has read that the node is gone.
 */
public final class OrphansConfirmed implements Invariant {

    private static final String COLLECTOR = "pod-garbage-collector";
    /** How long the second of two requests about a pod may wait for the rate limit of the client. */
    private static final long TURN = 5 * VirtualTime.SECOND;

    /** When the collector has found nodes gone, by their names; reads that succeed are not in the trace. */
    private final Map<String, Instant> gone = new TreeMap<>();
    /** The latest of the pods of a name that are gone; of names that may come again. */
    private final Map<ObjectKey, Gone> before = new TreeMap<>();

    private final CacheLag lag;

    private record Gone(Pod pod, long since) {}

    /** @param lag how old what the collector acts on may be */
    public OrphansConfirmed(CacheLag lag) {
        this.lag = lag.ofControlPlane();
    }

    @Override
    public String name() {
        return "OrphansConfirmed";
    }

    @Override
    public String reason() {
        return "The collector deletes without asking a kubelet, so a mistake makes two pods of one name run. A"
                + " cache that is behind shows no node where there is one, so the collector waits and reads the"
                + " node live.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/controller/podgc/gc_controller.go (v1.20), discoverDeletedNodes", "kubernetes#141887");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.CACHES, Tag.NODES, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The collector of pods deletes a pod that was not to end only after it has read that its node is gone.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiRequest.Get.class, ApiRequest.Patch.class, ApiRequest.Delete.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.DELETED
                && change.object() instanceof Pod pod
                && mayComeAgain(pod)) {
            before.put(pod.key(), new Gone(pod, entry.time()));
        }
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
                String wrong = "is collected, although its node " + pod.nodeName() + " was not found gone";
                if (wasMeantForNamesake(pod, entry.time())) {
                    outcomes.known(KnownBehaviour.NAMESAKE_COLLECTED, this, ObjectNames.of(pod), wrong);
                } else {
                    outcomes.broken(this, ObjectNames.of(pod), wrong);
                }
            }
        }
    }

    /** Pods of a StatefulSet, and those that a user has named. */
    private static boolean mayComeAgain(Pod pod) {
        return pod.metadata()
                .controller()
                .map(owner -> owner.kind().equals(StatefulSet.KIND))
                .orElse(pod.metadata().generateName() == null);
    }

    /**
     * Whether the collector may not know yet that a pod of this name, which was to be collected, is gone; or has marked
     * it, and its request for the deletion waited for its turn.
     */
    private boolean wasMeantForNamesake(Pod pod, long now) {
        Gone namesake = before.get(pod.key());
        return namesake != null
                && !namesake.pod().uid().equals(pod.uid())
                && lag.mayHide(namesake.since() + TURN, now)
                && (namesake.pod().isFinished() || namesake.pod().metadata().isDeleting() || isOrphan(namesake.pod()));
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
