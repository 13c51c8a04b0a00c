package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.allocation.ServiceAllocator;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;

/**
 * Deletes objects. An object with finalizers, or a pod that a kubelet has, is only marked: it goes when the last
 * finalizer is removed, or when the kubelet deletes it with a grace period of zero.
 */
final class Deletions {

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final Context context;
    private final Storage storage;
    private final AdmissionChain admission;
    private final ServiceAllocator services;

    Deletions(RequestPath.Parts parts, AdmissionChain admission) {
        this.context = parts.context();
        this.storage = parts.storage();
        this.admission = admission;
        this.services = parts.services();
    }

    Completion<ApiResponse> delete(RequestContext request, ApiRequest.Delete delete) {
        AdmissionRequest asked = new AdmissionRequest(
                Verb.DELETE,
                delete.resource(),
                delete.namespace(),
                delete.name(),
                "",
                null,
                null,
                request.options().dryRun(),
                request.user(),
                null);
        return storage.get(delete.resource(), delete.key()).then(response -> from(delete, asked, response));
    }

    private Completion<ApiResponse> from(ApiRequest.Delete delete, AdmissionRequest asked, EtcdResponse response) {
        ResourceType resource = delete.resource();
        if (response instanceof EtcdResponse.Failure) {
            return RequestPath.refuse(Storage.unavailable(response));
        }
        EtcdEntry entry = response instanceof EtcdResponse.Found found
                ? found.entry()
                : ((EtcdResponse.Mismatch) response).current();
        if (entry == null) {
            return RequestPath.refuse(Status.notFound(resource, delete.name()));
        }
        KubernetesObject before = entry.value();
        Status refusal = refusal(resource, before, delete.options());
        if (refusal != null) {
            return RequestPath.refuse(refusal);
        }
        return admission
                .admit(asked.withChange(before, null))
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? RequestPath.refuse(refused.status())
                        : mark(delete, asked, entry));
    }

    private Completion<ApiResponse> mark(ApiRequest.Delete delete, AdmissionRequest asked, EtcdEntry entry) {
        ResourceType resource = delete.resource();
        KubernetesObject before = entry.value();
        KubernetesObject marked = marked(delete, before);
        // One that was marked and should have gone with the same request, but did not, goes now.
        if (asked.dryRun() || (marked.equals(before) && !storage.strategy(resource).isDue(before))) {
            return Completion.of(new ApiResponse.One(200, marked));
        }
        return write(entry, marked, resource).then(outcome -> outcome instanceof EtcdResponse.Committed committed
                ? gone(resource, committed).map(done -> new ApiResponse.One(200, last(marked, committed)))
                : from(delete, asked, outcome));
    }

    /**
     * Stores the marks, or deletes the object that is due. One of a kind with grace periods is marked before it
     * goes, so that watchers see both ({@code updateForGracefulDeletionAndFinalizers}); one that is going already goes
     * at once here, since nothing but its grace period would change.
     */
    private Completion<EtcdResponse> write(EtcdEntry entry, KubernetesObject marked, ResourceType resource) {
        KubernetesObject before = entry.value();
        Strategy<KubernetesObject> strategy = storage.strategy(resource);
        boolean isDue = strategy.isDue(marked);
        if (isDue && (before.metadata().isDeleting() || !strategy.isDeletedGracefully())) {
            return storage.delete(resource, before.key(), entry.modRevision());
        }
        Completion<EtcdResponse> stored = storage.put(resource, marked, entry.modRevision());
        return isDue
                ? stored.then(outcome -> outcome instanceof EtcdResponse.Committed committed
                        ? deleteMarked(resource, before, committed)
                        : Completion.of(outcome))
                : stored;
    }

    /** Deletes what was marked; when somebody else has done so meanwhile, the deletion has succeeded too. */
    private Completion<EtcdResponse> deleteMarked(
            ResourceType resource, KubernetesObject before, EtcdResponse.Committed marked) {
        return storage.delete(resource, before.key(), marked.change().entry().modRevision()).then(outcome -> {
            if (!(outcome instanceof EtcdResponse.Mismatch mismatch)) {
                return Completion.of(outcome);
            }
            EtcdEntry current = mismatch.current();
            return current == null
                    ? Completion.of(marked)
                    : storage.delete(resource, before.key(), current.modRevision());
        });
    }

    /** Gives back what an object had beyond its place in etcd, if it is gone. */
    private Completion<Boolean> gone(ResourceType resource, EtcdResponse.Committed committed) {
        return committed.change().type() == WatchEvent.Type.DELETED
                ? services.release(resource, committed.change().object())
                : Completion.of(true);
    }

    /**
     * The object with the marks of its deletion; the same object when a deletion that goes on is not to be hurried.
     */
    private KubernetesObject marked(ApiRequest.Delete delete, KubernetesObject before) {
        Strategy<KubernetesObject> strategy = storage.strategy(delete.resource());
        ObjectMeta old = before.metadata();
        long grace = strategy.gracePeriodSeconds(before, delete.options().gracePeriodSeconds());
        List<String> finalizers = finalizers(
                old.isDeleting() ? old.finalizers() : withOwn(strategy, old.finalizers()),
                delete.options().propagationPolicy());
        if (old.isDeleting()) {
            Long left = old.deletionGracePeriodSeconds();
            boolean hurried =
                    left != null && grace < left && (delete.options().gracePeriodSeconds() != null || grace == 0);
            if (!hurried) {
                return before.withMetadata(old.withFinalizers(finalizers));
            }
        }
        ObjectMeta metadata = old.with()
                .finalizers(finalizers)
                .deletionTimestamp(Timestamps.seconds(context.clock().plusSeconds(grace)))
                .deletionGracePeriodSeconds(strategy.reportsGracePeriod() ? grace : null)
                .generation(old.generation() == null ? null : Long.valueOf(old.generation() + 1))
                .build();
        return strategy.prepareForDelete(before).withMetadata(metadata);
    }

    private static List<String> withOwn(Strategy<KubernetesObject> strategy, List<String> before) {
        List<String> own = strategy.finalizersOfDeletion();
        if (before.containsAll(own)) {
            return before;
        }
        List<String> after = new ArrayList<>(before);
        own.stream().filter(finalizer -> !before.contains(finalizer)).forEach(after::add);
        return after;
    }

    /** The policy adds its own finalizer and removes that of the other; without a policy all stay as they are. */
    private static List<String> finalizers(List<String> before, String policy) {
        if (policy == null) {
            return before;
        }
        List<String> after = new ArrayList<>(before);
        after.remove(FOREGROUND);
        after.remove(ORPHAN);
        if (policy.equals("Foreground")) {
            after.add(FOREGROUND);
        } else if (policy.equals("Orphan")) {
            after.add(ORPHAN);
        }
        return after.equals(before) ? before : after;
    }

    /** The last state of an object with the marks of its deletion, even if that was never stored. */
    private static KubernetesObject last(KubernetesObject marked, EtcdResponse.Committed committed) {
        ObjectMeta stored = committed.change().object().metadata();
        return marked.withMetadata(marked.metadata().withResourceVersion(stored.resourceVersion()));
    }

    /** Why a precondition does not hold, or null. */
    private static Status refusal(
            ResourceType resource, KubernetesObject object, ApiRequest.DeleteOptions preconditions) {
        String uid = preconditions.uid();
        if (uid != null && !uid.equals(object.uid())) {
            return conflict(
                    resource,
                    object,
                    "the UID in the precondition (" + uid + ") does not match the UID in record (" + object.uid()
                            + "). The object might have been deleted and then recreated");
        }
        ResourceVersion revision = preconditions.resourceVersion();
        if (revision != null && !revision.equals(object.metadata().resourceVersion())) {
            return conflict(
                    resource,
                    object,
                    "the ResourceVersion in the precondition (" + revision
                            + ") does not match the ResourceVersion in record ("
                            + object.metadata().resourceVersion() + "). The object might have been modified");
        }
        return null;
    }

    /** These texts name the kind, not the resource. */
    private static Status conflict(ResourceType resource, KubernetesObject object, String why) {
        String name = object.metadata().name();
        String group = resource.group().isEmpty() ? null : resource.group();
        String kind = group == null ? resource.kind() : resource.kind() + "." + group;
        return Status.failure(
                StatusReason.CONFLICT,
                "Operation cannot be fulfilled on " + kind + " \"" + name + "\": " + why,
                new Status.Details(name, group, resource.kind(), null, null, null));
    }
}
