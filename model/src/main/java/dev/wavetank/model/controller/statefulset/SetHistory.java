package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.controller.history.RevisionHistory;
import dev.wavetank.model.controller.history.Snapshot;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;

/** Finds or creates the update revision of a StatefulSet, and finds its current revision. */
final class SetHistory {

    private static final String HASH_LABEL = "controller.kubernetes.io/hash";

    private final RevisionHistory history;

    SetHistory(RevisionHistory history) {
        this.history = history;
    }

    /** The revisions of this sync, given all cached ones, the oldest first; empty when a request failed. */
    Completion<Optional<Revisions>> settle(StatefulSet set, List<ControllerRevision> all) {
        Snapshot snapshot = Snapshot.of(set.spec().template());
        ControllerRevision latest = all.isEmpty() ? null : all.get(all.size() - 1);
        long next = latest == null ? 1 : latest.number() + 1;
        ControllerRevision equal = null;
        for (ControllerRevision revision : all) {
            if (Snapshot.of(revision).isSameAs(snapshot)) {
                equal = revision;
            }
        }
        int collisions = Defaults.zeroIfNull(SetStatus.current(set).collisionCount());
        if (equal == null) {
            ControllerRevision fresh =
                    RevisionHistory.revision(set, snapshot, snapshot.hash(collisions), HASH_LABEL, next);
            return create(set, fresh, collisions, all);
        }
        Completion<Optional<ControllerRevision>> update =
                equal == latest ? Completion.of(Optional.of(equal)) : history.renumber(equal, next);
        return update.map(found -> found.map(revision -> revisions(set, all, revision, collisions)));
    }

    /** Stores a revision under a name that no other revision has. */
    private Completion<Optional<Revisions>> create(
            StatefulSet set, ControllerRevision fresh, int collisions, List<ControllerRevision> all) {
        Snapshot snapshot = Snapshot.of(fresh);
        String name = RevisionHistory.name(set, snapshot.hash(collisions));
        ControllerRevision named = fresh.withMetadata(fresh.metadata().withName(name));
        return history.create(named).then(response -> {
            if (!response.failedWith(StatusReason.ALREADY_EXISTS)) {
                return Completion.of(
                        RevisionHistory.typed(response).map(revision -> revisions(set, all, revision, collisions)));
            }
            return history.read(named).then(present -> {
                if (present.isPresent() && !Snapshot.of(present.get()).isSameAs(snapshot)) {
                    return create(set, fresh, collisions + 1, all);
                }
                return Completion.of(present.map(revision -> revisions(set, all, revision, collisions)));
            });
        });
    }

    private static Revisions revisions(
            StatefulSet set, List<ControllerRevision> all, ControllerRevision update, int collisions) {
        String current = SetStatus.current(set).currentRevision();
        for (ControllerRevision revision : all) {
            if (revision.metadata().name().equals(current)) {
                return new Revisions(all, revision, update, collisions);
            }
        }
        return new Revisions(all, update, update, collisions);
    }
}
