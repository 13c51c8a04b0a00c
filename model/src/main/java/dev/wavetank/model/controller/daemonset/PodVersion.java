package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.Comparator;

/**
 * Which pods of a DaemonSet have its present template, and which are available.
 *
 * @param set the DaemonSet
 * @param hash of the present template
 * @param clock reading of the component's clock
 */
record PodVersion(DaemonSet set, String hash, Instant clock) {

    /** Label with the hash of the template that a pod was made from. */
    static final String HASH_LABEL = "controller-revision-hash";

    /** Label with the number of that template, where the DaemonSet is annotated with it. */
    static final String GENERATION_LABEL = "pod-template-generation";

    private static final String GENERATION_ANNOTATION = "deprecated.daemonset.template.generation";

    /** Bound pods first, then the oldest, then by name. */
    static final Comparator<Pod> OLDEST_FIRST = Comparator.comparing((Pod pod) -> !isBound(pod))
            .thenComparing(PodVersion::created)
            .thenComparing(pod -> pod.metadata().name());

    /** Whether a pod has a node. */
    static boolean isBound(Pod pod) {
        return pod.nodeName() != null && !pod.nodeName().isEmpty();
    }

    private static Instant created(Pod pod) {
        Instant created = pod.metadata().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }

    /** The number of the present template; null when the DaemonSet has no such annotation. */
    String generation() {
        return set.metadata().annotations().get(GENERATION_ANNOTATION);
    }

    /** Whether a pod has the present template. */
    boolean isUpdated(Pod pod) {
        String generation = generation();
        return hash.equals(pod.metadata().labels().get(HASH_LABEL))
                || generation != null
                        && generation.equals(pod.metadata().labels().get(GENERATION_LABEL));
    }

    /** Whether a pod has been ready for {@code minReadySeconds}. */
    boolean isAvailable(Pod pod) {
        return pod.isAvailable(Defaults.zeroIfNull(set.spec().minReadySeconds()), clock);
    }
}
