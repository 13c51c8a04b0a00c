package dev.wavetank.model.controller.daemonset;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.EventRecorder;
import dev.wavetank.model.client.FailureText;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates pods on nodes, batch after batch, and deletes pods. After a batch with an error the rest is left to a later
 * sync.
 */
final class DaemonPods {

    /** At most so many pods are created, and so many deleted, in one sync. */
    static final int BURST = 250;

    /** Since when the default scheduler binds the pods of DaemonSets. */
    private static final int SCHEDULED_SINCE = 12;

    private final Context context;
    private final ApiClient client;
    private final EventRecorder events;
    private final PodExpectations expectations;
    private final int minorVersion;
    private long syncs;

    DaemonPods(
            Context context, ApiClient client, EventRecorder events, PodExpectations expectations, int minorVersion) {
        this.context = context;
        this.client = client;
        this.events = events;
        this.expectations = expectations;
        this.minorVersion = minorVersion;
    }

    /** Does the work, or as much of it as one sync may do. Done with whether all that was tried succeeded. */
    Completion<Boolean> execute(PodVersion version, NodeWork work) {
        List<String> nodes =
                work.nodes().subList(0, Math.min(BURST, work.nodes().size()));
        List<String> surplus =
                work.surplus().subList(0, Math.min(BURST, work.surplus().size()));
        expectations.expect(version.set().key(), nodes.size(), surplus.size());
        syncs++;
        return create(version, nodes, new Batch(syncs, 1, 1))
                .then(created -> delete(version.set(), surplus).map(deleted -> created && deleted));
    }

    /** One of the batches of a sync: its number from 1, and how many pods it may ask for. */
    private record Batch(long sync, int number, int most) {}

    private Completion<Boolean> create(PodVersion version, List<String> left, Batch batch) {
        int size = Math.min(batch.most(), left.size());
        List<Completion<Boolean>> answers = new ArrayList<>(size);
        for (String node : left.subList(0, size)) {
            answers.add(create(version, node));
        }
        return Completion.all(answers).then(succeeded -> {
            tell(version.set().key(), batch, succeeded);
            List<String> rest = left.subList(size, left.size());
            if (succeeded.contains(false)) {
                expectations.created(version.set().key(), rest.size());
                return Completion.of(false);
            }
            return rest.isEmpty()
                    ? Completion.of(true)
                    : create(version, rest, new Batch(batch.sync(), batch.number() + 1, 2 * size));
        });
    }

    private void tell(ObjectKey set, Batch batch, List<Boolean> succeeded) {
        if (!succeeded.isEmpty()) {
            int failures = Collections.frequency(succeeded, false);
            context.trace(new BatchTrace(
                    Resources.DAEMON_SETS, set, batch.sync(), batch.number(), succeeded.size(), failures));
        }
    }

    private Completion<Boolean> create(PodVersion version, String node) {
        DaemonSet set = version.set();
        return client.send(ApiRequest.Create.of(Resources.PODS, pod(version, node)))
                .map(response -> {
                    if (response instanceof ApiResponse.One created) {
                        events.normal(
                                set,
                                "SuccessfulCreate",
                                "Created pod: " + created.object().metadata().name());
                        return true;
                    }
                    if (FailureText.isNamespaceTerminating(response)) {
                        // Nothing can be created there any more: there is no use in trying again.
                        return true;
                    }
                    events.warning(set, "FailedCreate", "Error creating: " + FailureText.of(response));
                    expectations.created(set.key(), 1);
                    return false;
                });
    }

    private Completion<Boolean> delete(DaemonSet set, List<String> pods) {
        List<Completion<Boolean>> answers = new ArrayList<>(pods.size());
        for (String pod : pods) {
            ApiRequest request =
                    new ApiRequest.Delete(Resources.PODS, set.key().namespace(), pod, ApiRequest.DeleteOptions.DEFAULT);
            answers.add(client.send(request).map(response -> deleted(set, pod, response)));
        }
        return Completion.all(answers).map(succeeded -> !succeeded.contains(false));
    }

    private boolean deleted(DaemonSet set, String pod, ApiResponse response) {
        if (response.isSuccess()) {
            events.normal(set, "SuccessfulDelete", "Deleted pod: " + pod);
            return true;
        }
        expectations.deleted(set.key());
        if (response.failedWith("NotFound")) {
            return true;
        }
        events.warning(set, "FailedDelete", "Error deleting: " + FailureText.of(response));
        return false;
    }

    private Pod pod(PodVersion version, String node) {
        DaemonSet set = version.set();
        ObjectMeta template = set.spec().template().metadata();
        Map<String, String> labels = new LinkedHashMap<>(template.labels());
        if (version.generation() != null) {
            labels.put(PodVersion.GENERATION_LABEL, version.generation());
        }
        labels.put(PodVersion.HASH_LABEL, version.hash());
        ObjectMeta metadata = ObjectMetaBuilder.builder()
                .generateName(set.metadata().name() + "-")
                .namespace(set.metadata().namespace())
                .labels(labels)
                .annotations(template.annotations())
                .finalizers(template.finalizers())
                .ownerReferences(List.of(OwnerReference.controlledBy(set)))
                .build();
        PodSpec spec = DaemonPlacement.withTolerations(set.spec().template().spec());
        return PodBuilder.builder()
                .metadata(metadata)
                .spec(minorVersion < SCHEDULED_SINCE ? spec.withNodeName(node) : DaemonPlacement.boundTo(spec, node))
                .build();
    }
}
