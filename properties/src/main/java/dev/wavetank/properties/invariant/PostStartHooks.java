package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.Pod;
import java.util.Map;

/** What post-start hooks hide: a sync of a pod waits for them, and its status is written afterwards. */
public final class PostStartHooks {

    private PostStartHooks() {}

    /** Whether a container of the pod has a post-start hook and is reported as waiting: its process may run. */
    public static boolean hides(Pod pod, String container) {
        boolean hasHook = pod.spec().containers().stream()
                .anyMatch(one -> one.name().equals(container)
                        && one.other().get("lifecycle") instanceof Map<?, ?> lifecycle
                        && lifecycle.get("postStart") != null);
        return hasHook
                && pod.status() != null
                && pod.status().containerStatuses().stream()
                        .anyMatch(status -> status.name().equals(container)
                                && status.state() != null
                                && status.state().waiting() != null);
    }
}
