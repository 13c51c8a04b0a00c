package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Pods that have lost their finalizer by a request of this controller, which its cache does not show yet. */
public final class FinalizerExpectations {

    private final Map<ObjectKey, Set<String>> byJob = new LinkedHashMap<>();

    /** The finalizers of these pods will go. */
    public void expectRemoved(ObjectKey job, Collection<String> uids) {
        byJob.computeIfAbsent(job, missing -> new LinkedHashSet<>()).addAll(uids);
    }

    /** The finalizer of a pod was seen to be gone, or will stay. */
    public void observed(ObjectKey job, String uid) {
        Set<String> uids = byJob.get(job);
        if (uids != null) {
            uids.remove(uid);
        }
    }

    /** Uids of the pods whose finalizer is known to be gone. */
    public Set<String> of(ObjectKey job) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(byJob.getOrDefault(job, Collections.emptySet())));
    }

    /** The Job is gone. */
    public void forget(ObjectKey job) {
        byJob.remove(job);
    }
}
