package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object that is being deleted is on its way out: its grace period only gets shorter, it gets no new finalizer but
 * those by which a deletion chooses what becomes of dependents, and a pod goes to no node any more.
 */
public final class DeletionsFinal implements Invariant {

    private static final List<String> OF_DELETIONS = List.of("foregroundDeletion", "orphan");

    /** The latest object whose deletion began, and its number in the trace: the cause of the answer to who asked. */
    private @Nullable KubernetesObject marked;

    private long number;
    private long markedAt;
    private boolean clocksAgree = true;

    @Override
    public String name() {
        return "DeletionsFinal";
    }

    @Override
    public String reason() {
        return "A deletion cannot be taken back, and everybody who sees it may already have acted on it: what is"
                + " added then is lost, or keeps the object for ever. A pod that has ended, or has no node, needs no"
                + " time: it does not keep its name from the next one.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, ObjectMeta: deletionTimestamp, deletionGracePeriodSeconds (may only"
                        + " be shortened)",
                "staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.32),"
                        + " ValidateFinalizersUpdate and ValidateObjectMetaAccessorUpdate",
                "pkg/registry/core/pod/strategy.go (v1.32), CheckGracefulDelete",
                "pkg/registry/core/pod/storage/storage.go (v1.32), BindingREST: refuses a pod that is being deleted");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.DELETION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An object that is being deleted has its grace, and gets no longer one, no new finalizer and no node.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(StoreTrace.class, ApiRequest.Delete.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.change() == WatchEvent.Type.MODIFIED
                    && change.previous().metadata().isDeleting()) {
                judge(change.previous(), change.object(), outcomes);
            } else if (change.change() == WatchEvent.Type.MODIFIED
                    && change.object().metadata().isDeleting()) {
                marked = change.object();
                number = entry.number();
                markedAt = entry.time();
                if (change.previous() instanceof Pod before && needsNoTime(before)) {
                    judgeGrace(change.object(), 0, outcomes);
                }
            }
        } else if (entry.record() instanceof RequestTrace request) {
            if (marked != null && number == entry.cause() && markedAt >= request.received()) {
                judge(marked, request, outcomes);
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAgree &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
    }

    private void judge(KubernetesObject object, RequestTrace request, Outcomes outcomes) {
        if (clocksAgree) {
            judgeTime(object, request.received(), outcomes);
        }
        if (object instanceof Pod pod
                && !needsNoTime(pod)
                && request.call().request() instanceof ApiRequest.Delete delete) {
            judgeGrace(pod, grace(pod, delete.options().gracePeriodSeconds()), outcomes);
        }
    }

    /** Whether no kubelet has anything to end of a pod. */
    private static boolean needsNoTime(Pod pod) {
        return !hasNode(pod) || pod.isFinished();
    }

    private static long grace(Pod pod, @Nullable Long asked) {
        Long grace = asked != null ? asked : pod.spec().terminationGracePeriodSeconds();
        return grace == null ? 0 : grace < 0 ? 1 : grace;
    }

    private void judgeGrace(KubernetesObject object, long expected, Outcomes outcomes) {
        Long grace = object.metadata().deletionGracePeriodSeconds();
        if (grace == null || grace != expected) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "is deleted with a grace of " + grace + "s, expected " + expected + "s");
        }
    }

    /** Its time is the one at which its grace is over. */
    private void judgeTime(KubernetesObject object, long received, Outcomes outcomes) {
        Long grace = object.metadata().deletionGracePeriodSeconds();
        Instant end = object.metadata().deletionTimestamp();
        Instant least = VirtualTime.calendar(received)
                .plusSeconds(grace == null ? 0 : grace)
                .minusSeconds(1);
        if (end.isBefore(least)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "is deleted as of " + end + " with a grace of " + grace + "s, and was asked to go at "
                            + VirtualTime.calendar(received));
        }
    }

    private void judge(KubernetesObject before, KubernetesObject after, Outcomes outcomes) {
        Long grace = before.metadata().deletionGracePeriodSeconds();
        Long now = after.metadata().deletionGracePeriodSeconds();
        if (grace != null && now != null && now > grace) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    "is being deleted, and its grace period went from " + grace + "s to " + now + "s");
        }
        for (String finalizer : after.metadata().finalizers()) {
            if (!before.metadata().finalizers().contains(finalizer) && !OF_DELETIONS.contains(finalizer)) {
                outcomes.broken(
                        this, ObjectNames.of(after), "is being deleted, and got the new finalizer " + finalizer);
            }
        }
        if (before instanceof Pod old && after instanceof Pod young && !hasNode(old) && hasNode(young)) {
            outcomes.broken(this, ObjectNames.of(after), "is being deleted, and was bound to node " + young.nodeName());
        }
    }

    private static boolean hasNode(Pod pod) {
        @Nullable String node = pod.nodeName();
        return node != null && !node.isEmpty();
    }
}
