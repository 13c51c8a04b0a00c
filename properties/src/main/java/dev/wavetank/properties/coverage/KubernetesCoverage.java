package dev.wavetank.properties.coverage;

import static dev.wavetank.sim.coverage.Sometimes.on;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.coverage.CoverageRecorder;
import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.function.BiPredicate;

/** The states of a cluster that should be reached in some run, and what counts as one object. */
public final class KubernetesCoverage {

    private static final int LARGE_BATCH = 8;

    private static final List<String> SUBRESOURCES = List.of("/status", "/binding", "/scale");

    private static final List<Sometimes<?>> CONDITIONS = List.of(
            on("status write met a conflict", RequestTrace.class, request -> Requests.isConflict(request, true)),
            on(
                    "write of desired state met a conflict",
                    RequestTrace.class,
                    request -> Requests.isConflict(request, false)),
            on("object was gone before it was written", RequestTrace.class, Requests::isOfGoneObject),
            on("object existed before it was created", RequestTrace.class, Requests::isOfExistingObject),
            on("API server failed a request", RequestTrace.class, Requests::isServerFailure),
            new Sometimes<>("write stored, but its client told that it failed", TraceRecord.class, LostOutcome::new),
            on("quota refused a pod", RequestTrace.class, Requests::isRefusedByQuota),
            new Sometimes<>("quota refused in the middle of a batch", TraceRecord.class, QuotaInBatch::new),
            on("slow start came to a batch of 8", BatchTrace.class, batch -> batch.size() >= LARGE_BATCH),
            on("component came back after a crash", ComponentTrace.Started.class, start -> start.incarnation() > 1),
            new Sometimes<>("component crashed right after its own write", TraceRecord.class, CrashAfterWrite::new),
            new Sometimes<>("node went down with pods on it", TraceRecord.class, NodeLost::new),
            new Sometimes<>("two faults at once", TraceRecord.class, SeveralFaults::new),
            on("pod deleted before it ran", StoreTrace.class, Changes::isDeletedBeforeRunning),
            pod("pod placed after it had found no node", Changes::isPlacedLate),
            pod("pod rejected by its kubelet", Changes::isRejected),
            pod("container restarted", (before, pod) -> Changes.restarts(pod) > Changes.restarts(before)),
            pod("container waited in crash-loop back-off", Changes::isNowInBackOff),
            pod("ready pod became unready", (before, pod) -> before.isReady() && !pod.isReady() && pod.isActive()),
            object("object adopted by a controller", (before, after) -> Changes.isControlledOnly(after, before)),
            object("object released by its controller", Changes::isControlledOnly),
            object("event counted instead of repeated", Changes::isCounted),
            on("similar events combined", StoreTrace.class, Changes::isCombined));

    private KubernetesCoverage() {}

    /** Watches one run of a cluster. */
    public static CoverageRecorder recorder() {
        return new CoverageRecorder(CONDITIONS, KubernetesCoverage::object);
    }

    /** The object of a subject, such as {@code pods/default/web-1} of {@code pods/default/web-1/status}. */
    static String object(String subject) {
        for (String subresource : SUBRESOURCES) {
            if (subject.endsWith(subresource)) {
                return subject.substring(0, subject.length() - subresource.length());
            }
        }
        return subject;
    }

    private static Sometimes<StoreTrace> object(String name, BiPredicate<KubernetesObject, KubernetesObject> changed) {
        return on(
                name,
                StoreTrace.class,
                change -> change.change() == WatchEvent.Type.MODIFIED
                        && changed.test(change.previous(), change.object()));
    }

    private static Sometimes<StoreTrace> pod(String name, BiPredicate<Pod, Pod> changed) {
        return object(
                name,
                (previous, object) ->
                        object instanceof Pod pod && previous instanceof Pod before && changed.test(before, pod));
    }
}
