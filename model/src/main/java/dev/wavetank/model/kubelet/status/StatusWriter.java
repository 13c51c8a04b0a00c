package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.Refusals;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.StatusHop;
import dev.wavetank.model.trace.hop.WaitHop;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The status manager: writes the status of pods to the API asynchronously, one pod after the other. Of several
 * waiting statuses of one pod the last one wins.
 */
public final class StatusWriter {

    /** The period of the pass over all pods, which retries failed writes. */
    private static final long RETRY = 10 * VirtualTime.SECOND;

    /** In the trace, a write follows from the read before it when that took so long, as after a refusal. */
    private static final long LONG_READ = VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final Refusals refusals;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    /** Pods with something to send, in the order of their requests. */
    private final Deque<Entry> queue = new ArrayDeque<>(1);

    private final long start;
    private final boolean reconciles;
    private final BiConsumer<Pod, Pod.Status> written;
    private boolean sending;

    /**
     * A writer without statuses.
     *
     * @param reconciles whether what somebody else has written is written again
     * @param written hears of each status that has been written
     */
    public StatusWriter(Context context, ApiClient client, boolean reconciles, BiConsumer<Pod, Pod.Status> written) {
        this.written = written;
        this.reconciles = reconciles;
        this.context = context;
        this.refusals = new Refusals(context);
        this.client = client.counting(refusals);
        this.start = context.now();
    }

    /**
     * That something is to be sent for a pod.
     *
     * @param cause number of the record on whose causal path it is
     * @param since when it began to wait, in nanoseconds of virtual time
     * @param refusals how many requests had been refused by then
     * @param refused how long they had waited for that by then, in nanoseconds
     */
    private record Want(long cause, long since, long refusals, long refused) {
        private static final Want NONE = new Want(0, 0, 0, 0);
    }

    private static final class Entry {
        private final Pod pod;
        private Pod.@Nullable Status wanted;
        private Pod.@Nullable Status sent;
        private Want want = Want.NONE;
        /** What was wanted when the requests for it began. */
        private Want asked = Want.NONE;

        private int failures;
        /** Whether it is in the queue, is sent, or waits after a failure. */
        private boolean busy;

        private boolean delete;
        /** As the API server has shown it last. */
        private Pod latest;
        /** What could not be written because the API has no mirror of the static pod; waits for the next pass. */
        private Pod.@Nullable Status skipped;
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
    public void write(Pod pod, Pod.Status status) {
        Entry entry = entries.computeIfAbsent(pod.uid(), missing -> new Entry(pod));
        entry.wanted = status;
        if (context.tracesDetails()) {
            context.trace(new StatusHop(pod.key().toString(), status.phase(), isReady(status), isProbed(pod)));
        }
        entry.want = want();
        work(entry);
    }

    /**
     * Compares the API object of a pod, of a static pod its mirror: when its status is not what was written, because
     * somebody else wrote it, the next pass over all pods writes the last status again, unless the object has changed
     * meanwhile ({@code needsReconcile}). A sync of the pod that begins before that pass ends a pod that the API shows
     * as ended. The object's revision says nothing: an etcd that was restored has older objects again.
     */
    public void compare(String uid, Pod latest) {
        Entry entry = entries.get(uid);
        if (entry == null) {
            return;
        }
        entry.latest = latest;
        if (reconciles && !entry.busy && !entry.checking && differs(entry)) {
            entry.checking = true;
            long cause = context.cause();
            context.after(untilPass(), () -> check(entry, cause));
        }
    }

    /** Until the next pass over all pods: their period counts from the kubelet's start. */
    private long untilPass() {
        return RETRY - Math.floorMod(context.now() - start, RETRY);
    }

    private void check(Entry entry, long cause) {
        entry.checking = false;
        if (!entry.busy && differs(entry)) {
            entry.sent = entry.latest.status();
            context.resume(cause);
            entry.want = want();
            work(entry);
        }
    }

    private static boolean differs(Entry entry) {
        return entry.sent != null && !OwnStatus.isShown(entry.sent, entry.latest.status());
    }

    private static boolean isProbed(Pod pod) {
        return pod.spec().containers().stream()
                .anyMatch(container ->
                        container.readinessProbe() != null || container.other().get("startupProbe") != null);
    }

    private static boolean isReady(Pod.Status status) {
        return status.conditions().stream()
                .anyMatch(condition ->
                        condition.type().equals("Ready") && condition.status().equals("True"));
    }

