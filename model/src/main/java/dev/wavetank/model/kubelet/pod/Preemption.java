package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.nodefit.ResourceFit.Insufficient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Ends pods of the node to admit a critical one that lacks nothing but resources ({@code evictPodsToFreeRequests},
 * pkg/kubelet/preemption/preemption.go v1.20).
 */
public final class Preemption {

    /** The reason of the Event and of the status ({@code PreemptContainer}, pkg/kubelet/events). */
    static final String REASON = "Preempting";

    static final String MESSAGE = "Preempted in order to admit critical pod";

    private static final long DEFAULT_GRACE_SECONDS = 30;

    /** The least time that a pod gets to end ({@code killPodNow}, pkg/kubelet/pod_workers.go v1.20). */
    private static final long PATIENCE_MIN = 10 * VirtualTime.SECOND;

    private final Context context;
    private final Consumer<Pod> kill;
    private final boolean staticIsCritical;
    private final Map<String, Completion<Boolean>> leaving = new TreeMap<>();

    /** @param kill begins to end a pod */
    public Preemption(Context context, Consumer<Pod> kill, KubernetesVersion version) {
        this.context = context;
        this.kill = kill;
        this.staticIsCritical = version.has(Feature.STATIC_PODS_CRITICAL);
    }

    /** Whether room is made for a pod ({@code IsCriticalPod}, pkg/kubelet/types/pod_update.go v1.20). */
    boolean isCritical(Pod pod) {
        return staticIsCritical && StaticPod.isStatic(pod) || Pressure.hasCriticalPriority(pod);
    }

    /** Ends with why there is no room for the pod; empty when the others are gone. */
    Completion<Optional<String>> makeRoom(Pod pod, List<Victims.Candidate> others, List<Insufficient> lacking) {
        Victims victims = Victims.of(pod, others, lacking, this::isCritical);
        if (!victims.error().isEmpty()) {
            return Completion.of(Optional.of("preemption: error finding a set of pods to preempt: " + victims.error()));
        }
        return end(victims.pods(), 0);
    }

    private Completion<Optional<String>> end(List<Victims.Candidate> victims, int index) {
        return index == victims.size()
                ? Completion.of(Optional.empty())
                : end(victims.get(index).pod()).then(done -> end(victims, index + 1));
    }

    /** Done when the pod has ended, or has taken half as long again as it may; the next one is ended then. */
    private Completion<Boolean> end(Pod pod) {
        Completion<Boolean> ended = new Completion<>();
        leaving.put(pod.uid(), ended);
        Long grace = pod.spec().terminationGracePeriodSeconds();
        long seconds = grace == null ? DEFAULT_GRACE_SECONDS : grace;
        long patience = Math.max(PATIENCE_MIN, (seconds + seconds / 2) * VirtualTime.SECOND);
        Timer timer = context.after(patience, () -> released(pod));
        kill.accept(pod);
        return ended.map(done -> {
            timer.cancel();
            return done;
        });
    }

    /** A pod does not use its resources any more. */
    void released(Pod pod) {
        Completion<Boolean> ended = leaving.remove(pod.uid());
        if (ended != null) {
            ended.complete(true);
        }
    }
}
