package dev.wavetank.model.scheduler.preemption;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Preemptions whose requests are sent beside the attempts ({@code prepareCandidateAsync} of
 * pkg/scheduler/framework/preemption, KEP-4832). A pod with such a preemption is not tried meanwhile.
 */
final class RunningPreemptions {

    private final Handle handle;
    private final Eviction eviction;
    private final Set<String> pods = new TreeSet<>();
    /** The last victim of a pod whose other victims have been dealt with. */
    private final Map<String, Pod> lastVictims = new TreeMap<>();

    RunningPreemptions(Handle handle) {
        this.handle = handle;
        this.eviction = new Eviction(handle);
    }

    /**
     * Whether a pod must wait. The last victim is seen to go before its request is answered: had the pod to wait for
     * the answer, it would miss the event.
     */
    boolean has(String uid) {
        Pod last = lastVictims.get(uid);
        if (last == null) {
            return pods.contains(uid);
        }
        Pod latest = handle.cluster()
                .get(Pod.class, last.key().namespace(), last.key().name());
        return latest != null && !latest.metadata().isDeleting();
    }

    /**
     * Takes back nominations, then deletes all victims but one, and then that one. A pod whose preemption fails is
     * tried again at once, since no event may come.
     */
    void start(Candidate candidate, PodInfo pod) {
        List<PodInfo> victims = candidate.victims().stream()
                .filter(victim -> !victim.pod().metadata().isDeleting())
                .toList();
        if (victims.isEmpty()) {
            return;
        }
        pods.add(pod.uid());
        PodInfo last = victims.get(victims.size() - 1);
        eviction.clearNominations(candidate.node().name(), pod)
                .then(status -> eviction.allAtOnce(victims.subList(0, victims.size() - 1), candidate, pod))
                .then(status -> status.isSuccess() ? removeLast(last, candidate, pod) : Completion.of(status))
                .whenDone(status -> end(pod, status));
    }

    private Completion<Status> removeLast(PodInfo victim, Candidate candidate, PodInfo pod) {
        lastVictims.put(pod.uid(), victim.pod());
        return eviction.remove(victim, candidate, pod);
    }

    private void end(PodInfo pod, Status status) {
        pods.remove(pod.uid());
        lastVictims.remove(pod.uid());
        if (!status.isSuccess()) {
            handle.activate(pod.uid());
        }
    }
}
