package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.flowcontrol.KeyedBackoff;
import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.container.ContainerStarter.Start;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.status.WaitingReason;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts the containers that a sync has decided on, one after the other, within their crash-loop back-off ({@code
 * doBackOff}, pkg/kubelet/kuberuntime v1.20), and remembers why a start failed.
 */
final class ContainerStarts {

    private static final long BACKOFF_FIRST = 10 * VirtualTime.SECOND;
    private static final long BACKOFF_MOST = 300 * VirtualTime.SECOND;

    private final Parts parts;
    private final BooleanSupplier mustEnd;
    private final KeyedBackoff crashLoop = new KeyedBackoff(BACKOFF_FIRST, BACKOFF_MOST);
    private final Map<String, WaitingReason> reasons = new TreeMap<>();
    private boolean allStarted;
    /** Of the pod's sandbox. */
    private @Nullable String address;

    /** @param mustEnd whether no further container is to be started */
    ContainerStarts(Parts parts, BooleanSupplier mustEnd) {
        this.parts = parts;
        this.mustEnd = mustEnd;
    }

    /** Takes the address of the sandbox that containers are started in. */
    void connected(@Nullable String ip) {
        address = ip;
    }

    /** Why containers could not be started in the last sync that tried it. */
    Map<String, WaitingReason> reasons() {
        return new TreeMap<>(reasons);
    }

    /**
     * Starts containers in a sandbox.
     *
     * @param seen the runtime at the beginning of the sync
     * @return whether none failed or has to wait
     */
    Completion<Boolean> run(String sandbox, List<Start> starts, @Nullable RuntimePod seen) {
        return run(sandbox, starts, 0, seen, true);
    }

    private Completion<Boolean> run(
            String sandbox, List<Start> starts, int index, @Nullable RuntimePod seen, boolean success) {
        if (mustEnd.getAsBoolean() || index == starts.size()) {
            return Completion.of(success);
        }
        Start start = starts.get(index);
        boolean last = index == starts.size() - 1
                && !allStarted
                && start.pod().spec().containers().contains(start.spec());
        return one(sandbox, start, seen, last).then(reason -> {
            if (reason.isPresent()) {
                reasons.put(start.spec().name(), reason.get());
            } else {
                reasons.remove(start.spec().name());
                allStarted |= last;
                reached(last, start.pod(), Milestone.Point.CONTAINERS_STARTED);
            }
            return run(sandbox, starts, index + 1, seen, success && reason.isEmpty());
        });
    }

    private Completion<Optional<WaitingReason>> one(
            String sandbox, Start start, @Nullable RuntimePod seen, boolean last) {
        Optional<WaitingReason> backoff = backoff(start.pod(), start.spec(), seen);
        if (backoff.isPresent()) {
            return Completion.of(backoff);
        }
        return parts.starter().image(start).then(reason -> {
            reached(last && reason.isEmpty(), start.pod(), Milestone.Point.IMAGES_PULLED);
            return reason.isPresent() ? Completion.of(reason) : parts.starter().start(start, sandbox, address);
        });
    }

    private Optional<WaitingReason> backoff(Pod pod, Container spec, @Nullable RuntimePod seen) {
        RuntimeContainer exited = PodActions.lastExited(seen, spec);
        if (exited == null) {
            return Optional.empty();
        }
        long now = parts.context().now();
        // A container with another image begins anew: the key has the hash of the container (getStableKey).
        String key = spec.name() + "/" + spec.image();
        if (!crashLoop.isWaitingSince(key, exited.finishedAt(), now)) {
            crashLoop.next(key, exited.finishedAt(), now);
            return Optional.empty();
        }
        String full = pod.key().name() + "_" + pod.key().namespace() + "(" + pod.uid() + ")";
        String event = parts.version().has(Feature.BACKOFF_NAMES_POD)
                ? "Back-off restarting failed container " + spec.name() + " in pod " + full
                : "Back-off restarting failed container";
        parts.events().warning(pod, spec, "BackOff", event);
        return Optional.of(new WaitingReason(
                "CrashLoopBackOff",
                "back-off " + GoDuration.seconds(crashLoop.wait(key)) + " restarting failed container=" + spec.name()
                        + " pod=" + full));
    }

    private void reached(boolean reached, Pod pod, Milestone.Point point) {
        if (reached) {
            parts.context().trace(new Milestone(point, "pod/" + pod.key(), null));
        }
    }
}
