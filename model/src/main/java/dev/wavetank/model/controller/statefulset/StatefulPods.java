package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.ConflictRetry;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.client.Informer;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.Optional;

/**
 * Creates, corrects and deletes single pods of a StatefulSet, and tells what came of it as Events. What is done is
 * done with what went wrong, if something did.
 */
final class StatefulPods {

    private final Context context;
    private final RandomStream retries;
    private final ApiClient client;
    private final EventRecorder events;
    private final Informer<Pod> pods;
    private final VolumeClaims claims;
    private final int minorVersion;

    StatefulPods(ControllerEnvironment environment, ApiClient client, EventRecorder events) {
        this.context = environment.context();
        this.retries = context.random("conflict-retry/statefulset-pods");
        this.client = client;
        this.events = events;
        this.pods = environment.informer(Resources.PODS, Pod.class);
        this.minorVersion = environment.minorVersion();
        this.claims = new VolumeClaims(
                client,
                events,
                environment.informer(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class),
                minorVersion);
    }

    /** The minor version of Kubernetes. */
    int minorVersion() {
        return minorVersion;
    }

    /** The claims of the pods. */
    VolumeClaims claims() {
        return claims;
    }

    /** Makes the claims of a pod, then the pod. */
    Completion<Optional<String>> create(StatefulSet set, Pod pod) {
        return claims.createMissing(set, pod).then(failure -> {
            if (failure.isPresent()) {
                return Completion.of(tell("create", set, pod, failure));
            }
            return client.send(ApiRequest.Create.of(Resources.PODS, pod)).then(response -> {
                if (response.failedWith("AlreadyExists")) {
                    return Completion.of(failureOf(response));
                }
                if (!response.isSuccess()) {
                    return Completion.of(tell("create", set, pod, failureOf(response)));
                }
                return claims.correctOwners(set, pod).map(wrong -> {
                    String verb = wrong.isPresent() ? "update" : "create";
                    return tell(verb, set, pod, wrong);
                });
            });
        });
    }

    /** What came of an update: what went wrong, if something did, and whether somebody else had written in between. */
    private record Outcome(Optional<String> failure, boolean isConflict) {}

    /** Gives a pod, and its claims, what it lacks to be a member of the set; on a conflict again, as it is then. */
    Completion<Optional<String>> update(StatefulSet set, Pod pod) {
        return ConflictRetry.BACKOFF
                .run(
                        context,
                        retries,
                        conflicts -> updateOnce(set, conflicts == 0 ? pod : latest(pod)),
                        Outcome::isConflict)
                .map(outcome -> tell("update", set, pod, outcome.failure()));
    }

    private Pod latest(Pod pod) {
        Pod cached = pods.cached(pod.key());
        return cached == null ? pod : cached;
    }

    private Completion<Outcome> updateOnce(StatefulSet set, Pod pod) {
        Pod known = Identity.matches(set, pod) ? pod : Identity.with(set, pod, minorVersion);
        boolean mounts = ClaimNames.areMounted(set, known);
        Pod corrected = mounts ? known : ClaimNames.mounted(set, known);
        Completion<Optional<String>> claimed =
                mounts ? Completion.of(Optional.empty()) : claims.createMissing(set, corrected);
        return claimed.then(
                        failure -> failure.isPresent() ? Completion.of(failure) : claims.correctOwners(set, corrected))
                .then(failure -> failure.isPresent()
                        ? Completion.of(new Outcome(failure, false))
                        : client.send(new ApiRequest.Update(Resources.PODS, "", corrected))
                                .map(response -> new Outcome(failureOf(response), response.failedWith("Conflict"))));
    }

    /** Deletes a pod; its claims stay. */
    Completion<Optional<String>> delete(StatefulSet set, Pod pod) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS, pod.key().namespace(), pod.key().name(), ApiRequest.DeleteOptions.DEFAULT);
        return client.send(request).map(response -> {
            Optional<String> failure = tell("delete", set, pod, failureOf(response));
            return response.failedWith("NotFound") ? Optional.empty() : failure;
        });
    }

    /** Tells that a pod which has ended is made anew. */
    void tellRecreation(StatefulSet set, Pod pod) {
        events.warning(
                set,
                "RecreatingFailedPod",
                "StatefulSet " + set.key() + " is recreating failed Pod "
                        + pod.metadata().name());
    }

    private Optional<String> tell(String verb, StatefulSet set, Pod pod, Optional<String> failure) {
        String suffix = Character.toUpperCase(verb.charAt(0)) + verb.substring(1);
        String what = verb + " Pod " + pod.metadata().name() + " in StatefulSet "
                + set.metadata().name();
        if (failure.isEmpty()) {
            events.normal(set, "Successful" + suffix, what + " successful");
        } else {
            events.warning(set, "Failed" + suffix, what + " failed error: " + failure.get());
        }
        return failure;
    }

    private static Optional<String> failureOf(ApiResponse response) {
        return response.isSuccess() ? Optional.empty() : Optional.of(FailureText.of(response));
    }
}
