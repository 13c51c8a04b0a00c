package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.history.RevisionHistory;
import dev.wavetank.model.controller.owned.OwnWrites;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.model.controller.pods.Readiness;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;

/**
 * Keeps the pods of every StatefulSet. One sync: claim revisions and pods, find the revisions, sync the pods, write
 * the status, delete old revisions. Sources in {@code pkg/controller/statefulset}.
 */
public final class StatefulSetController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.STATEFUL_SET.userAgent();

    private static final int HISTORY_LIMIT = 10;

    private final Context context;
    private final LongUnaryOperator jitter;
    private final ApiClient client;
    private final KubernetesVersion version;
    private final StatefulPods control;
    private final RevisionHistory history;
    private final SetHistory revisions;
    private final Informer<StatefulSet> sets;
    private final Informer<Pod> pods;
    private final OwnedObjects<Pod> ownedPods;
    private final WorkQueue<ObjectKey> queue;
    private final SetEvents events;
    private final OwnWrites writes;

    /** A controller. */
    public StatefulSetController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.jitter = Retry.tenth(context.random("conflict-retry/statefulset-status"));
        this.sets = environment.informer(Resources.STATEFUL_SETS, StatefulSet.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.writes = new OwnWrites(
                environment.context(),
                environment.version().has(Feature.STALE_CONTROLLER_CONSISTENCY_STATEFUL_SET),
                NAME,
                Resources.STATEFUL_SETS,
                List.of(sets, pods));
        this.client = writes.watched(environment.client(NAME));
        this.version = environment.version();
        this.control = new StatefulPods(environment, client, new EventRecorder(context, client, NAME));
        this.history = new RevisionHistory(
                client,
                environment.informer(Resources.CONTROLLER_REVISIONS, ControllerRevision.class),
                Resources.STATEFUL_SETS);
        this.revisions = new SetHistory(history);
        this.ownedPods = new OwnedObjects<>(client, pods, Resources.STATEFUL_SETS, Resources.PODS);
        this.queue = environment.queue(
                environment.workers(KubernetesController.STATEFUL_SET), WorkQueue.UNLIMITED, this::sync);
        this.events = new SetEvents(sets, queue, this::minReadySeconds);
    }

    @Override
    public void start() {
        sets.addHandler(events.ofSets());
        pods.addHandler(events.ofPods());
    }

    private int minReadySeconds(StatefulSet set) {
        return version.has(Feature.STATEFUL_SET_MIN_READY)
                ? Defaults.zeroIfNull(set.spec().minReadySeconds())
                : 0;
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Optional<SyncResult> stale = writes.stale(key);
        if (stale.isPresent()) {
            return Completion.of(stale.get());
        }
        StatefulSet set = sets.cached(key);
        if (set == null) {
            writes.forget(key, null);
            return Completion.of(SyncResult.DONE);
        }
        return history.claim(set, set.spec().selector())
                .then(known -> known.outcome().andThen(() -> claimPods(set, known.owned())));
    }

    /** Pods with other names than its own are neither adopted nor released. */
    private Completion<SyncResult> claimPods(StatefulSet set, List<ControllerRevision> known) {
        return ownedPods
                .claim(set, set.spec().selector(), (Pod pod) -> Identity.isMember(set, pod))
                .then(claim -> claim.outcome().andThen(() -> sync(set, known, claim.owned())));
    }

    private Completion<SyncResult> sync(StatefulSet set, List<ControllerRevision> known, List<Pod> owned) {
        return revisions
                .settle(set, known)
                .then(found -> found.isEmpty()
                        ? Completion.of(SyncResult.retry("the revisions of " + set.key() + " could not be settled"))
                        : sync(set, found.get(), owned));
    }

    private Completion<SyncResult> sync(StatefulSet set, Revisions found, List<Pod> owned) {
        PodState state = new PodState(minReadySeconds(set), context.clock());
        SetSync sync = new SetSync(set, found, owned, control, state);
        return sync.run().then(acted -> {
            StatefulSet.Status status = sync.status();
            boolean writes = acted.isDone() || version.has(Feature.STATEFUL_SET_STATUS_AFTER_ERROR);
            Completion<SyncResult> written = writes ? write(set, status) : Completion.of(SyncResult.DONE);
            return written.then(saved -> truncate(set, found, owned)
                    .map(truncated -> requeue(set, status, SyncResult.first(List.of(acted, saved, truncated)))));
        });
    }

    private SyncResult requeue(StatefulSet set, StatefulSet.Status status, SyncResult result) {
        return result.isDone()
                ? Readiness.requeue(
                        minReadySeconds(set), Defaults.zeroIfNull(status.availableReplicas()) != set.replicas())
                : result;
    }

    /** Writes the status; after a conflict again, on the cached object. */
    private Completion<SyncResult> write(StatefulSet set, StatefulSet.Status status) {
        if (!SetStatus.isNews(set, status)) {
            return Completion.of(SyncResult.DONE);
        }
        return Retry.DEFAULT
                .onConflict(context, jitter, before -> writeInto(before == 0 ? set : latest(set), status))
                .map(SyncResult::of);
    }

    private StatefulSet latest(StatefulSet set) {
        StatefulSet cached = sets.cached(set.key());
        return cached == null ? set : cached;
    }

    private Completion<ApiResponse> writeInto(StatefulSet set, StatefulSet.Status status) {
        return client.send(new ApiRequest.Update(Resources.STATEFUL_SETS, "status", set.withStatus(status)));
    }

    private Completion<SyncResult> truncate(StatefulSet set, Revisions found, List<Pod> owned) {
        Integer limit = set.spec().revisionHistoryLimit();
        return history.deleteAll(found.superfluous(owned, limit == null ? HISTORY_LIMIT : limit));
    }
}
