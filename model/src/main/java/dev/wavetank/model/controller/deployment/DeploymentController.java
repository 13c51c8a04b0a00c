package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.controller.owned.OwnedObjects;
import dev.wavetank.model.controller.owned.OwnerQueue;
import dev.wavetank.model.controller.owned.Owners;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rolls out the templates of Deployments by way of ReplicaSets. */
public final class DeploymentController implements Controller {

    /** User agent, and source of the events. */
    public static final String NAME = KubernetesController.DEPLOYMENT.userAgent();

    private static final int RETRIES = 15;

    private final Context context;
    private final DeploymentSync.Dependencies dependencies;
    private final Informer<Deployment> deployments;
    private final Informer<ReplicaSet> sets;
    private final Informer<Pod> pods;
    private final OwnedObjects<ReplicaSet> owned;
    private final Index<Pod> podsByController;
    private final Owners<Deployment> owners;
    private final OwnerQueue concerned;
    private final WorkQueue<ObjectKey> queue;
    private final Recognition recognition;
    /** When to check the progress deadline of a roll-out. */
    private final Map<ObjectKey, Timer> deadlines = new LinkedHashMap<>();

    /** How the controller recognises the ReplicaSet of a Deployment's present template. */
    public interface Recognition {

        /** Kubernetes' own, since v1.6. */
        Recognition OWN_AND_OLDEST = new Recognition() {};

        /**
         * Which of several ReplicaSets with the same template is the one: the oldest, so that it is the same in every
         * sync.
         *
         * @param alike at least one, the oldest first
         */
        default ReplicaSet choose(List<ReplicaSet> alike) {
            return alike.get(0);
        }

        /**
         * Whether a ReplicaSet with the name and the template of the one that could not be created is that one: only
         * if the Deployment owns it.
         */
        default boolean isOf(Deployment deployment, ReplicaSet present) {
            return present.metadata().isControlledBy(deployment.uid());
        }
    }

    /** A controller. */
    public DeploymentController(ControllerEnvironment environment) {
        this(environment, Recognition.OWN_AND_OLDEST);
    }

    /** A controller that recognises ReplicaSets in another way. */
    public DeploymentController(ControllerEnvironment environment, Recognition recognition) {
        this.recognition = recognition;
        this.context = environment.context();
        ApiClient client = environment.client(NAME);
        this.deployments = environment.informer(Resources.DEPLOYMENTS, Deployment.class);
        this.sets = environment.informer(Resources.REPLICA_SETS, ReplicaSet.class);
        this.pods = environment.informer(Resources.PODS, Pod.class);
        KubernetesVersion version = environment.version();
        DeploymentWrites writes = new DeploymentWrites(client, new EventRecorder(context, client, NAME), version);
        this.dependencies = new DeploymentSync.Dependencies(
                context,
                writes,
                new NewReplicaSet(context, writes, sets, recognition),
                new RevisionHistory(writes::delete, version),
                version.has(Feature.DEPLOYMENT_REPLICA_SET_TERMINATING_REPLICAS));
        this.owned = new OwnedObjects<>(client, sets, Resources.DEPLOYMENTS, Resources.REPLICA_SETS);
        this.podsByController = pods.index(Index.CONTROLLER_UID);
        this.owners = new Owners<>(
                deployments, Deployment.KIND, deployment -> deployment.spec().selector());
        this.queue = environment.queue(environment.workers(KubernetesController.DEPLOYMENT), RETRIES, this::sync);
        this.concerned = new OwnerQueue(owners, queue);
    }

    @Override
    public void start() {
        deployments.addHandler(new DeploymentEvents(context, queue));
        sets.addHandler(new OwnedEvents());
        pods.addHandler(new PodEvents());
    }

    private Completion<SyncResult> sync(ObjectKey key) {
        Deployment deployment = deployments.cached(key);
        if (deployment == null || deployment.spec().selector().isEmpty()) {
            forgetDeadline(key);
            return Completion.of(SyncResult.DONE);
        }
        return owned.claim(deployment, deployment.spec().selector())
                .then(claim -> claim.outcome().andThen(() -> {
                    Rollout rollout = Rollout.of(deployment, claim.owned(), recognition);
                    DeploymentSync sync = new DeploymentSync(dependencies, deployment, rollout);
                    List<Pod> pods = RollingMath.isRolling(deployment) ? List.of() : podsOf(rollout.all());
                    return sync.run(pods).map(result -> {
                        watchDeadline(sync.deployment());
                        return result;
                    });
                }));
    }

    private List<Pod> podsOf(List<ReplicaSet> owned) {
        List<Pod> found = new ArrayList<>();
        for (ReplicaSet set : owned) {
            found.addAll(podsByController.find(set.uid()));
        }
        return found;
    }

    private void watchDeadline(Deployment deployment) {
        forgetDeadline(deployment.key());
        Deployment.Status status = StatusCalculation.current(deployment);
        Optional<Deployment.Condition> progressing = StatusCalculation.condition(status, StatusCalculation.PROGRESSING);
        if (!StatusCalculation.hasDeadline(deployment)
                || progressing.isEmpty()
                || progressing.get().reason().equals(StatusCalculation.TIMED_OUT)
                || StatusCalculation.isComplete(deployment, status)) {
            return;
        }
        // One second more, because timestamps have no fractions.
        Instant deadline = StatusCalculation.deadline(deployment, progressing.get());
        long delay = Timestamps.between(context.clock(), deadline) + VirtualTime.SECOND;
        if (delay > 0) {
            deadlines.put(deployment.key(), context.after(delay, () -> queue.add(deployment.key())));
        }
    }

    private void forgetDeadline(ObjectKey key) {
        Timer deadline = deadlines.remove(key);
        if (deadline != null) {
            deadline.cancel();
        }
    }

    /** Reacts to changes of ReplicaSets. */
    private final class OwnedEvents implements Informer.Handler<ReplicaSet> {

        @Override
        public void added(ReplicaSet set) {
            if (set.metadata().controller().isPresent()) {
                concerned.addOwner(set);
            } else {
                concerned.addMatching(set);
            }
        }

        @Override
        public void updated(ReplicaSet before, ReplicaSet after) {
            concerned.addChanged(before, after);
        }

        @Override
        public void deleted(ReplicaSet last) {
            concerned.addOwner(last);
        }
    }

    /** With the strategy {@code Recreate}, queues the Deployment when its last old pod is deleted. */
    private final class PodEvents implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            // New pods do not affect Deployments.
        }

        @Override
        public void updated(Pod before, Pod after) {
            // Changed pods do not affect Deployments.
        }

        @Override
        public void deleted(Pod last) {
            OwnerReference reference = last.metadata().controller().orElse(null);
            ReplicaSet set = reference == null
                    ? null
                    : sets.cached(new ObjectKey(last.key().namespace(), reference.name()));
            if (reference == null || set == null || !set.uid().equals(reference.uid())) {
                return;
            }
            owners.of(set)
                    .filter(deployment -> !RollingMath.isRolling(deployment))
                    .filter(deployment -> owned.of(deployment.uid()).stream()
                            .allMatch(each -> podsByController.count(each.uid()) == 0))
                    .ifPresent(deployment -> queue.add(deployment.key()));
        }
    }
}
