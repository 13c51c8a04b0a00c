package dev.wavetank.model.controller.job.pod;

import dev.wavetank.model.api.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Pods whose finalizer this controller has removed, when its cache does not show that yet. */
public final class FinalizerExpectations {

    private final Map<ObjectKey, Set<String>> byJob = new LinkedHashMap<>();

    /** Expects the removal of the finalizers of these pods. */
    public void expectRemoved(ObjectKey job, Collection<String> uids) {
        byJob.computeIfAbsent(job, missing -> new LinkedHashSet<>()).addAll(uids);
    }

    /** Drops an expectation: the removal of the finalizer was observed, or failed. */
    public void observed(ObjectKey job, String uid) {
        Set<String> uids = byJob.get(job);
        if (uids != null) {
            uids.remove(uid);
        }
    }

    /** Uids of the pods whose finalizer is known to be removed. */
    public Set<String> of(ObjectKey job) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(byJob.getOrDefault(job, Collections.emptySet())));
    }

    /** Forgets a deleted Job. */
    public void forget(ObjectKey job) {
        byJob.remove(job);
    }
}
