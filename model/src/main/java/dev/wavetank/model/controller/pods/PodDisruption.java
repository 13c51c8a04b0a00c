package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes into a pod's status why it is about to be deleted, as controllers do since 1.26; since 1.34 with the
 * generation of the pod ({@code gcOrphaned}, pkg/controller/podgc, {@code addConditionAndDeletePod},
 * pkg/controller/tainteviction).
 */
public final class PodDisruption {

    private static final String PATCH_TYPE = "application/strategic-merge-patch+json";

    private static final String TYPE = "DisruptionTarget";

    private final Context context;
    private final boolean observes;

    /** What that version writes. */
    public PodDisruption(Context context, KubernetesVersion version) {
        this.context = context;
        this.observes = version.has(Feature.POD_OBSERVED_GENERATION);
    }

    /** Whether the pod's status has it already, so that there is nothing to write. */
    public static boolean isWritten(Pod pod, String reason, String message) {
        return pod.condition(TYPE)
                .filter(one ->
                        one.observing(null).equals(pod.conditionSet(TYPE, "True", reason, message, Instant.EPOCH)))
                .isPresent();
    }

    /**
     * Patches the status of the pod with this uid.
     *
     * @param phase the new phase, or null for no change
     * @param reason of the condition {@code DisruptionTarget}, or null for none
     * @param message of the condition
     */
    public ApiRequest of(Pod pod, @Nullable String phase, @Nullable String reason, @Nullable String message) {
        Map<String, Object> status = new LinkedHashMap<>();
        if (phase != null) {
            status.put("phase", phase);
        }
        if (reason != null) {
            Pod.Condition next = pod.conditionSet(TYPE, "True", reason, message, Timestamps.seconds(context.clock()));
            Map<String, Object> condition = new LinkedHashMap<>();
            condition.put("type", next.type());
            condition.put("status", next.status());
            condition.put("lastTransitionTime", next.lastTransitionTime().toString());
            condition.put("reason", reason);
            condition.put("message", message);
            if (observes) {
                condition.put("observedGeneration", pod.metadata().generation());
            }
            status.put("conditions", List.of(condition));
        }
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", Collections.singletonMap("uid", pod.uid()));
        patch.put("status", status);
        return new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new ApiRequest.Change.Document(PATCH_TYPE, patch));
    }
}
