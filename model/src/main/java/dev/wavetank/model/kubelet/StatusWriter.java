package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.StatusHop;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The status manager: writes the status of pods to the API asynchronously, one request per pod at a time. Of several
 * waiting statuses the last one wins.
 */
final class StatusWriter {

    /** The period of the pass over all pods, which retries failed writes. */
    private static final long RETRY = 10 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    StatusWriter(Context context, ApiClient client) {
        this.context = context;
        this.client = client;
    }

    private static final class Entry {
        private final Pod pod;
        private Pod.Status wanted;
        private Pod.Status sent;
        private long cause;
        private boolean busy;
        private boolean delete;
        /** As the API server has shown it last. */
        private Pod latest;
        /** Whether it is to be compared once more. */
        private boolean checking;

        private Entry(Pod pod) {
            this.pod = pod;
            this.latest = pod;
            this.wanted = pod.status();
            this.sent = pod.status();
        }
    }

    /** Writes a status, unless the API has it already. */
    void write(Pod pod, Pod.Status status) {
        Entry entry = entries.computeIfAbsent(pod.uid(), missing -> new Entry(pod));
        entry.wanted = status;
        if (context.tracesDetails()) {
            context.trace(new StatusHop(pod.key().toString(), status.phase(), isReady(status)));
        }
        entry.cause = context.cause();
        work(entry);
    }

    /**
     * Compares the API object of a pod: when its readiness is not what was written, the next pass over all pods writes
     * the last status again, unless the object has changed meanwhile ({@code needsReconcile}). Its revision says
     * nothing: an etcd that was restored has older objects again.
     */
    void compare(Pod latest) {
        Entry entry = entries.get(latest.uid());
        if (entry == null) {
            return;
        }
        entry.latest = latest;
        if (!entry.busy && !entry.checking && differs(entry)) {
            entry.checking = true;
            context.after(RETRY, () -> check(entry));
        }
    }

    private void check(Entry entry) {
        entry.checking = false;
        if (!entry.busy && differs(entry)) {
            entry.sent = entry.latest.status();
            work(entry);
        }
    }

    private static boolean differs(Entry entry) {
        return entry.sent != null && isReady(entry.sent) != entry.latest.isReady();
    }

    private static boolean isReady(Pod.Status status) {
        return status.conditions().stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    /** Deletes the pod's object, after its last status is written. */
    void delete(Pod pod) {
        Entry entry = entries.computeIfAbsent(pod.uid(), missing -> new Entry(pod));
        entry.delete = true;
        entry.cause = context.cause();
        work(entry);
    }

    /** Forgets a deleted pod: nothing is left to write. */
    void forget(String uid) {
        entries.remove(uid);
    }

    private void work(Entry entry) {
        if (entry.busy || entries.get(entry.pod.uid()) != entry) {
            return;
        }
        if (entry.wanted != null && !entry.wanted.equals(entry.sent)) {
            Pod.Status status = entry.wanted;
            send(entry, patch(entry.pod, status), () -> entry.sent = status);
        } else if (entry.delete) {
            send(entry, finalDelete(entry.pod), () -> forget(entry.pod.uid()));
        }
    }

    private void send(Entry entry, ApiRequest request, Runnable success) {
        entry.busy = true;
        client.send(request).whenDone(response -> {
            if (isFinal(response)) {
                success.run();
                entry.busy = false;
                context.resume(entry.cause);
                if (context.tracesDetails()) {
                    context.trace(new DequeueHop("status", entry.pod.key().toString()));
                }
                work(entry);
            } else {
                context.after(RETRY, () -> {
                    entry.busy = false;
                    work(entry);
                });
            }
        });
    }

    /** Success, or a pod that does not exist any more, or was replaced by another (409 or 422). */
    private static boolean isFinal(ApiResponse response) {
        return response.isSuccess() || response.code() == 404 || response.code() == 409 || response.code() == 422;
    }

    private static ApiRequest patch(Pod pod, Pod.Status status) {
        return new ApiRequest.Patch(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                "status",
                new ApiRequest.Change.PodStatus(pod.withStatus(status)));
    }

    private static ApiRequest finalDelete(Pod pod) {
        return new ApiRequest.Delete(
                Resources.PODS,
                pod.key().namespace(),
                pod.key().name(),
                new ApiRequest.DeleteOptions(0L, pod.uid(), null));
    }
}
