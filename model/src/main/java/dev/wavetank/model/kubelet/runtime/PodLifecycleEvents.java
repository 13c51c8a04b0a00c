package dev.wavetank.model.kubelet.runtime;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.PodChanged;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamReceiver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The pod lifecycle event generator: detects changes in the runtime by a listing, at the ticks of a clock with a
 * period of one second. A tick without a notice causes no event.
 */
public final class PodLifecycleEvents implements StreamReceiver<PodChanged> {

    private static final long RELIST_PERIOD = VirtualTime.SECOND;
    private static final Backoff RECONNECT = new Backoff(VirtualTime.SECOND, 16 * VirtualTime.SECOND);

    private final Context context;
    private final Endpoint endpoint;
    private final CriClient cri;
    private final String node;
    private final Listener listener;
    private final long phase;
    /** Pods with a notice since the last listing: the latest record on the causal path of the last notice. */
    private final Map<String, Long> causes = new LinkedHashMap<>();

    private boolean armed;
    /** When the last listing that has arrived was requested; negative before the first. */
    private long listedAt = -1;

    private long requested;
    private long received;
    private int failures;

    /** Not yet subscribed. */
    public PodLifecycleEvents(Context context, Endpoint endpoint, CriClient cri, String node, Listener listener) {
        this.context = context;
        this.endpoint = endpoint;
        this.cri = cri;
        this.node = node;
        this.listener = listener;
        this.phase = context.random("pleg").nextLong(RELIST_PERIOD);
    }

    /** Hears of listings and notices. */
    public interface Listener {

        /** A listing has arrived. */
        void listed(List<RuntimePod> listing);

        /** Something has changed in a pod of that UID, which the next listing will show. */
        void noticed(String uid);
    }

    /** Subscribes to notices and lists at once. */
    public void start() {
        endpoint.open(PodChanged.address(node), new PodChanged.Request(), this);
        relist();
    }

    /** Requests a listing at the next tick. */
    public void expectChange() {
        arm();
    }

    /** Whether there was a listing since the kubelet's start: before it nothing is known of what runs. */
    public boolean hasListed() {
        return listedAt >= 0;
    }

    /**
     * Whether the last listing shows the runtime as it was at some time after this one. If not, a listing is requested
     * at the next tick. Ticks at which nothing had changed count as listings, although the model saves itself these.
     */
    public boolean isNewerThan(long time) {
        if (listedAt > time) {
            return true;
        }
        boolean current = !armed && requested == received;
        if (current && tickAfter(time) <= context.now()) {
            return true;
        }
        arm();
        return false;
    }

    /** Whether the last listing is a later one than the first that was due after this time. */
    public boolean isPast(long time) {
        return listedAt > tickAfter(time);
    }

    /** Whether a tick comes within a span after this time. */
    public boolean ticksWithin(long time, long span) {
        return tickAfter(time) <= time + span;
    }

    /** Requests a listing at once. */
    public void listNow() {
        relist();
    }

    private long tickAfter(long time) {
        return time + RELIST_PERIOD - Math.floorMod(time - phase, RELIST_PERIOD);
    }

    /**
     * The cause of a pod's changes in the listing that has just arrived: the last notice about the pod, because the
     * listing itself follows from the first notice of all. Returns each cause once.
     *
     * @param otherwise the result without a notice
     */
    public long takeCause(String uid, long otherwise) {
        Long cause = causes.isEmpty() ? null : causes.remove(uid);
        return cause == null ? otherwise : cause;
    }

    @Override
    public void receive(PodChanged notice) {
        causes.put(notice.uid(), context.cause());
        arm();
        listener.noticed(notice.uid());
    }

    @Override
    public void closed(Disconnect reason) {
        context.after(RECONNECT.after(++failures), this::start);
    }

    private void arm() {
        if (!armed) {
            armed = true;
            context.after(tickAfter(context.now()) - context.now(), () -> {
                armed = false;
                relist();
            });
        }
    }

    private void relist() {
        long number = ++requested;
        long at = context.now();
        cri.call(new CriRequest.ListPods()).whenDone(response -> {
            if (response instanceof CriResponse.Listing listing && number > received) {
                failures = 0;
                received = number;
                listedAt = at;
                listener.listed(listing.pods());
            } else if (response instanceof CriResponse.Failed) {
                arm();
            }
        });
    }
}
