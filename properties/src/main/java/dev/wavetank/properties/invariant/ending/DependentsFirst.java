package dev.wavetank.properties.invariant.ending;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An object that is deleted in the foreground goes after all its dependents that block it; so does everything between
 * it and the last of them, which the collector deletes in the foreground, too.
 */
public final class DependentsFirst implements Invariant {

    private static final String FOREGROUND = "foregroundDeletion";
    /** How the names of a user's programs begin. */
    private static final String USER = "kubectl";
    /** A request by which an object went is answered within this time. */
    private static final long ANSWER = VirtualTime.MINUTE;

    private final CacheLag lag;
    /** Since when objects that wait for their dependents do so, by uid. */
    private final Map<String, Long> waiting = new LinkedHashMap<>();

    private final Map<String, Known> dependents = new LinkedHashMap<>();

    /** Dependents that went at once while something waited, by key, until the request shows which client sent it. */
    private final Map<ObjectKey, Known> gone = new LinkedHashMap<>();

    /** Objects that went too early, unless it was by a request that no longer waits for their dependents. */
    private final Deque<Early> early = new ArrayDeque<>(1);

    private record Known(KubernetesObject object, long since) {}

    private record Early(KubernetesObject owner, KubernetesObject dependent, long at) {}

    /** With the age of what controllers act on. */
    public DependentsFirst(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "DependentsFirst";
    }

    @Override
    public String reason() {
        return "A client that waits for its end counts on everything below being gone, such as a load balancer"
                + " or a disk. A dependent that has just come, the collector's graph may not have; and a later"
                + " deletion in the background waits for nothing, nor does a user who takes the finalizer away.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Garbage Collection, Foreground cascading deletion",
                "pkg/controller/garbagecollector/garbagecollector.go (v1.32), processDeletingDependentsItem");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "An object that is deleted in the foreground goes after all dependents that block its deletion.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(StoreTrace.class, ApiRequest.Delete.class, ApiRequest.Patch.class, ApiRequest.Update.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        while (!early.isEmpty() && entry.time() - early.peek().at() > ANSWER) {
            report(early.remove(), outcomes);
        }
        if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete) {
            observe(delete, request, entry.time(), outcomes);
        } else if (entry.record() instanceof RequestTrace request) {
            observe(request);
        }
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        if (change.change() == WatchEvent.Type.DELETED) {
            Known known = dependents.remove(object.uid());
            if (known != null && waits(object)) {
                gone.put(object.key(), known);
            }
            if (waiting.remove(object.uid()) != null) {
                dependentOf(object, entry.time())
                        .ifPresent(dependent -> early.add(new Early(object, dependent, entry.time())));
            }
            return;
        }
        if (object.metadata().isDeleting() && object.metadata().finalizers().contains(FOREGROUND)) {
            waiting.putIfAbsent(object.uid(), entry.time());
        } else if (object.metadata().isDeleting() && change.previous() == null) {
            waiting.remove(object.uid());
        }
        boolean blocks = object.metadata().ownerReferences().stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.blockOwnerDeletion()));
        if (blocks) {
            Known before = dependents.get(object.uid());
            boolean isSame = before != null
                    && before.object()
                            .metadata()
                            .ownerReferences()
                            .equals(object.metadata().ownerReferences());
            long since = before != null && isSame ? before.since() : entry.time();
            dependents.put(object.uid(), new Known(object, since));
        } else {
            dependents.remove(object.uid());
        }
    }

    private void observe(ApiRequest.Delete delete, RequestTrace request, long now, Outcomes outcomes) {
        Known known = gone.remove(delete.key());
        boolean isOfCollector = request.call().userAgent().equals(KubernetesController.GARBAGE_COLLECTOR.userAgent());
        if (known != null && isOfCollector && request.isWrite()) {
            judgeBetween(known.object(), now, outcomes);
        }
        String policy = delete.options().propagationPolicy();
        boolean isOverruled = !isOfCollector && ("Background".equals(policy) || "Orphan".equals(policy));
        if (isOverruled && !request.isDryRun() && request.response() instanceof ApiResponse.One one) {
            waitsNoMore(one.object());
        }
    }

    /** A user who takes the finalizer away waits for nothing any more. */
    private void observe(RequestTrace request) {
        if (request.call().userAgent().startsWith(USER)
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one
                && one.object().metadata().isDeleting()
                && !one.object().metadata().finalizers().contains(FOREGROUND)) {
            waitsNoMore(one.object());
        }
    }

    private void waitsNoMore(KubernetesObject owner) {
        waiting.remove(owner.uid());
        early.removeIf(each -> each.owner().uid().equals(owner.uid()));
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        early.forEach(each -> report(each, outcomes));
    }

    private void report(Early each, Outcomes outcomes) {
        outcomes.broken(
                this, ObjectNames.of(each.owner()), "is gone before its dependent " + ObjectNames.of(each.dependent()));
    }

    private boolean waits(KubernetesObject dependent) {
        return dependent.metadata().ownerReferences().stream().anyMatch(owner -> waiting.containsKey(owner.uid()));
    }

    /** What is between an owner that waits and the last dependents is deleted in the foreground, too. */
    private void judgeBetween(KubernetesObject middle, long now, Outcomes outcomes) {
        if (waits(middle)) {
            dependentOf(middle, now).ifPresent(dependent -> report(new Early(middle, dependent, now), outcomes));
        }
    }

    /** A dependent that blocks the deletion of an owner, and that the collector knows of. */
    private Optional<KubernetesObject> dependentOf(KubernetesObject owner, long now) {
        for (Known known : dependents.values()) {
            for (OwnerReference reference : known.object().metadata().ownerReferences()) {
                if (reference.uid().equals(owner.uid())
                        && Boolean.TRUE.equals(reference.blockOwnerDeletion())
                        && !lag.mayHide(known.since(), now)) {
                    return Optional.of(known.object());
                }
            }
        }
        return Optional.empty();
    }
}
