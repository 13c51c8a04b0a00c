package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/** The requests of the garbage collector: live reads, deletions, and patches of owners and finalizers. */
final class LiveObjects {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    private final Context context;
    private final LongUnaryOperator jitter;
    private final ApiClient client;

    LiveObjects(Context context, ApiClient client) {
        this.context = context;
        this.jitter = Retry.tenth(context.random("conflict-retry/garbage-collector"));
        this.client = client;
    }

    /** Reads the current state of an object. */
    Completion<ApiResponse> get(ResourceType type, String namespace, String name) {
        return client.send(new ApiRequest.Get(type, type.namespaced() ? namespace : "", name));
    }

    /** Deletes an object if it still has the expected uid. */
    Completion<SyncResult> delete(ResourceType type, Identity object, String policy) {
        return client.send(new ApiRequest.Delete(
                        type,
                        object.namespace(),
                        object.name(),
                        new ApiRequest.DeleteOptions(null, object.uid(), policy)))
                .map(SyncResult::of);
    }

    /** Removes owners from an object. Done with whether that succeeded. */
    Completion<ApiResponse> removeOwners(ResourceType type, Identity object, List<String> owners) {
        if (owners.size() == 1) {
            return patch(type, object, new ApiRequest.Change.RemoveOwner(owners.get(0), object.uid()));
        }
        List<Object> gone = new ArrayList<>();
        for (String owner : owners) {
            Map<String, Object> directive = new LinkedHashMap<>();
            directive.put("$patch", "delete");
            directive.put("uid", owner);
            gone.add(directive);
        }
        return patchOwners(type, object, gone, owners);
    }

    /** Makes an object no longer block the deletion of its owners. */
    Completion<ApiResponse> unblockOwners(ResourceType type, Identity object, List<OwnerReference> owners) {
        List<Object> unblocked = new ArrayList<>();
        for (OwnerReference owner : owners) {
            if (Boolean.TRUE.equals(owner.blockOwnerDeletion())) {
                unblocked.add(tree(owner, false));
            }
        }
        if (type.isCustom()) {
            List<Object> all = new ArrayList<>();
            owners.forEach(owner -> all.add(tree(owner, owner.blockOwnerDeletion() == null ? null : false)));
            return patch(type, object, new ApiRequest.Change.Merge(metadata(object, all)));
        }
        return patch(type, object, new ApiRequest.Change.Document(STRATEGIC, metadata(object, unblocked)));
    }

    /**
     * Custom resources do not support strategic merge: the patch replaces the whole list, in the version that was
     * read.
     */
    private Completion<ApiResponse> patchOwners(
            ResourceType type, Identity object, List<Object> directives, List<String> owners) {
        if (!type.isCustom()) {
            return patch(type, object, new ApiRequest.Change.Document(STRATEGIC, metadata(object, directives)));
        }
        return get(type, object.namespace(), object.name()).then(response -> {
            if (!(response instanceof ApiResponse.One live)) {
                return Completion.of(response);
            }
            List<Object> left = new ArrayList<>();
            for (OwnerReference owner : live.object().metadata().ownerReferences()) {
                if (!owners.contains(owner.uid())) {
                    left.add(tree(owner, owner.blockOwnerDeletion()));
                }
            }
            Map<String, Object> metadata = new LinkedHashMap<>();
            metadata.put(
                    "resourceVersion",
                    live.object().metadata().resourceVersion().toString());
            metadata.put("ownerReferences", left.isEmpty() ? null : left);
            return patch(type, object, new ApiRequest.Change.Merge(tree("metadata", metadata)));
        });
    }

    /** Removes a finalizer; after a conflict it reads the object again. Done with whether the finalizer is removed. */
    Completion<SyncResult> removeFinalizer(ResourceType type, Identity object, String finalizer) {
        return Retry.BACKOFF
                .onConflict(context, jitter, before -> removeFinalizerOnce(type, object, finalizer))
                .map(SyncResult::orGone);
    }

    private Completion<ApiResponse> removeFinalizerOnce(ResourceType type, Identity object, String finalizer) {
        return get(type, object.namespace(), object.name()).then(response -> {
            if (!(response instanceof ApiResponse.One live) || !DeletionMarks.has(live.object(), finalizer)) {
                return Completion.of(response);
            }
            List<String> left = new ArrayList<>(live.object().metadata().finalizers());
            left.remove(finalizer);
            Map<String, Object> metadata = new LinkedHashMap<>();
            metadata.put(
                    "resourceVersion",
                    live.object().metadata().resourceVersion().toString());
            metadata.put("finalizers", left.isEmpty() ? null : left);
            return patch(type, object, new ApiRequest.Change.Merge(tree("metadata", metadata)));
        });
    }

    private Completion<ApiResponse> patch(ResourceType type, Identity object, ApiRequest.Change change) {
        return client.send(new ApiRequest.Patch(type, object.namespace(), object.name(), "", change));
    }

    private static Map<String, Object> metadata(Identity object, List<Object> owners) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("ownerReferences", owners);
        metadata.put("uid", object.uid());
        return tree("metadata", metadata);
    }

    private static Map<String, Object> tree(OwnerReference owner, Boolean blocks) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", owner.apiVersion());
        tree.put("kind", owner.kind());
        tree.put("name", owner.name());
        tree.put("uid", owner.uid());
        if (owner.controller() != null) {
            tree.put("controller", owner.controller());
        }
        if (blocks != null) {
            tree.put("blockOwnerDeletion", blocks);
        }
        return tree;
    }

    private static Map<String, Object> tree(String name, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(name, value);
        return tree;
    }
}
