package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusCondition;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The time of the last transition of a condition becomes later when its status changes, and only then. It may go back:
 * a kubelet that does not know what others wrote keeps the time that it remembers.
 */
public final class ConditionsKeepTheirTimes implements Invariant {

    private static final Set<String> READINESS = Set.of("Ready", "ContainersReady");

    /** A kubelet writes the status of its node as often as this ({@code nodeStatusUpdateFrequency}). */
    private static final long STATUS_UPDATE = 10 * VirtualTime.SECOND;

    /** By so much the cache of a busy server may be behind its store: less than from one status to the next. */
    private static final long BEHIND = 5 * VirtualTime.SECOND;

    /** A condition that changes twice in a second keeps its time; it is written so much later at most. */
    private static final long IN_FLIGHT = 15 * VirtualTime.SECOND;

    /** Once there has been a fault, it is written so much later at most, with default settings. */
    private static final long LATE = 90 * VirtualTime.SECOND;

    private static final String TRUE = "True";

    /** Who writes so soon after a transition may not have seen it; times have no fractions of a second. */
    private static final long UNSEEN = 2 * VirtualTime.SECOND;

    /** When each pod and node was written last, by its uid. */
    private final Map<String, Long> written = new LinkedHashMap<>();

    private final long late;
    private boolean isDisturbed;
    private boolean clocksAreRight = true;

    /** Of a cluster with these delays: where a reader may be behind by a status, it is as after a fault. */
    public ConditionsKeepTheirTimes(Delays delays) {
        this.isDisturbed = delays.visibility() >= STATUS_UPDATE;
        this.late = LATE + delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "ConditionsKeepTheirTimes";
    }

    @Override
    public String reason() {
        return "By it controllers judge for how long a pod has been ready, and so whether it is available. A"
                + " kubelet that cannot write for a while leaves out what was in between, and a client that reads"
                + " an old state does not know of the condition. So once there has been a fault, all that is judged"
                + " is a time that stays when a condition is no longer True, and with a wrong clock nothing.";
    }

    @Override
    public List<String> sources() {
        return List.of("API reference v1.32, PodCondition, NodeCondition: lastTransitionTime");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NODES, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "The last transition of a condition of a pod or node becomes later exactly when its status changes.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, Node.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace.Opened opened) {
            isDisturbed = true;
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
        if (!(entry.record() instanceof StoreTrace change) || !clocksAreRight) {
            return;
        }
        KubernetesObject object = change.object();
        if (!(object instanceof Pod) && !(object instanceof Node)) {
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            written.remove(object.uid());
            return;
        }
        Long last = written.put(object.uid(), entry.time());
        KubernetesObject previous = change.previous();
        if (last == null || previous == null || change.change() != WatchEvent.Type.MODIFIED) {
            return;
        }
        List<? extends StatusCondition> conditions = StatusConditions.of(object);
        List<? extends StatusCondition> former = StatusConditions.of(previous);
        if (conditions == former) {
            return;
        }
        for (StatusCondition before : former) {
            for (StatusCondition now : conditions) {
                if (now.type().equals(before.type())) {
                    Times times = new Times(before.lastTransitionTime(), now.lastTransitionTime(), last, entry.time());
                    judge(object, before, now, times, outcomes);
                }
            }
        }
    }

    /** The last transition before and after a write, when that was, and when the write before it. */
    private record Times(@Nullable Instant before, @Nullable Instant after, long last, long written) {

        /** A busy server stores late what is known since long; who took that for new at that time has not seen it. */
        private boolean mayBeUnseen() {
            return before != null
                    && (!VirtualTime.calendar(written).isAfter(before.plusNanos(UNSEEN))
                            || after != null
                                    && VirtualTime.calendar(last + BEHIND).isAfter(after));
        }

        private boolean isKeptFor(long nanos) {
            return before != null
                    && before.equals(after)
                    && VirtualTime.calendar(written).isAfter(before.plusNanos(nanos));
        }
    }

    private void judge(
            KubernetesObject object, StatusCondition before, StatusCondition now, Times times, Outcomes outcomes) {
        String type = now.type();
        boolean isSame = now.status().equals(before.status());
        if (isDisturbed) {
            // A late report may say that a pod is ready since the second in which it was not.
            if (!isSame && !now.status().equals(TRUE) && times.isKeptFor(late)) {
                kept(object, type, times, outcomes);
            }
            return;
        }
        // A kubelet writes neither of two changes that come while it waits for its rate limit.
        long unwritten = READINESS.contains(type) && object instanceof Pod ? IN_FLIGHT : 0;
        if (isSame
                && !times.mayBeUnseen()
                && times.before() != null
                && times.after() != null
                && times.after().isAfter(times.before().plusNanos(unwritten))) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has condition " + type + " with the same status as before, and its last transition went from "
                            + times.before() + " to " + times.after());
        } else if (!isSame && times.isKeptFor(IN_FLIGHT)) {
            kept(object, type, times, outcomes);
        }
    }

    private void kept(KubernetesObject object, String type, Times times, Outcomes outcomes) {
        outcomes.broken(
                this,
                ObjectNames.of(object),
                "has condition " + type + " with another status, and its last transition is still at " + times.after());
    }
}
