package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Livelock;
import dev.wavetank.sim.liveness.LivelockDetector;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.liveness.PhaseTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Once the faults have healed, the cluster does not come to the same state again and again. Watched is the state of the
 * whole cluster, and by itself what is desired of it: a fight over a number of replicas makes pods come and go, so that
 * the whole does not repeat soon.
 *
 * <p>An update without a change is not stored, gets no new resourceVersion and causes no watch event: it wakes no
 * controller, and does not count. Up to 1.20 the CronJob controller sends two of them every 10 s.
 */
public final class NoLivelock implements Invariant {

    /**
     * A controller whose cache lags writes what is there already for every change that it learns of: that is a burst.
     * An autoscaler that looks every 15 s still repeats itself often enough.
     */
    private static final LivelockDetector.Settings SETTINGS =
            new LivelockDetector.Settings(10, VirtualTime.SECOND, 5 * VirtualTime.MINUTE);

    /** Who writes the status of a pod that a scheduler before v1.21 takes for one without a node. */
    private static final List<String> SCHEDULER_AND_KUBELET = List.of("kube-scheduler", "kubelet");

    private static final String COLLECTOR = "pod-garbage-collector";
    private static final String JOBS = "job-controller";

    private final boolean queuesBound;
    private final boolean forgetsFailures;
    private final Map<String, ResourceVersion> latest = new LinkedHashMap<>();
    private @Nullable LivelockDetector desired;
    private @Nullable LivelockDetector whole;

    /** In a cluster of that version. */
    public NoLivelock(KubernetesVersion version) {
        this.queuesBound = !version.has(Feature.ASSIGNED_PODS_NOT_REQUEUED);
        this.forgetsFailures = !version.has(Feature.JOB_TRACKING);
    }

    @Override
    public String name() {
        return "NoLivelock";
    }

    @Override
    public String reason() {
        return "Two controllers that undo each other's work, or one that writes the same again with nothing but"
                + " another time or message, never come to rest, and everybody else pays for it with load.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "this project: a cluster that nobody changes has to come to rest",
                "kubernetes#96579 for a scheduler and a kubelet that do not (mended in v1.21)",
                "kubernetes#111608 for a Job whose failed pods are collected (mended in v1.22 to v1.26)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SCHEDULER, Tag.KUBELET, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "Once the faults have healed, the cluster does not come to the same state again and again.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(RequestTrace.class, PhaseTrace.Begun.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            LivelockDetector ofDesired = desired;
            LivelockDetector ofWhole = whole;
            if (ofDesired != null && ofWhole != null && isStored(request)) {
                ofDesired.observe(entry).or(() -> ofWhole.observe(entry)).ifPresent(found -> broken(found, outcomes));
            }
        } else if (entry.record() instanceof PhaseTrace.Begun begun && begun.phase() == Phase.CONVERGE) {
            ObjectState state = new ObjectState();
            desired = new LivelockDetector(state::desiredAfterWrite, SETTINGS);
            whole = new LivelockDetector(state::afterWrite, SETTINGS);
        }
    }

    /** Whether the response to an update has another resourceVersion than the latest observed one. */
    private boolean isStored(RequestTrace request) {
        Verb verb = request.call().request().verb();
        if (verb != Verb.UPDATE && verb != Verb.PATCH || !(request.response() instanceof ApiResponse.One one)) {
            return true;
        }
        ResourceVersion version = one.object().metadata().resourceVersion();
        return version == null || !version.equals(latest.put(one.object().uid(), version));
    }

    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        outcomes.unknown(this, reason);
    }

    private void broken(Livelock found, Outcomes outcomes) {
        String subject = found.round().get(0).subject();
        boolean isKnown = queuesBound && subject.startsWith("pods/") && (isBindingAgain(found) || isPreempting(found));
        if (isKnown) {
            outcomes.known(KnownBehaviour.BOUND_PODS_QUEUED, this, subject, found.toString());
        } else if (forgetsFailures && isWrittenBy(found, COLLECTOR) && isWrittenBy(found, JOBS)) {
            outcomes.known(KnownBehaviour.FAILURES_COLLECTED, this, subject, found.toString());
        } else {
            outcomes.broken(this, subject, found.toString());
        }
    }

    private static boolean isWrittenBy(Livelock found, String actor) {
        return found.round().stream().anyMatch(step -> step.actor().equals(actor));
    }

    private static boolean isBindingAgain(Livelock found) {
        return found.round().stream()
                .map(step -> step.actor().split("/")[0])
                .distinct()
                .sorted()
                .toList()
                .equals(SCHEDULER_AND_KUBELET);
    }

    /** Whether the scheduler deletes pods in each round: it writes them, not their status or their binding. */
    private static boolean isPreempting(Livelock found) {
        return found.round().stream()
                .anyMatch(step ->
                        step.actor().equals("kube-scheduler") && step.subject().matches("pods/[^/]+/[^/]+"));
    }
}
