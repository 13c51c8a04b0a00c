package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.cache.Tally;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.owned.Expectations;
import dev.wavetank.model.controller.owned.OwnWrites;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.Readiness;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the number of active pods of every ReplicaSet at its {@code replicas}.
 *
 * <p>One sync: read the cache, claim pods, create or delete some unless the cache is known to be stale, write the
 * status of what was seen at the start. As in Kubernetes 1.20; sources in {@code pkg/controller/replicaset}.
 */
public final class ReplicaSetController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.REPLICA_SET.userAgent();

    /** The maximum number of creations or deletions in one sync. */
    public static final int BURST_REPLICAS = 500;

    /**
     * Fitted to the conflicts of the real controller with its own last status write, in ten recordings: usually its
     * cache shows the write at the next sync.
     */
    private static final Distribution PICK_UP =
            new Distribution.LogNormal(400 * VirtualTime.MICROSECOND, 6 * VirtualTime.MILLISECOND);

    private final Context context;
    private final RandomStream adoptionOrder;
    private final Expectations expectations;
    private final PodControl podControl;
    private final PodCreation creation;
    private final StatusWriter<?> statuses;
    private final VictimRanking ranking;
    private final ReplicaCache<?> sets;
    private final OwnWrites writes;
    private final Informer<Pod> pods;
    private final OwnedObjects<Pod> owned;
    private final Tally<Pod, Replicas.Traits> activePods;
    private final @Nullable Tally<Pod, Map<String, String>> terminatingPods;
    private final WorkQueue<ObjectKey> queue;
    private final PodEvents podEvents;
    private final boolean followsAvailability;
    private long syncs;

    /**
     * A controller.
     *
     * @param environment of the controller manager
     * @param batches how many pods are created at a time
     * @param expectations protect from acting on a stale cache
     */
    public ReplicaSetController(ControllerEnvironment environment, PodBatches batches, Expectations expectations) {
        this(environment, ReplicaKind.REPLICA_SETS, batches, expectations);
    }

    /**
     * A controller of another kind whose objects are like ReplicaSets.
     *
     * @param environment of the controller manager
     * @param kind of the objects
     * @param batches how many pods are created at a time
     * @param expectations protect from acting on a stale cache
     */
    public ReplicaSetController(
            ControllerEnvironment environment, ReplicaKind<?> kind, PodBatches batches, Expectations expectations) {
        this.context = environment.context();
        this.adoptionOrder =
                context.random("adoption-order/" + kind.controller().label());
        this.expectations = expectations;
        this.sets = new ReplicaCache<>(environment, kind);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.writes = new OwnWrites(
                environment.context(),
                environment.version().has(Feature.STALE_CONTROLLER_CONSISTENCY_REPLICA_SET),
                kind.controller().userAgent(),
                kind.resource(),
                List.of(sets.informer(), pods));
        ApiClient client = writes.watched(environment.client(kind.controller().userAgent()));
        this.podControl = new PodControl(
                client, new EventRecorder(context, client, kind.controller().userAgent()));
        this.creation = new PodCreation(
                kind,
                podControl,
                new SlowStart(context, kind.resource(), batches, environment.version()),
                expectations);
        this.statuses = new StatusWriter<>(client, kind);
        this.ranking = new VictimRanking(environment.version());
        this.owned = new OwnedObjects<>(client, pods, kind.resource(), Resources.PODS);
        this.activePods = pods.tally(Index.CONTROLLER_UID, Replicas.Traits.OF_ACTIVE);
        this.terminatingPods = environment.version().has(Feature.DEPLOYMENT_REPLICA_SET_TERMINATING_REPLICAS)
                        && kind.equals(ReplicaKind.REPLICA_SETS)
                ? pods.tally(Index.CONTROLLER_UID, Replicas.TERMINATING)
                : null;
        this.followsAvailability = environment.version().has(Feature.REPLICA_SET_AVAILABILITY_CHECKS);
        this.queue = environment.queue(
                WorkQueue.Settings.of(environment.workers(kind.controller()), WorkQueue.UNLIMITED)
                        .withPickUp(PICK_UP),
                this::sync);
        this.podEvents = new PodEvents(context, sets, expectations, queue);
    }

    @Override
    public void start() {
        sets.addHandler(new ReplicaSetEvents(context, sets.kind().noun(), this::forget, queue));
        pods.addHandler(podEvents);
    }

    private void forget(ReplicaSet gone) {
        expectations.forget(gone.key());
        writes.forget(gone.key(), gone.uid());
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Optional<SyncResult> stale = writes.stale(key);
        if (stale.isPresent()) {
            return Completion.of(stale.get());
        }
        ReplicaSet set = sets.cached(key);
        if (set == null) {
            expectations.forget(key);
            writes.forget(key, null);
            return Completion.of(SyncResult.DONE);
        }
        long sync = ++syncs;
        boolean mayAct = expectations.satisfied(key) && !set.metadata().isDeleting();
        Integer terminating = terminating(set);
        List<Pod> adoptable = orphansOf(set);
        Optional<Replicas> counted =
                adoptable.isEmpty() ? Replicas.of(set, activePods.of(set.uid())) : Optional.empty();
        if (counted.isPresent() && !(mayAct && missing(set, counted.get().active()) < 0)) {
            return syncCounted(set, counted.get().with(terminating), mayAct, sync);
        }
        return owned.claim(sets.kind().original().apply(set), set.spec().selector(), candidates(set, adoptable))
                .then(claim -> claim.outcome().andThen(() -> {
                    Completion<SyncResult> managed =
                            mayAct ? manage(set, claim.owned(), sync) : Completion.of(SyncResult.DONE);
                    return managed.then(result -> finish(
                            set,
                            Replicas.of(set, claim.owned(), context.clock()).with(terminating),
                            result));
                }));
    }

    private @Nullable Integer terminating(ReplicaSet set) {
        if (terminatingPods == null) {
            return null;
        }
        int terminating = 0;
        for (Map.Entry<Map<String, String>, Integer> alike :
                terminatingPods.of(set.uid()).entrySet()) {
            terminating += set.spec().selector().matches(alike.getKey()) ? alike.getValue() : 0;
        }
        return terminating;
    }

    /** When no pod has to be adopted, released or deleted, counts are enough, however many pods there are. */
    private Completion<SyncResult> syncCounted(ReplicaSet set, Replicas seen, boolean mayAct, long sync) {
        int missing = missing(set, seen.active());
        Completion<SyncResult> created =
                mayAct && missing > 0 ? create(set, missing, sync) : Completion.of(SyncResult.DONE);
        return created.then(result -> finish(set, seen, result));
    }

    /** Active pods that the ReplicaSet owns, or may adopt. */
    private List<Pod> candidates(ReplicaSet set, List<Pod> adoptable) {
        List<Pod> active = new ArrayList<>();
        for (Pod pod : owned.of(set.uid())) {
            if (pod.isActive()) {
                active.add(pod);
            }
        }
        active.addAll(adoptable);
        return active;
    }

    /** Matching orphans, in random order: the real cache is an unordered map. */
    private List<Pod> orphansOf(ReplicaSet set) {
        List<Pod> found = owned.orphans(set, set.spec().selector());
        found.removeIf(pod -> !pod.isActive());
        for (int left = found.size(); left > 1; left--) {
            Collections.swap(found, left - 1, adoptionOrder.nextInt(left));
        }
        return found;
    }

    private Completion<SyncResult> manage(ReplicaSet set, List<Pod> active, long sync) {
        int missing = missing(set, active.size());
        if (missing > 0) {
            return create(set, missing, sync);
        }
        if (missing < 0) {
            int count = Math.min(-missing, BURST_REPLICAS);
            return delete(set, ranking.victims(active, relatedPods(set), count, context.clock()));
        }
        return Completion.of(SyncResult.DONE);
    }

    private static int missing(ReplicaSet set, int active) {
        return set.spec().replicas() - active;
    }

    private Completion<SyncResult> create(ReplicaSet set, int missing, long sync) {
        return creation.create(set, Math.min(missing, BURST_REPLICAS), sync);
    }

    /** Pods of all ReplicaSets with the same controller, this one's included. */
    private List<Pod> relatedPods(ReplicaSet set) {
        List<Pod> related = new ArrayList<>();
        OwnerReference controller = set.metadata().controller().orElse(null);
        if (controller != null) {
            for (ReplicaSet sibling : sets.controlledBy(controller.uid())) {
                related.addAll(owned.of(sibling.uid()));
            }
        }
        return related;
    }

    private Completion<SyncResult> delete(ReplicaSet set, List<Pod> victims) {
        expectations.expectDeletions(set.key(), victims.stream().map(Pod::uid).toList());
        KubernetesObject owner = sets.kind().original().apply(set);
        List<Completion<SyncResult>> answers = new ArrayList<>(victims.size());
        for (Pod victim : victims) {
            answers.add(podControl.delete(owner, victim.key()).map(response -> deleted(set, victim, response)));
        }
        return SyncResult.all(answers);
    }

    private SyncResult deleted(ReplicaSet set, Pod victim, ApiResponse response) {
        if (!response.isSuccess()) {
            expectations.deletionObserved(set.key(), victim.uid());
        }
        return SyncResult.orGone(response);
    }

    /** The status also shows a failed sync. Ready pods that become available later trigger the next sync. */
    private Completion<SyncResult> finish(ReplicaSet set, Replicas seen, SyncResult managed) {
        ReplicaSet.Status status = StatusCalculation.calculate(set, seen, managed.failure(), context.clock());
        return statuses.write(set, status).map(written -> {
            if (!managed.isDone() || !written.isDone()) {
                return managed.isDone() ? written : managed;
            }
            int minReadySeconds = Defaults.zeroIfNull(set.spec().minReadySeconds());
            if (followsAvailability) {
                boolean isBehind = minReadySeconds > 0
                        && Defaults.zeroIfNull(status.readyReplicas())
                                != Defaults.zeroIfNull(status.availableReplicas());
                return isBehind
                        ? Readiness.atNext(minReadySeconds, candidates(set, List.of()), context.clock())
                        : SyncResult.DONE;
            }
            int replicas = set.spec().replicas();
            boolean waits = Defaults.zeroIfNull(status.readyReplicas()) == replicas
                    && Defaults.zeroIfNull(status.availableReplicas()) != replicas;
            return Readiness.requeue(minReadySeconds, waits);
        });
    }
}
