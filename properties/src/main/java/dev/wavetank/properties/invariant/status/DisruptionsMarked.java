package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A pod that a scheduler preempts, that is evicted through the API or because of a taint, has the condition {@code
 * DisruptionTarget} when it is deleted.
 */
public final class DisruptionsMarked implements Invariant {

    private static final Set<String> DISRUPTING =
            Set.of(ComponentNames.SCHEDULER, KubernetesController.TAINT_EVICTION.userAgent());

    private final boolean isJudged;
    /** The latest state of every pod, and for a while the last one of those that are gone. */
    private final Map<ObjectKey, Pod> latest = new LinkedHashMap<>();

    /** The uids of pods that were marked, by their keys: another pod may get the name. */
    private final Map<ObjectKey, String> marked = new LinkedHashMap<>();

    private final Departed<Pod> gone = new Departed<>(pod -> latest.remove(pod.key(), pod));

    /** In a cluster of this version. */
    public DisruptionsMarked(KubernetesVersion version) {
        this.isJudged = version.has(Feature.POD_DISRUPTION_CONDITIONS);
    }

    @Override
    public String name() {
        return "DisruptionsMarked";
    }

    @Override
    public String reason() {
        return "A Job whose podFailurePolicy ignores disruptions counts the pod as failed without it, and nobody"
                + " learns why the pod went.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Disruptions, Pod disruption conditions",
                "KEP-3329 (retriable and non-retriable Pod failures for Jobs)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SCHEDULER, Tag.DISRUPTION, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A pod that is preempted, or evicted through the API or for a taint, is marked as DisruptionTarget.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return isJudged ? List.of(Pod.class, ApiRequest.Create.class, ApiRequest.Delete.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            latest.put(pod.key(), pod);
            if (isMarked(pod)) {
                marked.put(pod.key(), pod.uid());
            }
            if (change.change() == WatchEvent.Type.DELETED) {
                gone.add(pod, entry.time());
            }
        } else if (entry.record() instanceof RequestTrace request && request.isWrite()) {
            judge(request, outcomes);
        }
    }

    private void judge(RequestTrace request, Outcomes outcomes) {
        ApiRequest asked = request.call().request();
        if (!asked.resource().equals(Resources.PODS)) {
            return;
        }
        if (asked instanceof ApiRequest.Create && asked.subresource().equals("eviction")) {
            Pod pod = latest.get(asked.key());
            if (pod != null) {
                judge(pod, "was evicted by " + request.call().userAgent(), outcomes);
            }
        } else if (asked instanceof ApiRequest.Delete
                && DISRUPTING.contains(request.call().userAgent())
                && request.response() instanceof ApiResponse.One one
                && one.object() instanceof Pod pod) {
            judge(pod, "was deleted by " + request.call().userAgent(), outcomes);
        }
    }

    private void judge(Pod pod, String what, Outcomes outcomes) {
        if (isMarked(pod)) {
            return;
        }
        String seen = what + ", expected the condition DisruptionTarget";
        String namesake = marked.get(pod.key());
        if (namesake != null && !namesake.equals(pod.uid())) {
            outcomes.known(KnownBehaviour.NAMESAKE_DISRUPTED, this, ObjectNames.of(pod), seen);
        } else {
            outcomes.broken(this, ObjectNames.of(pod), seen);
        }
    }

    private static boolean isMarked(Pod pod) {
        return pod.condition("DisruptionTarget")
                .filter(condition -> condition.status().equals("True"))
                .isPresent();
    }
}