    /** Deletes the pod's object, after its last status is written. */
    public void delete(Pod pod) {
        Entry entry = entries.computeIfAbsent(pod.uid(), missing -> new Entry(pod));
        entry.delete = true;
        entry.want = want();
        work(entry);
    }

    /** Forgets a deleted pod: nothing is left to write. */
    public void forget(String uid) {
        entries.remove(uid);
    }

    /** What is wanted from now on, on this causal path. */
    private Want want() {
        return new Want(context.cause(), context.now(), refusals.count(), refusals.waited());
    }

    /** Goes on with what is wanted for a pod; in the trace with what it has waited for. */
    private void resume(Entry entry) {
        Want want = entry.want;
        context.resume(want.cause());
        if (!context.tracesDetails()) {
            return;
        }
        long waited = context.now() - want.since();
        long refused = refusals.waited() - want.refused();
        String key = entry.pod.key().toString();
        if (refused > 0) {
            // Of a wait that had begun before, the refusal was not counted again.
            long count = Math.max(1, refusals.count() - want.refusals());
            context.trace(new WaitHop.Refused("status", key, count, waited - refused));
        }
        if (waited > refused) {
            context.trace(new DequeueHop("status", key));
        }
        entry.want = want();
    }

    private void work(Entry entry) {
        if (!entry.busy && isKnown(entry) && (isNews(entry) || entry.delete)) {
            entry.busy = true;
            queue.add(entry);
            sendNext();
        }
    }

    private boolean isKnown(Entry entry) {
        return entries.get(entry.pod.uid()) == entry;
    }

    private static boolean isNews(Entry entry) {
        return entry.wanted != null && !entry.wanted.equals(entry.sent) && entry.wanted != entry.skipped;
    }

    private void sendNext() {
        while (!sending && !queue.isEmpty()) {
            Entry entry = queue.remove();
            resume(entry);
            entry.asked = entry.want;
            if (!isKnown(entry)) {
                entry.busy = false;
            } else if (isNews(entry)) {
                sending = true;
                read(entry);
            } else if (entry.delete) {
                sending = true;
                client.send(finalDelete(entry.pod)).whenDone(response -> {
                    if (isFinal(response)) {
                        forget(entry.pod.uid());
                    }
                    sent(entry, response);
                });
            } else {
                entry.busy = false;
            }
        }
    }

    /** Reads the pod before its status is written, as {@code syncPod} does: a second request within the limit. */
    private void read(Entry entry) {
        ApiRequest get = new ApiRequest.Get(
                Resources.PODS, entry.pod.key().namespace(), entry.pod.key().name());
        long began = context.now();
        client.send(get).whenDone(response -> {
            if (response instanceof ApiResponse.One one && StaticPod.shows(one.as(Pod.class), entry.pod)) {
                if (entry.want != entry.asked) {
                    resume(entry);
                    entry.asked = entry.want;
                } else if (context.now() - began < LONG_READ) {
                    context.resume(entry.want.cause());
                }
                write(entry, one.object().uid());
            } else {
                if (response.code() == 404 || response.isSuccess()) {
                    drop(entry);
                }
                sent(entry, response);
            }
        });
    }

    /** There is no such pod, or another one of that name: it is over, but the mirror of a static pod may come. */
    private void drop(Entry entry) {
        if (StaticPod.isStatic(entry.pod)) {
            entry.skipped = entry.wanted;
            context.after(untilPass(), () -> {
                entry.skipped = null;
                work(entry);
            });
        } else {
            entry.wanted = entry.sent;
        }
    }

    private void write(Entry entry, String uid) {
        Pod.Status status = Objects.requireNonNull(entry.wanted);
        client.send(patch(entry.pod.withMetadata(entry.pod.metadata().withUid(uid)), status))
                .whenDone(response -> {
                    if (isFinal(response)) {
                        entry.sent = status;
                        written.accept(entry.pod, status);
                    }
                    sent(entry, response);
                });
    }

    /** A request has ended: the next pod has its turn. */
    private void sent(Entry entry, ApiResponse response) {
        sending = false;
        if (isFinal(response)) {
            entry.busy = false;
            entry.failures = 0;
            work(entry);
        } else {
            entry.failures++;
            if (entry.want == entry.asked) {
                entry.want = want();
            } else {
                resume(entry);
            }
            context.after(RETRY, () -> retry(entry));
        }
        sendNext();
    }

    private void retry(Entry entry) {
        entry.busy = false;
        context.resume(entry.want.cause());
        if (context.tracesDetails()) {
            context.trace(new WaitHop.BackedOff("status", entry.pod.key().toString(), entry.failures));
        }
        entry.want = want();
        work(entry);
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
