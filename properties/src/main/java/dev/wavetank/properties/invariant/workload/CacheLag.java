package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * The maximum age of the state that a controller acts on.
 *
 * <p>Without faults a watch lags by less than a second and a request waits for a client's rate limit. Once there has
 * been a fault, a watch may have been dead for its longest window, the keep-alive and the reflector's back-off. Slow
 * settings come on top ({@link Delays}), and so do webhooks and initializers, from when they are registered. A watch
 * that a fault stalls shows nothing until the fault ends, however long that takes.
 */
public final class CacheLag {

    private static final long CALM = 5 * VirtualTime.SECOND;
    private static final long DISTURBED = 4 * VirtualTime.MINUTE;
    /** While a webhook or an initializer thinks, the request waits, until its client gives up. */
    private static final List<String> ADMISSION =
            List.of("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "InitializerConfiguration");

    private final Delays delays;
    private long lag;
    private boolean isDisturbed;
    private int stalls;
    private long stalledSince;
    private long stalledUntil;
    private boolean hasSlowAdmission;

    /** In a cluster with these delays. */
    public CacheLag(Delays delays) {
        this.delays = delays;
        this.lag = CALM + delays.visibility() + delays.answer();
    }

    /** Observes faults and slow admission. */
    public void observe(TraceEntry entry) {
        TraceRecord record = entry.record();
        observeStalls(record, entry.time());
        if (record instanceof FaultTrace.Opened && !isDisturbed) {
            isDisturbed = true;
            lag += DISTURBED - CALM;
        } else if (record instanceof StoreTrace change
                && !hasSlowAdmission
                && ADMISSION.contains(change.object().kind())) {
            hasSlowAdmission = true;
            lag += ApiClient.REQUEST_TIMEOUT;
        }
    }

    private void observeStalls(TraceRecord record, long now) {
        if (record instanceof FaultTrace.Opened opened && opened.fault() instanceof StreamFault.Stall) {
            stalledSince = stalls == 0 ? now : stalledSince;
            stalls++;
        } else if (record instanceof FaultTrace.Closed closed && closed.fault() instanceof StreamFault.Stall) {
            stalls--;
            stalledUntil = now;
        }
    }

    /** Whether a controller may act at one instant as if the change at another had not happened. */
    public boolean mayHide(long changedAt, long now) {
        boolean stalled = stalls > 0 || changedAt < stalledUntil;
        if (stalled && stalledSince - changedAt < lag) {
            return stalls > 0 || now - stalledUntil < lag;
        }
        return now - changedAt < lag;
    }
}
