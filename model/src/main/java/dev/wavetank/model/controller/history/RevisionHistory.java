package dev.wavetank.model.controller.history;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.ControllerRevisionBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.owned.ControllerRefManager;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The ControllerRevisions of the workloads of one kind, and the requests for them. */
public final class RevisionHistory {

    /** The maximum length of the owner's name in the name of a revision. */
    private static final int PREFIX_MAX = 223;

    private static final Comparator<ControllerRevision> OLDEST_FIRST = Comparator.comparingLong(
                    ControllerRevision::number)
            .thenComparing(RevisionHistory::created)
            .thenComparing(revision -> revision.metadata().name());

    private final ApiClient client;
    private final OwnedObjects<ControllerRevision> owned;

    /** The history of the workloads of one kind. */
    public RevisionHistory(ApiClient client, Informer<ControllerRevision> revisions, ResourceType ownerType) {
        this.client = client;
        this.owned = new OwnedObjects<>(client, revisions, ownerType, Resources.CONTROLLER_REVISIONS);
    }

    /** Adopts matching orphans, and returns the revisions of the owner, the oldest first. */
    public Completion<ControllerRefManager.Result<ControllerRevision>> claim(
            KubernetesObject owner, LabelSelector selector) {
        return owned.claim(owner, selector).map(claim -> {
            List<ControllerRevision> sorted = new ArrayList<>(claim.owned());
            sorted.sort(OLDEST_FIRST);
            return new ControllerRefManager.Result<>(sorted, claim.outcome());
        });
    }

    /**
     * A revision that is not stored yet.
     *
     * @param snapshot its content
     * @param hash the hash in its name
     * @param label name of the label with the hash
     */
    public static ControllerRevision revision(
            KubernetesObject owner, Snapshot snapshot, String hash, String label, long number) {
        Map<String, String> labels =
                new LinkedHashMap<>(snapshot.template().metadata().labels());
        labels.put(label, hash);
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .name(name(owner, hash))
                .namespace(owner.metadata().namespace())
                .labels(labels)
                .annotations(owner.metadata().annotations())
                .ownerReferences(List.of(OwnerReference.controlledBy(owner)))
                .build();
        return ControllerRevisionBuilder.builder()
                .metadata(metadata)
                .data(snapshot.data())
                .revision(number)
                .build();
    }

    /** The name of a revision. */
    public static String name(KubernetesObject owner, String hash) {
        String prefix = owner.metadata().name();
        return prefix.substring(0, Math.min(prefix.length(), PREFIX_MAX)) + "-" + hash;
    }

    /** Stores a new revision. */
    public Completion<ApiResponse> create(ControllerRevision revision) {
        return client.send(ApiRequest.Create.of(Resources.CONTROLLER_REVISIONS, revision));
    }

    /** Reads the revision of that name from the server; empty after a failure. */
    public Completion<Optional<ControllerRevision>> read(ControllerRevision revision) {
        return client.send(new ApiRequest.Get(
                        Resources.CONTROLLER_REVISIONS,
                        revision.key().namespace(),
                        revision.key().name()))
                .map(RevisionHistory::typed);
    }

    /** Changes the number of a revision. Done with its new state; empty after a failure. */
    public Completion<Optional<ControllerRevision>> renumber(ControllerRevision revision, long number) {
        if (revision.number() == number) {
            return Completion.of(Optional.of(revision));
        }
        return client.send(new ApiRequest.Update(Resources.CONTROLLER_REVISIONS, "", revision.withRevision(number)))
                .map(RevisionHistory::typed);
    }

    /** Deletes a revision. */
    public Completion<SyncResult> delete(ControllerRevision revision) {
        return client.send(new ApiRequest.Delete(
                        Resources.CONTROLLER_REVISIONS,
                        revision.key().namespace(),
                        revision.key().name(),
                        ApiRequest.DeleteOptions.DEFAULT))
                .map(SyncResult::orGone);
    }

    /** Deletes revisions one after the other, until a deletion fails. */
    public Completion<SyncResult> deleteAll(List<ControllerRevision> revisions) {
        if (revisions.isEmpty()) {
            return Completion.of(SyncResult.DONE);
        }
        return delete(revisions.get(0))
                .then(gone -> gone.andThen(() -> deleteAll(revisions.subList(1, revisions.size()))));
    }

    /** The revision in a response. */
    public static Optional<ControllerRevision> typed(ApiResponse response) {
        return response instanceof ApiResponse.One one
                ? Optional.of(one.as(ControllerRevision.class))
                : Optional.empty();
    }

    private static Instant created(ControllerRevision revision) {
        Instant created = revision.metadata().creationTimestamp();
        return created == null ? Instant.EPOCH : created;
    }
}
