package dev.wavetank.model.client.record;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Queue;

/**
 * Records what a component did as core/v1 Events: client-go's event recorder.
 *
 * <p>Events are sent in the background, one after the other, through the client of the component and so within its
 * rate limit. {@link EventCorrelator} decides which are aggregated, counted or dropped. The queue holds at most a
 * thousand. Without a response, an event is sent again every 10 s, twelve times in all; the first retry comes after a
 * random part of that, so that not all programs retry at once when a server is back.
 *
 * <p>Up to v1.20 each Event came into the queue by a goroutine of its own. Go runs the latest one first, so of Events
 * that are recorded in one step the last one overtakes the others.
 */
public final class EventRecorder {

    private static final int WAITING_MAX = 1000;
    private static final int TRIES_MAX = 12;
    private static final long RETRY_DELAY = 10 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final EventCorrelator correlator;
    private final RandomStream retries;
    private final boolean isInOrder;
    private final Queue<Waiting> waiting = new ArrayDeque<>(1);
    /** Recorded in this step, and not in the queue yet. */
    private final Deque<Waiting> fresh = new ArrayDeque<>(2);

    private boolean sending;

    /** An occurrence that waits to be sent, and its cause in the trace. */
    private record Waiting(EventCorrelator.Occurrence occurrence, long cause) {}

    /**
     * A recorder with an empty queue.
     *
     * @param context of the component
     * @param client sends the events
     * @param component source of the events, such as {@code deployment-controller}
     */
    public EventRecorder(Context context, ApiClient client, String component) {
        this(context, client, new ApiEvent.Source(component, null));
    }

    /**
     * A recorder with an empty queue.
     *
     * @param context of the component
     * @param client sends the events
     * @param source of the events, with its node
     */
    public EventRecorder(Context context, ApiClient client, ApiEvent.Source source) {
        this(context, client, source, true);
    }

    /**
     * A recorder with an empty queue.
     *
     * @param context of the component
     * @param client sends the events
     * @param source of the events, with its node
     * @param isInOrder whether Events come into the queue in the order in which they are recorded
     */
    public EventRecorder(Context context, ApiClient client, ApiEvent.Source source, boolean isInOrder) {
        this.isInOrder = isInOrder;
        this.context = context;
        this.client = client;
        this.retries = context.random("event-retry/" + source.component());
        this.correlator = new EventCorrelator(source);
    }

    /** Records an Event of type {@code Normal}. */
    public void normal(KubernetesObject about, String reason, String message) {
        record(about, "Normal", reason, message);
    }

    /** Records an Event of type {@code Normal} about an object that is known only by this reference. */
    public void normal(ApiEvent.Reference about, String reason, String message) {
        record(about, "Normal", reason, message);
    }

    /** Records an Event of type {@code Warning}. */
    public void warning(KubernetesObject about, String reason, String message) {
        record(about, "Warning", reason, message);
    }

    /** Records an Event of type {@code Warning} about an object that is known only by this reference. */
    public void warning(ApiEvent.Reference about, String reason, String message) {
        record(about, "Warning", reason, message);
    }

    private void record(KubernetesObject about, String type, String reason, String message) {
        ApiEvent.Reference reference = new ApiEvent.Reference(
                about.kind(),
                about.metadata().namespace(),
                about.metadata().name(),
                about.uid(),
                about.apiVersion(),
                about.metadata().resourceVersion());
        record(reference, type, reason, message);
    }

    private void record(ApiEvent.Reference about, String type, String reason, String message) {
        if (waiting.size() < WAITING_MAX) {
            EventCorrelator.Occurrence occurrence =
                    new EventCorrelator.Occurrence(about, type, reason, message, context.now(), context.clock());
            Waiting recorded = new Waiting(occurrence, context.cause());
            if (isInOrder) {
                waiting.add(recorded);
                if (!sending) {
                    sending = true;
                    context.spend(0, this::sendNext);
                }
            } else {
                fresh.add(recorded);
                if (fresh.size() == 1) {
                    context.spend(0, this::enqueue);
                }
            }
        }
    }

    private void enqueue() {
        waiting.add(fresh.removeLast());
        waiting.addAll(fresh);
        fresh.clear();
        if (!sending) {
            sendNext();
        }
    }

    private void sendNext() {
        Optional<EventCorrelator.Recorded> recorded = Optional.empty();
        while (recorded.isEmpty() && !waiting.isEmpty()) {
            Waiting next = waiting.remove();
            context.resume(next.cause());
            recorded = correlator.correlate(next.occurrence());
        }
        sending = recorded.isPresent();
        recorded.ifPresent(next -> send(next, next.request(), 1));
    }

    private void send(EventCorrelator.Recorded recorded, ApiRequest request, int tries) {
        client.send(request).whenDone(response -> {
            if (response instanceof ApiResponse.Unreachable) {
                retry(recorded, tries);
            } else if (request instanceof ApiRequest.Patch && response.failedWith(StatusReason.NOT_FOUND)) {
                send(recorded, ApiRequest.Create.of(Resources.EVENTS, recorded.event()), tries);
            } else {
                sendNext();
            }
        });
    }

    private void retry(EventCorrelator.Recorded recorded, int tries) {
        if (tries == TRIES_MAX) {
            sendNext();
        } else {
            long delay = tries == 1 ? retries.nextLong(RETRY_DELAY) : RETRY_DELAY;
            context.after(delay, () -> send(recorded, recorded.request(), tries + 1));
        }
    }
}
