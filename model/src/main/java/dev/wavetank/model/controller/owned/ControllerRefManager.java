package dev.wavetank.model.controller.owned;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Determines which objects an owner controls: adopts matching orphans and releases objects that no longer match. The
 * rule of {@code ControllerRefManager} for all kinds: pods of a ReplicaSet, a Job, a DaemonSet or a StatefulSet,
 * ReplicaSets of a Deployment, revisions of a StatefulSet.
 *
 * @param <T> kind of the owned objects
 */
public final class ControllerRefManager<T extends KubernetesObject> {

    private final ApiClient client;
    private final ResourceType ownerType;
    private final ResourceType ownedType;
    private final List<String> finalizers;

    /**
     * The outcome of a claim.
     *
     * @param owned the objects that the owner controls now
     * @param succeeded whether all adoptions and releases succeeded
     * @param <T> kind of the owned objects
     */
    public record Result<T>(List<T> owned, SyncResult outcome) {}

    /** Claims objects of one kind for owners of another. */
    public ControllerRefManager(ApiClient client, ResourceType ownerType, ResourceType ownedType) {
        this(client, ownerType, ownedType, List.of());
    }

    /** The same for owners that add a finalizer to adopted objects, and remove it from released ones. */
    public ControllerRefManager(
            ApiClient client, ResourceType ownerType, ResourceType ownedType, List<String> finalizers) {
        this.client = client;
        this.ownerType = ownerType;
        this.ownedType = ownedType;
        this.finalizers = List.copyOf(finalizers);
    }

    /** Claims the candidates one after the other. Before the first adoption it reads the owner live, once. */
    public Completion<Result<T>> claim(KubernetesObject owner, LabelSelector selector, List<T> candidates) {
        return new Pass(owner, selector, candidates).go();
    }

    /** One claim. */
    private final class Pass {
        private final KubernetesObject owner;
        private final LabelSelector selector;
        private final Iterator<T> candidates;
        private final List<T> owned = new ArrayList<>();
        private final Completion<Result<T>> result = new Completion<>();
        private @Nullable Completion<SyncResult> mayAdopt;
        private boolean denied;
        private SyncResult outcome = SyncResult.DONE;

        private Pass(KubernetesObject owner, LabelSelector selector, List<T> candidates) {
            this.owner = owner;
            this.selector = selector;
            this.candidates = candidates.iterator();
        }

        private Completion<Result<T>> go() {
            while (candidates.hasNext()) {
                T candidate = candidates.next();
                boolean matches = selector.matches(candidate.metadata().labels());
                OwnerReference controller = candidate.metadata().controller().orElse(null);
                if (controller == null) {
                    if (matches && isAdoptable(candidate)) {
                        adopt(candidate);
                        return result;
                    }
                } else if (controller.uid().equals(owner.uid())) {
                    if (matches) {
                        owned.add(candidate);
                    } else if (!owner.metadata().isDeleting()) {
                        release(candidate);
                        return result;
                    }
                }
            }
            result.complete(new Result<>(owned, outcome));
            return result;
        }

        private boolean isAdoptable(T candidate) {
            return !denied
                    && !owner.metadata().isDeleting()
                    && !candidate.metadata().isDeleting();
        }

        private void adopt(T candidate) {
            if (mayAdopt == null) {
                mayAdopt = client.send(new ApiRequest.Get(
                                ownerType, owner.key().namespace(), owner.key().name()))
                        .map(this::stillThere);
            }
            mayAdopt.whenDone(permitted -> {
                if (permitted.isDone()) {
                    patch(candidate, adoption(candidate)).whenDone(response -> adopted(candidate, response));
                } else {
                    denied = true;
                    noteFailure(permitted);
                    go();
                }
            });
        }

        private SyncResult stillThere(ApiResponse response) {
            if (!(response instanceof ApiResponse.One live)) {
                return SyncResult.of(response);
            }
            if (!live.object().uid().equals(owner.uid())) {
                return SyncResult.retry("the owner " + owner.key() + " is gone: its name has another uid");
            }
            return live.object().metadata().isDeleting()
                    ? SyncResult.retry("the owner " + owner.key() + " is being deleted")
                    : SyncResult.DONE;
        }

        /** The first failure is the outcome; the other candidates are still claimed. */
        private void noteFailure(SyncResult result) {
            outcome = outcome.isDone() ? result : outcome;
        }

        private void adopted(T candidate, ApiResponse response) {
            if (response.isSuccess()) {
                boolean changed = !finalizers.isEmpty() && response instanceof ApiResponse.One;
                owned.add(changed ? sameKind(candidate, ((ApiResponse.One) response).object()) : candidate);
            } else {
                noteFailure(SyncResult.orGone(response));
            }
            go();
        }

        private void release(T candidate) {
            patch(candidate, separation(candidate)).whenDone(response -> {
                noteFailure(response.failedWith(StatusReason.INVALID) ? SyncResult.DONE : SyncResult.orGone(response));
                go();
            });
        }

        @SuppressWarnings("unchecked") // an update preserves the type of the object
        private T sameKind(T candidate, KubernetesObject patched) {
            return (T) Scheme.typed(patched, candidate.getClass());
        }

        private ApiRequest.Change adoption(T candidate) {
            OwnerReference reference = OwnerReference.controlledBy(owner);
            if (finalizers.isEmpty()) {
                return new ApiRequest.Change.AddOwner(reference, candidate.uid());
            }
            Map<String, Object> added = new LinkedHashMap<>();
            added.put("apiVersion", reference.apiVersion());
            added.put("kind", reference.kind());
            added.put("name", reference.name());
            added.put("uid", reference.uid());
            added.put("controller", true);
            added.put("blockOwnerDeletion", true);
            Map<String, Object> metadata = new LinkedHashMap<>();
            metadata.put("uid", candidate.uid());
            metadata.put("ownerReferences", List.of(added));
            metadata.put("finalizers", finalizers);
            return strategicMerge(metadata);
        }

        private ApiRequest.Change separation(T candidate) {
            if (finalizers.isEmpty()) {
                return new ApiRequest.Change.RemoveOwner(owner.uid(), candidate.uid());
            }
            Map<String, Object> removed = new LinkedHashMap<>();
            removed.put("$patch", "delete");
            removed.put("uid", owner.uid());
            Map<String, Object> metadata = new LinkedHashMap<>();
            metadata.put("uid", candidate.uid());
            metadata.put("ownerReferences", List.of(removed));
            metadata.put("$deleteFromPrimitiveList/finalizers", finalizers);
            return strategicMerge(metadata);
        }

        private ApiRequest.Change strategicMerge(Map<String, Object> metadata) {
            Map<String, Object> patch = new LinkedHashMap<>();
            patch.put("metadata", metadata);
            return new ApiRequest.Change.Document("application/strategic-merge-patch+json", patch);
        }

        private Completion<ApiResponse> patch(T candidate, ApiRequest.Change change) {
            return client.send(new ApiRequest.Patch(
                    ownedType, candidate.key().namespace(), candidate.key().name(), "", change));
        }
    }
}
