package dev.wavetank.properties.explore;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An object and those that it speaks of: what it owns, and what that owns, the pods that it selects, and those of its
 * namespace when it is a quota.
 */
final class Family {

    private final @Nullable KubernetesObject head;
    private final Set<String> uids = new LinkedHashSet<>();
    private final Map<String, KubernetesObject> present = new LinkedHashMap<>();

    /**
     * The family of an object.
     *
     * @param name as violations have it, such as {@code replicaset/default/web}
     * @param trace until then
     */
    Family(String name, List<TraceEntry> trace) {
        KubernetesObject found = null;
        for (TraceEntry entry : trace) {
            if (entry.record() instanceof StoreTrace change
                    && ObjectNames.of(change.object()).equals(name)) {
                found = change.object();
            }
        }
        head = found;
        if (found != null && found.uid() != null) {
            uids.add(found.uid());
            trace.forEach(this::observe);
        }
    }

    private void observe(TraceEntry entry) {
        if (!(entry.record() instanceof StoreTrace change) || !isMember(change.object())) {
            return;
        }
        uids.add(change.object().uid());
        if (change.change() == WatchEvent.Type.DELETED) {
            present.remove(change.object().uid());
        } else {
            present.put(change.object().uid(), change.object());
        }
    }

    /** The object itself, as it was last; null when the trace does not have it. */
    @Nullable
    KubernetesObject head() {
        return head;
    }

    /** Those that are there at the end of the trace, the object among them. */
    List<KubernetesObject> present() {
        return List.copyOf(present.values());
    }

    /** Whether a record is about one of them. */
    boolean concerns(TraceEntry entry) {
        if (entry.record() instanceof StoreTrace change) {
            return isMember(change.object());
        }
        return entry.record() instanceof RequestTrace request && isMeant(request);
    }

    private boolean isMeant(RequestTrace request) {
        if (request.call().request() instanceof ApiRequest.Create create && isOwned(create.body())) {
            return true;
        }
        String path = request.subject() + "/";
        return present.values().stream().anyMatch(one -> path.contains("/" + one.key() + "/"));
    }

    private boolean isMember(KubernetesObject object) {
        return uids.contains(object.uid()) || isOwned(object) || object instanceof Pod pod && isCounted(pod);
    }

    private boolean isOwned(KubernetesObject object) {
        return object.metadata().ownerReferences().stream()
                .map(OwnerReference::uid)
                .anyMatch(uids::contains);
    }

    private boolean isCounted(Pod pod) {
        KubernetesObject counting = head;
        if (counting == null || !counting.key().namespace().equals(pod.key().namespace())) {
            return false;
        }
        if (counting instanceof PodDisruptionBudget budget) {
            return budget.covers(pod.metadata().labels());
        }
        if (counting instanceof Service service) {
            Map<String, String> selector = service.spec().selector();
            return !selector.isEmpty() && pod.metadata().labels().entrySet().containsAll(selector.entrySet());
        }
        return counting instanceof ResourceQuota;
    }
}
