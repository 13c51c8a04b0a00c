package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.framework.WaitingPods;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Pods whose binding waits for permit plug-ins ({@code waitingPodsMap}). */
public final class PermitWaits implements WaitingPods {

    /** The longest time that a plug-in may let a pod wait ({@code maxTimeout}). */
    private static final long MAX_TIMEOUT = 15 * 60 * VirtualTime.SECOND;

    private final Context context;
    private final Map<String, Wait> waits = new LinkedHashMap<>();

    private static final class Wait {
        private final TreeSet<String> plugins = new TreeSet<>();
        private final Completion<Optional<Refusal>> result;

        private Wait(Context context) {
            this.result = new Completion<>(context);
        }
    }

    /** Nobody waits. */
    public PermitWaits(Context context) {
        this.context = context;
    }

    /** Lets a pod wait for these plug-ins, for each as long as it said, in nanoseconds. */
    void begin(PodInfo pod, Map<String, Long> timeouts) {
        Wait wait = new Wait(context);
        waits.put(pod.uid(), wait);
        timeouts.forEach((plugin, asked) -> {
            long timeout = Math.min(asked, MAX_TIMEOUT);
            wait.plugins.add(plugin);
            context.after(timeout, () -> {
                if (waits.get(pod.uid()) == wait) {
                    String seconds = timeout % VirtualTime.SECOND == 0
                            ? timeout / VirtualTime.SECOND + "s"
                            : (double) timeout / VirtualTime.SECOND + "s";
                    reject(
                            pod.uid(),
                            plugin,
                            "rejected due to timeout after waiting " + seconds + " at plugin " + plugin);
                }
            });
        });
    }

    /** Done at once for a pod that does not wait. */
    Completion<Optional<Refusal>> await(PodInfo pod) {
        Wait wait = waits.get(pod.uid());
        return wait == null ? Completion.of(Optional.empty()) : wait.result;
    }

    @Override
    public void allow(String uid, String plugin) {
        Wait wait = waits.get(uid);
        if (wait != null) {
            wait.plugins.remove(plugin);
            if (wait.plugins.isEmpty()) {
                waits.remove(uid);
                wait.result.complete(Optional.empty());
            }
        }
    }

    @Override
    public void reject(String uid, String plugin, String message) {
        Wait wait = waits.remove(uid);
        if (wait != null) {
            wait.result.complete(Optional.of(new Refusal(plugin, Status.unschedulable(message))));
        }
    }
}
