package dev.wavetank.model.controller.deployment;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds or creates the ReplicaSet for the present template of a Deployment, and updates its revision. */
final class NewReplicaSet {

    private final Context context;
    private final DeploymentWrites writes;
    private final Informer<ReplicaSet> sets;
    private final DeploymentController.Recognition recognition;

    /**
     * The outcome.
     *
     * @param deployment for the rest of this sync: with changes that were sent, but with its old revision
     * @param rollout the ReplicaSets
     * @param outcome a failure when the sync has to end and be retried
     */
    record Result(Deployment deployment, Rollout rollout, SyncResult outcome) {}

    NewReplicaSet(
            Context context,
            DeploymentWrites writes,
            Informer<ReplicaSet> sets,
            DeploymentController.Recognition recognition) {
        this.context = context;
        this.writes = writes;
        this.sets = sets;
        this.recognition = recognition;
    }

    /** Updates the new ReplicaSet, or creates one if there is none and {@code create} permits it. */
    Completion<Result> ensure(Deployment deployment, Rollout rollout, boolean create) {
        if (rollout.newSet().isPresent()) {
            return updated(deployment, rollout, rollout.newSet().get());
        }
        return create ? created(deployment, rollout) : Completion.of(new Result(deployment, rollout, SyncResult.DONE));
    }

    private Completion<Result> updated(Deployment deployment, Rollout rollout, ReplicaSet present) {
        Integer minReadySeconds = deployment.spec().minReadySeconds();
        ReplicaSet wanted = Annotations.inherited(present, deployment, rollout.maxOldRevision() + 1);
        if (Defaults.zeroIfNull(present.spec().minReadySeconds()) != Defaults.zeroIfNull(minReadySeconds)) {
            wanted = wanted.withSpec(wanted.spec().withMinReadySeconds(minReadySeconds));
        }
        if (!wanted.equals(present)) {
            return writes.update(wanted)
                    .map(answer -> new Result(
                            deployment,
                            answer.map(rollout::withNewSet).orElse(rollout),
                            DeploymentWrites.result(answer)));
        }
        String revision = present.metadata().annotations().get(Annotations.REVISION);
        String message = "Found new replica set \"" + present.metadata().name() + "\"";
        boolean silent = StatusCalculation.condition(
                        StatusCalculation.current(deployment), StatusCalculation.PROGRESSING)
                .isPresent();
        Deployment changed = withRevision(deployment, revision);
        if (!silent) {
            changed = withProgressing(changed, "True", "FoundNewReplicaSet", message);
        }
        return writeStatus(deployment, changed, rollout);
    }

    private Completion<Result> created(Deployment deployment, Rollout rollout) {
        int revision = rollout.maxOldRevision() + 1;
        ReplicaSet set = newSet(deployment, rollout, revision);
        return writes.create(set).then(response -> {
            if (response instanceof ApiResponse.One one) {
                ReplicaSet stored = one.as(ReplicaSet.class);
                int replicas = RollingMath.replicas(stored);
                if (replicas > 0) {
                    writes.scaled(deployment, stored, 0, replicas);
                }
                String message =
                        "Created new replica set \"" + stored.metadata().name() + "\"";
                Deployment changed = withProgressing(
                        withRevision(deployment, Integer.toString(revision)), "True", "NewReplicaSetCreated", message);
                return writeStatus(deployment, changed, rollout.withNewSet(stored));
            }
            if (response.failedWith(StatusReason.ALREADY_EXISTS)) {
                return exists(deployment, rollout, set, revision);
            }
            return failed(deployment, rollout, set, response);
        });
    }

    /** The name exists: as this Deployment's ReplicaSet, which the cache did not show, or as another owner's. */
    private Completion<Result> exists(Deployment deployment, Rollout rollout, ReplicaSet wanted, int revision) {
        ReplicaSet present = sets.cached(wanted.key());
        if (present == null) {
            return Completion.of(new Result(deployment, rollout, taken(wanted)));
        }
        if (recognition.isOf(deployment, present)
                && Rollout.isSameTemplate(
                        present.spec().template(), deployment.spec().template())) {
            Deployment changed = withRevision(deployment, Integer.toString(revision));
            return writeStatus(deployment, changed, rollout.withNewSet(present));
        }
        Deployment.Status status = StatusCalculation.current(deployment);
        int collisions = Defaults.zeroIfNull(status.collisionCount()) + 1;
        Deployment changed = deployment.withStatus(status.withCollisionCount(collisions));
        return writes.status(changed).map(written -> new Result(changed, rollout, taken(wanted)));
    }

