package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sync of one Deployment, with its writes in the order of Kubernetes 1.20. It uses the cached state at its start.
 * A failed write ends the sync, and a retry begins from the start.
 */
final class DeploymentSync {

    private final Context context;
    private final DeploymentWrites writes;
    private final NewReplicaSet newReplicaSet;
    private final RevisionHistory history;
    private final Rollout cached;
    private Deployment deployment;
    private Rollout rollout;
    /** The roll-out before this sync scaled it, or null: the status and the clean-up do not use the new sizes yet. */
    private @Nullable Rollout beforeScaling;

    private final boolean countsTerminating;

    /** The next step. */
    @FunctionalInterface
    private interface Step {
        Completion<SyncResult> run();
    }

    /**
     * The parts that all syncs of a controller share.
     *
     * @param context of the component
     * @param writes sends requests
     * @param newReplicaSet finds or creates the ReplicaSet of the present template
     * @param history deletes old ReplicaSets
     * @param countsTerminating whether the status counts pods whose deletion has begun
     */
    record Dependencies(
            Context context,
            DeploymentWrites writes,
            NewReplicaSet newReplicaSet,
            RevisionHistory history,
            boolean countsTerminating) {}

    DeploymentSync(Dependencies dependencies, Deployment deployment, Rollout rollout) {
        this.context = dependencies.context();
        this.writes = dependencies.writes();
        this.newReplicaSet = dependencies.newReplicaSet();
        this.history = dependencies.history();
        this.countsTerminating = dependencies.countsTerminating();
        this.deployment = deployment;
        this.cached = rollout;
        this.rollout = rollout;
    }

    /** The Deployment as this sync left it. */
    Deployment deployment() {
        return deployment;
    }

    /**
     * Runs the sync; done with the first failure, if a write failed. {@code pods} are those of all its ReplicaSets;
     * only the strategy {@code Recreate} uses them.
     */
    Completion<SyncResult> run(List<Pod> pods) {
        if (deployment.metadata().isDeleting()) {
            return revision(false, this::writeStatus);
        }
        return thenIf(notePause(), () -> {
            if (Boolean.TRUE.equals(deployment.spec().paused())) {
                return resize();
            }
            return revision(false, () -> {
                boolean resized = Resizing.isNeeded(deployment, rollout);
                // The real controller sorts the cached ReplicaSets again here, so an update of the new one that it
                // has just made is lost, and made a second time in vain (recorded: a conflict after the first PUT
                // of an undo).
                rollout = cached;
                return resized ? resize() : rollOut(pods);
            });
        });
    }

    private Completion<SyncResult> rollOut(List<Pod> pods) {
        return RollingMath.isRolling(deployment) ? revision(true, this::roll) : revision(false, () -> recreate(pods));
    }

    private static Completion<SyncResult> thenIf(Completion<SyncResult> first, Step next) {
        return first.then(result -> result.andThen(next::run));
    }

    private Completion<SyncResult> revision(boolean create, Step next) {
        return newReplicaSet.ensure(deployment, rollout, create).then(result -> {
            deployment = result.deployment();
            rollout = result.rollout();
            return result.outcome().andThen(next::run);
        });
    }

    // ---- pausing and scaling

    private Completion<SyncResult> notePause() {
        if (!StatusCalculation.hasDeadline(deployment)) {
            return Completion.of(SyncResult.DONE);
        }
        Deployment.Status status = StatusCalculation.current(deployment);
        String reason = StatusCalculation.condition(status, StatusCalculation.PROGRESSING)
                .map(Deployment.Condition::reason)
                .orElse("");
        boolean paused = Boolean.TRUE.equals(deployment.spec().paused());
        if (reason.equals(StatusCalculation.TIMED_OUT) || paused == reason.equals("DeploymentPaused")) {
            return Completion.of(SyncResult.DONE);
        }
        Deployment.Condition condition = StatusCalculation.condition(
                StatusCalculation.PROGRESSING,
                "Unknown",
                paused ? "DeploymentPaused" : "DeploymentResumed",
                paused ? "Deployment is paused" : "Deployment is resumed",
                context.clock());
        deployment = deployment.withStatus(StatusCalculation.with(status, condition));
        return writes.status(deployment);
    }

    private Completion<SyncResult> resize() {
        return revision(
                false,
                () -> thenIf(scaleAll(Resizing.sizes(deployment, rollout)), () -> {
                    Completion<SyncResult> cleaned =
                            Boolean.TRUE.equals(deployment.spec().paused())
                                    ? cleanUp()
                                    : Completion.of(SyncResult.DONE);
                    return thenIf(cleaned, this::writeStatus);
                }));
    }

    private Completion<SyncResult> scaleAll(List<ProportionalScaling.Size> sizes) {
        if (beforeScaling == null) {
            beforeScaling = rollout;
        }
        return scaleNext(sizes.iterator());
    }

