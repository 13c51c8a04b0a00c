package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.DaemonSetStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.history.RevisionHistory;
import dev.wavetank.model.controller.history.Snapshot;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds or makes the revision of the present template of a DaemonSet, and deletes revisions that are too old. */
final class DaemonHistory {

    private static final int LIMIT = 10;

    private final ApiClient client;
    private final RevisionHistory history;

    /**
     * The revisions of a DaemonSet in one sync.
     *
     * @param hash label value of pods with the present template
     * @param old revisions of other templates, the oldest first
     */
    record Result(String hash, List<ControllerRevision> old) {}

    DaemonHistory(ApiClient client, RevisionHistory history) {
        this.client = client;
        this.history = history;
    }

    /** The revisions of this sync; empty when a request failed. */
    Completion<Optional<Result>> settle(DaemonSet set, List<Pod> pods) {
        return history.claim(set, set.spec().selector()).then(claim -> {
            if (!claim.outcome().isDone()) {
                return Completion.of(Optional.empty());
            }
            Snapshot snapshot = Snapshot.of(set.spec().template());
            List<ControllerRevision> equal = new ArrayList<>();
            List<ControllerRevision> old = new ArrayList<>();
            for (ControllerRevision revision : claim.owned()) {
                (Snapshot.of(revision).isSameAs(snapshot) ? equal : old).add(revision);
            }
            long next = old.isEmpty() ? 1 : old.get(old.size() - 1).number() + 1;
            if (equal.isEmpty()) {
                return create(set, snapshot, next).map(made -> made.map(revision -> new Result(hash(revision), old)));
            }
            ControllerRevision kept = equal.remove(equal.size() - 1);
            return drop(kept, equal, pods).then(dropped -> {
                if (!dropped.isDone()) {
                    return Completion.of(Optional.empty());
                }
                Completion<Optional<ControllerRevision>> renumbered =
                        kept.number() < next ? history.renumber(kept, next) : Completion.of(Optional.of(kept));
                return renumbered.map(done -> done.map(revision -> new Result(hash(kept), old)));
            });
        });
    }

    private static String hash(ControllerRevision revision) {
        return revision.metadata()
                .labels()
                .getOrDefault(PodVersion.HASH_LABEL, revision.metadata().name());
    }

    private Completion<Optional<ControllerRevision>> create(DaemonSet set, Snapshot snapshot, long number) {
        int collisions =
                set.status() == null ? 0 : Defaults.zeroIfNull(set.status().collisionCount());
        String hash = snapshot.hash(collisions);
        ControllerRevision fresh = RevisionHistory.revision(set, snapshot, hash, PodVersion.HASH_LABEL, number);
        return history.create(fresh).then(response -> {
            if (!response.failedWith(StatusReason.ALREADY_EXISTS)) {
                return Completion.of(RevisionHistory.typed(response));
            }
            return history.read(fresh).then(present -> {
                if (present.isEmpty() || Snapshot.of(present.get()).isSameAs(snapshot)) {
                    return Completion.of(present);
                }
                return countCollision(set, collisions).map(counted -> Optional.empty());
            });
        });
    }

    /** Another template has this name: the next sync, with another collision count, computes another name. */
    private Completion<SyncResult> countCollision(DaemonSet set, int collisions) {
        return client.send(new ApiRequest.Get(
                        Resources.DAEMON_SETS, set.key().namespace(), set.key().name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One one)) {
                        return Completion.of(SyncResult.of(response));
                    }
                    DaemonSet live = one.as(DaemonSet.class);
                    DaemonSet.Status status = live.status() == null
                            ? DaemonSetStatusBuilder.builder().build()
                            : live.status();
                    if (Defaults.zeroIfNull(status.collisionCount()) != collisions) {
                        return Completion.of(SyncResult.retry("the collision has been counted already"));
                    }
                    DaemonSet counted = live.withStatus(status.withCollisionCount(collisions + 1));
                    return client.send(new ApiRequest.Update(Resources.DAEMON_SETS, "status", counted))
                            .map(SyncResult::of);
                });
    }

    /** Labels the pods of duplicate revisions with the hash of the kept one, then deletes the duplicates. */
    private Completion<SyncResult> drop(ControllerRevision kept, List<ControllerRevision> doubles, List<Pod> pods) {
        if (doubles.isEmpty()) {
            return Completion.of(SyncResult.DONE);
        }
        List<Completion<SyncResult>> answers = new ArrayList<>();
        for (Pod pod : pods) {
            if (!hash(kept).equals(pod.metadata().labels().get(PodVersion.HASH_LABEL))) {
                answers.add(relabel(pod, hash(kept)));
            }
        }
        return SyncResult.all(answers).then(relabelled -> relabelled.andThen(() -> history.deleteAll(doubles)));
    }

    private Completion<SyncResult> relabel(Pod pod, String hash) {
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put(PodVersion.HASH_LABEL, hash);
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("labels", labels);
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", metadata);
        return client.send(new ApiRequest.Patch(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "",
                        new ApiRequest.Change.Merge(patch)))
                .map(SyncResult::of);
    }

    /** Deletes the oldest revisions beyond the limit, except those that pods still use. */
    Completion<SyncResult> truncate(DaemonSet set, List<ControllerRevision> old, List<Pod> pods) {
        Integer limit = set.spec().revisionHistoryLimit();
        int surplus = old.size() - (limit == null ? LIMIT : limit);
        Set<String> live = new LinkedHashSet<>();
        pods.forEach(pod -> live.add(pod.metadata().labels().get(PodVersion.HASH_LABEL)));
        List<ControllerRevision> superfluous = new ArrayList<>();
        for (ControllerRevision revision : old) {
            if (superfluous.size() < surplus && !live.contains(hash(revision))) {
                superfluous.add(revision);
            }
        }
        return history.deleteAll(superfluous);
    }
}
