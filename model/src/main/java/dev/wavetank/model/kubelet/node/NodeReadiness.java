package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.runtime.NetworkState;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a node is not ready, as its kubelet knows ({@code ReadyCondition}, pkg/kubelet/nodestatus/setters.go, over {@code
 * runtimeState}, pkg/kubelet/runtime.go v1.20): its runtime, the network of pods, volumes of drivers, a shutdown.
 */
public final class NodeReadiness {

    /** {@code updateRuntimeUp} runs every five seconds. */
    private static final long CHECK = 5 * VirtualTime.SECOND;

    /** {@code maxWaitForContainerRuntime}: after so long without a check that succeeded, the runtime counts as down. */
    private static final long RUNTIME_PATIENCE = 30 * VirtualTime.SECOND;

    /** {@code relistThreshold}, pkg/kubelet/pleg/generic.go. */
    private static final long RELIST_PATIENCE = 3 * VirtualTime.MINUTE;

    private final Context context;
    private final NodeTroubles troubles;
    private final NetworkState network;
    private final long started;
    private boolean checked;
    /** When the runtime stopped responding; negative while it responds. */
    private long silentSince = -1;

    private @Nullable String storage;
    private @Nullable String shutdown;

    /**
     * A node whose runtime is not checked yet.
     *
     * @param troubles what is wrong with the node
     * @param network whether pods can be connected
     */
    public NodeReadiness(Context context, NodeTroubles troubles, NetworkState network) {
        this.context = context;
        this.troubles = troubles;
        this.network = network;
        this.started = context.now();
        troubles.whenChanged(Trouble.RUNTIME_OUT, context, this::runtimeChanged);
        runtimeChanged();
    }

    private void runtimeChanged() {
        silentSince = troubles.isOpen(Trouble.RUNTIME_OUT) ? context.now() : -1;
    }

    /** The runtime has responded for the first time. */
    public void checked() {
        checked = true;
    }

    /** Takes what keeps volumes of drivers from being used, or null. */
    public void setStorage(@Nullable String error) {
        storage = error;
    }

    /** Takes what is said while the node shuts down, or null. */
    public void setShutdown(@Nullable String error) {
        shutdown = error;
    }

    /** Whether the runtime says what version it is; when it does not respond, its version is unknown. */
    boolean knowsRuntime() {
        return silentSince < 0;
    }

    /** Why the node is not ready; empty when it is. */
    public Optional<String> error() {
        List<String> errors = new ArrayList<>(0);
        addRuntime(errors);
        network.error().ifPresent(errors::add);
        if (storage != null) {
            errors.add(storage);
        }
        if (shutdown != null) {
            errors.add(shutdown);
        }
        if (errors.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(errors.size() == 1 ? errors.get(0) : "[" + String.join(", ", errors) + "]");
    }

    private void addRuntime(List<String> errors) {
        if (!checked) {
            errors.add("container runtime status check may not have completed yet");
        }
        if (silentSince < 0) {
            return;
        }
        long lastCheck = silentSince - Math.floorMod(silentSince - started, CHECK);
        if (checked && context.now() - lastCheck >= RUNTIME_PATIENCE) {
            errors.add("container runtime is down");
        }
        long silence = context.now() - silentSince;
        if (silence > RELIST_PATIENCE) {
            errors.add("PLEG is not healthy: pleg was last seen active " + GoDuration.text(silence)
                    + " ago; threshold is 3m0s");
        }
    }
}