    private Completion<SyncResult> scaleNext(Iterator<ProportionalScaling.Size> sizes) {
        if (!sizes.hasNext()) {
            return Completion.of(SyncResult.DONE);
        }
        ProportionalScaling.Size next = sizes.next();
        return writes.scale(deployment, next.set(), next.replicas()).then(updated -> {
            updated.ifPresent(this::takeOver);
            return DeploymentWrites.result(updated).andThen(() -> scaleNext(sizes));
        });
    }

    private void takeOver(ReplicaSet updated) {
        List<ReplicaSet> old = new ArrayList<>(rollout.old());
        old.replaceAll(set -> set.uid().equals(updated.uid()) ? updated : set);
        Optional<ReplicaSet> newSet = rollout.newSet().map(set -> set.uid().equals(updated.uid()) ? updated : set);
        rollout = new Rollout(old, newSet);
    }

    // ---- rolling update

    private Completion<SyncResult> roll() {
        ReplicaSet newSet = rollout.newSet().orElseThrow();
        int present = RollingMath.replicas(newSet);
        int wanted = RollingMath.wanted(deployment);
        int next = present > wanted ? wanted : RollingMath.newReplicas(deployment, rollout.all(), present);
        if (next != present) {
            return thenIf(scaleAll(List.of(new ProportionalScaling.Size(newSet, next))), this::writeProgress);
        }
        if (RollingMath.maxScaledDown(deployment, rollout.all(), newSet) <= 0) {
            return finish();
        }
        RollingSteps.Removal unhealthy = RollingSteps.withoutUnhealthy(deployment, rollout);
        return scaleAll(unhealthy.sizes())
                .then(done -> done.isDone() && unhealthy.complete()
                        ? shrink(!unhealthy.sizes().isEmpty())
                        : finish());
    }

    /**
     * A failed scale-down of an old ReplicaSet is not retried: the change that caused the failure triggers the next
     * sync.
     */
    private Completion<SyncResult> shrink(boolean hasShrunk) {
        List<ProportionalScaling.Size> down = RollingSteps.scaledDown(deployment, rollout);
        boolean idle = !hasShrunk && down.isEmpty();
        return scaleAll(down).then(done -> done.isDone() && !idle ? writeProgress() : finish());
    }

    // ---- recreate

    private Completion<SyncResult> recreate(List<Pod> pods) {
        List<ReplicaSet> active = rollout.activeOld();
        if (!active.isEmpty()) {
            List<ProportionalScaling.Size> none = active.stream()
                    .map(set -> new ProportionalScaling.Size(set, 0))
                    .toList();
            return thenIf(scaleAll(none), this::writeProgress);
        }
        if (hasOldPods(pods)) {
            return writeProgress();
        }
        return rollout.newSet().isPresent() ? recreated() : revision(true, this::recreated);
    }

    private Completion<SyncResult> recreated() {
        ReplicaSet newSet = rollout.newSet().orElseThrow();
        int wanted = RollingMath.wanted(deployment);
        List<ProportionalScaling.Size> sizes = RollingMath.replicas(newSet) == wanted
                ? List.of()
                : List.of(new ProportionalScaling.Size(newSet, wanted));
        return thenIf(scaleAll(sizes), this::finish);
    }

    private boolean hasOldPods(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> !pod.isFinished())
                .anyMatch(pod -> rollout.newSet()
                        .map(set -> !pod.metadata().isControlledBy(set.uid()))
                        .orElse(true));
    }

    // ---- the end

    private Completion<SyncResult> finish() {
        boolean complete = StatusCalculation.isComplete(deployment, StatusCalculation.current(deployment));
        return thenIf(complete ? cleanUp() : Completion.of(SyncResult.DONE), this::writeProgress);
    }

    private Completion<SyncResult> cleanUp() {
        return history.cleanUp(deployment, reportedRollout().old());
    }

    private Completion<SyncResult> writeStatus() {
        return write(calculated(context.clock()));
    }

    private Deployment.Status calculated(Instant now) {
        Deployment.Status status = StatusCalculation.calculate(deployment, reportedRollout(), now);
        return countsTerminating
                ? status.withTerminatingReplicas(StatusCalculation.terminating(reportedRollout()))
                : status;
    }

    private Rollout reportedRollout() {
        return beforeScaling == null ? rollout : beforeScaling;
    }

    private Completion<SyncResult> writeProgress() {
        Instant now = context.clock();
        return write(StatusCalculation.withProgress(deployment, calculated(now), reportedRollout(), now));
    }

    private Completion<SyncResult> write(Deployment.Status status) {
        if (status.equals(deployment.status())) {
            return Completion.of(SyncResult.DONE);
        }
        return writes.status(deployment.withStatus(status));
    }
}
