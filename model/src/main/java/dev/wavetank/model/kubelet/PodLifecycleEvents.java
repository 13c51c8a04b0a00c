package dev.wavetank.model.kubelet;

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
import java.util.function.Consumer;

/**
 * The pod lifecycle event generator: detects changes in the runtime by a listing, at the ticks of a clock with a
 * period of one second. A tick without a notice causes no event.
 */
final class PodLifecycleEvents implements StreamReceiver<PodChanged> {

    private static final long RELIST_PERIOD = VirtualTime.SECOND;
    private static final Backoff RECONNECT = new Backoff(VirtualTime.SECOND, 16 * VirtualTime.SECOND);

    private final Context context;
    private final Endpoint endpoint;
    private final CriClient cri;
    private final String node;
    private final Consumer<List<RuntimePod>> listener;
    private final long phase;
    /** Pods with a notice since the last listing: the latest record on the causal path of the last notice. */
    private final Map<String, Long> causes = new LinkedHashMap<>();

    private boolean armed;
    private long requested;
    private long received;
    private int failures;

    PodLifecycleEvents(
            Context context, Endpoint endpoint, CriClient cri, String node, Consumer<List<RuntimePod>> listener) {
        this.context = context;
        this.endpoint = endpoint;
        this.cri = cri;
        this.node = node;
        this.listener = listener;
        this.phase = context.random("pleg").nextLong(RELIST_PERIOD);
    }

    /** Subscribes to notices and lists at once. */
    void start() {
        endpoint.open(PodChanged.address(node), new PodChanged.Request(), this);
        relist();
    }

    /**
     * Requests a listing at the next tick. Returns its number: the listing has arrived when {@link #received} is at
     * least this number.
     */
    long expectChange() {
        arm();
        return requested + 1;
    }

    /** Number of the last listing that arrived. */
    long received() {
        return received;
    }

    /**
     * The cause of a pod's changes in the listing that has just arrived: the last notice about the pod, because the
     * listing itself follows from the first notice of all. Returns each cause once.
     *
     * @param otherwise the result without a notice
     */
    long takeCause(String uid, long otherwise) {
        Long cause = causes.isEmpty() ? null : causes.remove(uid);
        return cause == null ? otherwise : cause;
    }

    @Override
    public void receive(PodChanged notice) {
        causes.put(notice.uid(), context.cause());
        arm();
    }

    @Override
    public void closed(Disconnect reason) {
        context.after(RECONNECT.after(++failures), this::start);
    }

    private void arm() {
        if (!armed) {
            armed = true;
            long sinceTick = Math.floorMod(context.now() - phase, RELIST_PERIOD);
            context.after(RELIST_PERIOD - sinceTick, () -> {
                armed = false;
                relist();
            });
        }
    }

    private void relist() {
        long number = ++requested;
        cri.call(new CriRequest.ListPods()).whenDone(response -> {
            if (response instanceof CriResponse.Listing listing && number > received) {
                failures = 0;
                received = number;
                listener.accept(listing.pods());
            } else if (response instanceof CriResponse.Failed) {
                arm();
            }
        });
    }
}
