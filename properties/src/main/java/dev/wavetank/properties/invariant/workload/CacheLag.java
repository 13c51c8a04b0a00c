package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The maximum age of the state that a controller acts on.
 *
 * <p>Without faults a watch lags by less than a second and a request waits for a client's rate limit. Once there has
 * been a fault, a watch may have been dead for its longest window, the keep-alive and the reflector's back-off. Slow
 * settings come on top ({@link Delays}), and so do webhooks and initializers, from when they are registered. A fault
 * that lasts longer than usual may hold messages back until it ends.
 *
 * <p>The invariants of a run share one, which observes the trace before they do.
 */
public final class CacheLag implements TraceSink {

    private static final long CALM = 5 * VirtualTime.SECOND;
    private static final long DISTURBED = 4 * VirtualTime.MINUTE;
    /** How long a fault lasts at most, as far as {@link #DISTURBED} has room for it. */
    private static final long USUAL_FAULT = 30 * VirtualTime.SECOND;
    /** While a webhook or an initializer thinks, the request waits, until its client gives up. */
    private static final Set<String> ADMISSION = new LinkedHashSet<>(
            List.of("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "InitializerConfiguration"));

    private static final List<String> OF_NODES = List.of("kubelet/", "runtime/");

    /** That of the control plane; null in that itself. */
    private final @Nullable CacheLag ofControlPlane;

    private long lag;
    private boolean isDisturbed;
    private boolean hasSlowAdmission;
    /** Since when each fault is open; equal ones that overlap are one that lasts from the first to the last. */
    private final Map<Fault, Open> open = new LinkedHashMap<>();
    /** The last time in which some long fault was open; empty at first. */
    private long longSince;

    private long longUntil;

    private record Open(long since, int count) {}

    /** In a cluster with these delays. */
    public CacheLag(Delays delays) {
        this(delays, new CacheLag(delays, null));
    }

    private CacheLag(Delays delays, @Nullable CacheLag ofControlPlane) {
        this.ofControlPlane = ofControlPlane;
        this.lag = CALM + delays.visibility() + delays.answer();
    }

    /** That of controllers that need nothing from nodes: faults of kubelets alone and of their links add nothing. */
    public CacheLag ofControlPlane() {
        return ofControlPlane == null ? this : ofControlPlane;
    }

    /** Observes faults and slow admission. */
    @Override
    public void accept(TraceEntry entry) {
        TraceRecord record = entry.record();
        if (record instanceof FaultTrace trace) {
            observe(trace, entry.time());
        } else if (record instanceof StoreTrace change
                && !hasSlowAdmission
                && ADMISSION.contains(change.object().kind())) {
            hasSlowAdmission = true;
            lag += ApiClient.REQUEST_TIMEOUT;
        } else {
            return;
        }
        if (ofControlPlane != null && !(record instanceof FaultTrace trace && isOfNode(trace.fault()))) {
            ofControlPlane.accept(entry);
        }
    }

    private static boolean isOfNode(Fault fault) {
        return fault.components().stream()
                .anyMatch(component -> OF_NODES.stream().anyMatch(component::startsWith));
    }

    private void observe(FaultTrace record, long now) {
        if (record instanceof FaultTrace.Opened && !isDisturbed) {
            isDisturbed = true;
            lag += DISTURBED - CALM;
        }
        if (record instanceof FaultTrace.Opened opened && holdsBack(opened.fault())) {
            open.merge(opened.fault(), new Open(now, 1), (first, again) -> new Open(first.since(), first.count() + 1));
        } else if (record instanceof FaultTrace.Closed closed) {
            Open one = open.remove(closed.fault());
            if (one != null && one.count() > 1) {
                open.put(closed.fault(), new Open(one.since(), one.count() - 1));
            } else if (one != null && now - one.since() > USUAL_FAULT) {
                longSince = one.since() <= longUntil ? Math.min(longSince, one.since()) : one.since();
                longUntil = now;
            }
        }
    }

    private static boolean holdsBack(Fault fault) {
        return !fault.isInstant()
                && (fault instanceof StreamFault || fault instanceof LinkFault || fault instanceof ComponentFault);
    }

    /** Whether a controller may act at one instant as if the change at another had not happened. */
    public boolean mayHide(long changedAt, long now) {
        if (now - changedAt < lag) {
            return true;
        }
        for (Open one : open.values()) {
            if (now - one.since() > USUAL_FAULT && one.since() - changedAt < lag) {
                return true;
            }
        }
        return changedAt < longUntil && longSince - changedAt < lag && now - longUntil < lag;
    }
}