    private static SyncResult taken(ReplicaSet wanted) {
        return SyncResult.retry("replicasets.apps \"" + wanted.metadata().name() + "\" already exists");
    }

    private Completion<Result> failed(Deployment deployment, Rollout rollout, ReplicaSet set, ApiResponse response) {
        Result result = new Result(deployment, rollout, SyncResult.of(response));
        if (FailureText.isNamespaceTerminating(response)) {
            return Completion.of(result);
        }
        String reason = "ReplicaSetCreateError";
        String message =
                "Failed to create new replica set \"" + set.metadata().name() + "\": " + FailureText.of(response);
        Deployment changed = withProgressing(deployment, "False", reason, message);
        Completion<SyncResult> written =
                StatusCalculation.hasDeadline(deployment) ? writes.status(changed) : Completion.of(SyncResult.DONE);
        return written.map(ignored -> {
            writes.failed(deployment, reason, message);
            return result;
        });
    }

    private Completion<Result> writeStatus(Deployment before, Deployment changed, Rollout rollout) {
        if (changed.equals(before)) {
            return Completion.of(new Result(before, rollout, SyncResult.DONE));
        }
        // The response is not used: later writes of this sync have the cached revision, so the next status write
        // meets a conflict, as the recordings show.
        return writes.status(changed).map(written -> new Result(changed, rollout, written));
    }

    private Deployment withProgressing(Deployment deployment, String status, String reason, String message) {
        if (!StatusCalculation.hasDeadline(deployment)) {
            return deployment;
        }
        Deployment.Condition condition =
                StatusCalculation.condition(StatusCalculation.PROGRESSING, status, reason, message, context.clock());
        return deployment.withStatus(StatusCalculation.with(StatusCalculation.current(deployment), condition));
    }

    private static Deployment withRevision(Deployment deployment, @Nullable String revision) {
        if (revision == null
                || revision.equals(deployment.metadata().annotations().get(Annotations.REVISION))) {
            return deployment;
        }
        return deployment.withMetadata(Annotations.with(deployment.metadata(), Annotations.REVISION, revision));
    }

    /** The ReplicaSet to create for the present template. */
    static ReplicaSet newSet(Deployment deployment, Rollout rollout, int revision) {
        PodTemplateSpec template = deployment.spec().template();
        String hash = TemplateHash.of(
                template,
                Defaults.zeroIfNull(StatusCalculation.current(deployment).collisionCount()));
        Map<String, String> labels = withHash(template.metadata().labels(), hash);
        LabelSelector selector = deployment.spec().selector();
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .name(deployment.metadata().name() + "-" + hash)
                .namespace(deployment.metadata().namespace())
                .labels(labels)
                .ownerReferences(List.of(OwnerReference.controlledBy(deployment)))
                .build();
        ReplicaSet.Spec spec = ReplicaSetSpecBuilder.builder()
                .replicas(RollingMath.newReplicas(deployment, rollout.old(), 0))
                .minReadySeconds(deployment.spec().minReadySeconds())
                .selector(new LabelSelector(withHash(selector.matchLabels(), hash), selector.matchExpressions()))
                .template(template.withMetadata(template.metadata().withLabels(labels)))
                .build();
        ReplicaSet set =
                ReplicaSetBuilder.builder().metadata(metadata).spec(spec).build();
        return Annotations.withSizes(Annotations.inherited(set, deployment, revision), deployment);
    }

    private static Map<String, String> withHash(Map<String, String> labels, String hash) {
        Map<String, String> changed = new LinkedHashMap<>(labels);
        changed.put(Rollout.HASH_LABEL, hash);
        return changed;
    }
}
