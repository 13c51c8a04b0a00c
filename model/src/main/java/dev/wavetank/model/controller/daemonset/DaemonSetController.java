package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
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
import dev.wavetank.model.controller.pods.PodBatches;
import dev.wavetank.model.controller.pods.PodControl;
import dev.wavetank.model.controller.pods.Readiness;
import dev.wavetank.model.controller.pods.SlowStart;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Keeps one pod of every DaemonSet on every eligible node. One sync: find the revision of the template; unless pods
 * are still expected, create and delete pods, then go on with a rolling update, then delete old revisions; write the
 * status. Sources in {@code pkg/controller/daemon}.
 */
public final class DaemonSetController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.DAEMON_SET.userAgent();

    /** Source of the events. */
    private static final String REPORTER = "daemonset-controller";

    private final Context context;
    private final ApiClient client;
    private final KubernetesVersion kubernetes;
    private final EventRecorder recorder;
    private final PodExpectations expectations;
    private final FailedPodBackoff backoff;
    private final DaemonPods control;
    private final DaemonHistory history;
    private final Informer<DaemonSet> sets;
    private final Informer<Node> nodes;
    private final Informer<Pod> pods;
    private final Informer<ControllerRevision> revisions;
    private final OwnedObjects<Pod> owned;
    private final WorkQueue<ObjectKey> queue;
    private final NodeEligibility eligibility;
    private final DaemonEvents events;
    private final OwnWrites writes;

    /** A controller. */
    public DaemonSetController(ControllerEnvironment environment) {
        this.context = environment.context();
        this.sets = environment.informer(Resources.DAEMON_SETS, DaemonSet.class);
        this.nodes = environment.informer(Resources.NODES, Node.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.writes = new OwnWrites(
                environment.context(),
                environment.version().has(Feature.STALE_CONTROLLER_CONSISTENCY_DAEMON_SET),
                NAME,
                Resources.DAEMON_SETS,
                List.of(sets, pods));
        this.client = writes.watched(environment.client(NAME));
        this.kubernetes = environment.version();
        this.recorder = new EventRecorder(context, client, REPORTER);
        this.expectations = new PodExpectations(context);
        this.backoff = new FailedPodBackoff(context::now);
        this.control = new DaemonPods(
                new PodControl(client, recorder),
                new SlowStart(context, Resources.DAEMON_SETS, PodBatches.SLOW_START, kubernetes),
                expectations,
                kubernetes);
        this.revisions = environment.informer(Resources.CONTROLLER_REVISIONS, ControllerRevision.class);
        this.history = new DaemonHistory(client, new RevisionHistory(client, revisions, Resources.DAEMON_SETS));
        this.owned = new OwnedObjects<>(client, pods, Resources.DAEMON_SETS, Resources.PODS);
        this.queue = environment.queue(
                environment.workers(KubernetesController.DAEMON_SET), WorkQueue.UNLIMITED, this::sync);
        this.eligibility = new NodeEligibility(pods, recorder, kubernetes);
        this.events = new DaemonEvents(sets, eligibility, expectations, this::forget, queue);
    }

    @Override
    public void start() {
        sets.addHandler(events.ofSets());
        revisions.addHandler(events.ofRevisions());
        pods.addHandler(events.ofPods());
        nodes.addHandler(events.ofNodes());
    }

    private void forget(DaemonSet gone) {
        expectations.forget(gone.key());
        writes.forget(gone.key(), gone.uid());
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Optional<SyncResult> stale = writes.stale(key);
        if (stale.isPresent()) {
            return Completion.of(stale.get());
        }
        DaemonSet set = sets.cached(key);
        if (set == null) {
            expectations.forget(key);
            writes.forget(key, null);
            return Completion.of(SyncResult.DONE);
        }
        if (set.spec().selector().isEmpty()) {
            recorder.warning(
                    set, "SelectingAll", "This daemon set is selecting all pods. A non-empty selector is required.");
            return Completion.of(SyncResult.DONE);
        }
        if (set.metadata().isDeleting()) {
            return Completion.of(SyncResult.DONE);
        }
        return history.settle(set, owned.of(set.uid())).then(found -> {
            if (found.isEmpty()) {
                return Completion.of(SyncResult.retry("the revisions of " + key + " could not be settled"));
            }
            PodVersion version = new PodVersion(set, found.get().hash(), context.clock());
            return expectations.satisfied(key) ? act(version, found.get().old()) : writeStatus(version, false);
        });
    }

    private Completion<SyncResult> act(PodVersion version, List<ControllerRevision> old) {
        return manage(version)
                .then(managed -> managed.andThen(() -> roll(version)))
                .then(rolled -> rolled.andThen(() -> truncate(version.set(), old)))
                .then(acted -> {
                    if (acted.isDone()) {
                        return writeStatus(version, true);
                    }
                    return kubernetes.has(Feature.DAEMON_SET_STATUS_AFTER_ERROR)
                            ? writeStatus(version, true).map(written -> failed(version.set(), acted, written))
                            : Completion.of(acted);
                });
    }

    /** The earlier of the back-off after a failure and the time at which ready pods become available. */
    private SyncResult failed(DaemonSet set, SyncResult acted, SyncResult written) {
        if (written instanceof SyncResult.RetryAfter due) {
            queue.addAfter(set.key(), due.delay());
        }
        return acted;
    }

    private Completion<SyncResult> manage(PodVersion version) {
        return withPods(version.set(), claimed -> {
            NodePlan plan = new NodePlan(version, byNode(claimed), eligibility, backoff, recorder, kubernetes);
            NodeWork work = plan.of(nodes.all());
            if (plan.laterBy() > 0) {
                queue.addAfter(version.set().key(), plan.laterBy());
            }
            return control.execute(version, work);
        });
    }

    private Completion<SyncResult> roll(PodVersion version) {
        DaemonSet set = version.set();
        if (!expectations.satisfied(set.key()) || !Bounds.isRolling(set)) {
            return Completion.of(SyncResult.DONE);
        }
        return withPods(set, claimed -> {
            List<String> eligible = new ArrayList<>();
            for (Node node : nodes.all()) {
                if (eligibility.fit(set, node).isWanted()) {
                    eligible.add(node.metadata().name());
                }
            }
            PodVersion now = new PodVersion(set, version.hash(), context.clock());
            RollingPlan plan = new RollingPlan(now, byNode(claimed), eligible);
            return control.execute(now, plan.within(Bounds.of(set, eligible.size(), kubernetes)));
        });
    }

    private Completion<SyncResult> truncate(DaemonSet set, List<ControllerRevision> old) {
        return withPods(set, claimed -> history.truncate(set, old, claimed));
    }

    private Completion<SyncResult> writeStatus(PodVersion version, boolean observed) {
        DaemonSet set = version.set();
        return withPods(set, claimed -> {
            PodVersion now = new PodVersion(set, version.hash(), context.clock());
            DaemonStatus status = DaemonStatus.of(now, nodes.all(), byNode(claimed), eligibility);
            return status.write(client, set, observed)
                    .map(written -> written.isDone()
                            ? Readiness.requeue(
                                    Defaults.zeroIfNull(set.spec().minReadySeconds()),
                                    status.ready() != status.available())
                            : written);
        });
    }

    /** The pods that the set owns, as the cache shows them now; each step of a sync reads them again. */
    private Completion<SyncResult> withPods(DaemonSet set, Function<List<Pod>, Completion<SyncResult>> work) {
        return owned.claim(set, set.spec().selector())
                .then(claim -> claim.outcome().andThen(() -> work.apply(claim.owned())));
    }

    /** Terminated pods that are being deleted count only for the history. */
    private NodePods byNode(List<Pod> claimed) {
        List<Pod> counted = new ArrayList<>(claimed);
        if (kubernetes.has(Feature.DAEMON_SET_SUCCEEDED_PODS)) {
            counted.removeIf(pod -> pod.isFinished() && pod.metadata().isDeleting());
        }
        return NodePods.of(counted);
    }
}
