package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Retry;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.function.LongUnaryOperator;

/**
 * Creates, updates and deletes single pods of a StatefulSet, and records the outcome in Events. Each operation is
 * done with the failure, if there was one.
 */
final class StatefulPods {

    private final Context context;
    private final LongUnaryOperator jitter;
    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Pod> pods;
    private final VolumeClaims claims;
    private final KubernetesVersion version;

    StatefulPods(ControllerEnvironment environment, ApiClient client, EventRecorder events) {
        this.context = environment.context();
        this.jitter = Retry.tenth(context.random("conflict-retry/statefulset-pods"));
        this.client = client;
        this.events = events;
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.version = environment.version();
        this.claims = new VolumeClaims(
                client,
                events,
                environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class),
                version);
    }

    /** The version of Kubernetes. */
    KubernetesVersion version() {
        return version;
    }

    /** The claims of the pods. */
    VolumeClaims claims() {
        return claims;
    }

    /** Creates the claims of a pod, then the pod. */
    Completion<SyncResult> create(StatefulSet set, Pod pod) {
        return claims.createMissing(set, pod).then(made -> {
            if (!made.isDone()) {
                return Completion.of(record("create", set, pod, made));
            }
            return client.send(ApiRequest.Create.of(Resources.PODS, pod)).then(response -> {
                if (response.failedWith(StatusReason.ALREADY_EXISTS)) {
                    return Completion.of(SyncResult.of(response));
                }
                if (!response.isSuccess()) {
                    return Completion.of(record("create", set, pod, SyncResult.of(response)));
                }
                return claims.correctOwners(set, pod)
                        .map(corrected -> record(corrected.isDone() ? "create" : "update", set, pod, corrected));
            });
        });
    }

    /** The outcome of an update: the failure, if there was one, and whether another client had written in between. */
    private record Outcome(SyncResult result, boolean isConflict) {}

    /** Restores the identity of a pod and the owners of its claims; after a conflict again, on the cached pod. */
    Completion<SyncResult> update(StatefulSet set, Pod pod) {
        return Retry.BACKOFF
                .onError(
                        context,
                        jitter,
                        conflicts -> updateOnce(set, conflicts == 0 ? pod : latest(pod)),
                        Outcome::isConflict)
                .map(outcome -> record("update", set, pod, outcome.result()));
    }

    private Pod latest(Pod pod) {
        Pod cached = pods.cached(pod.key());
        return cached == null ? pod : cached;
    }

    private Completion<Outcome> updateOnce(StatefulSet set, Pod pod) {
        Pod known = Identity.matches(set, pod) ? pod : Identity.with(set, pod, version);
        boolean mounts = ClaimNames.areMounted(set, known);
        Pod corrected = mounts ? known : ClaimNames.mounted(set, known);
        Completion<SyncResult> claimed = mounts ? Completion.of(SyncResult.DONE) : claims.createMissing(set, corrected);
        return claimed.then(made -> made.andThen(() -> claims.correctOwners(set, corrected)))
                .then(owned -> owned.isDone()
                        ? client.send(new ApiRequest.Update(Resources.PODS, "", corrected))
                                .map(response -> new Outcome(
                                        SyncResult.of(response), response.failedWith(StatusReason.CONFLICT)))
                        : Completion.of(new Outcome(owned, false)));
    }

    /** Deletes a pod; its claims stay. */
    Completion<SyncResult> delete(StatefulSet set, Pod pod) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS, pod.key().namespace(), pod.key().name(), ApiRequest.DeleteOptions.DEFAULT);
        return client.send(request).map(response -> {
            record("delete", set, pod, SyncResult.of(response));
            return SyncResult.orGone(response);
        });
    }

    /** Records that a finished pod is recreated. */
    void recordRecreation(StatefulSet set, Pod pod) {
        events.warning(
                set,
                "RecreatingFailedPod",
                "StatefulSet " + set.key() + " is recreating failed Pod "
                        + pod.metadata().name());
    }

    private SyncResult record(String verb, StatefulSet set, Pod pod, SyncResult result) {
        String suffix = Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
        String what = verb + " Pod " + pod.metadata().name() + " in StatefulSet "
                + set.metadata().name();
        result.failure()
                .ifPresentOrElse(
                        failure -> events.warning(set, "Failed" + suffix, what + " failed error: " + failure),
                        () -> events.normal(set, "Successful" + suffix, what + " successful"));
        return result;
    }
}
