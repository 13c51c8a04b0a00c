package dev.wavetank.model.scheduler.report;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.ApiEventBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records Events of the newer form ({@code client-go/tools/events}): the first of equal ones is created, the second
 * makes it a
 * series, later ones are counted in memory. Equal are those with the same reason and action about the same state of
 * the same
 * object, whatever their text. A series that has not grown for six minutes is written once more and forgotten.
 */
public final class EventSeries {

    private static final long FINISHING = 6 * 60 * VirtualTime.SECOND;
    private static final int TRIES_MAX = 12;
    private static final long RETRY_DELAY = 10 * VirtualTime.SECOND;

    private final Context context;
    private final ApiClient client;
    private final int second;
    private final Map<Key, Recorded> known = new LinkedHashMap<>();
    private long lastNamed;
    private boolean finishing;

    private record Key(
            String reason,
            String action,
            String reporter,
            ApiEvent.Reference regarding,
            ApiEvent.@Nullable Reference related) {}

    private static final class Recorded {
        private final ApiEvent event;
        private int count;
        private long last;
        private Instant lastObserved;

        private Recorded(ApiEvent event, long now, Instant clock) {
            this.event = event;
            this.last = now;
            this.lastObserved = clock;
        }
    }

    /** A recorder that has recorded nothing. */
    public EventSeries(Context context, ApiClient client, KubernetesVersion version) {
        this.context = context;
        this.client = client;
        this.second = version.has(Feature.EVENT_SERIES_FROM_TWO) ? 2 : 1;
    }

    /** Records an Event in the name of a scheduler. */
    public void record(Handle.EventOf occurrence, String reporter) {
        Key key = new Key(
                occurrence.reason(),
                occurrence.action(),
                reporter,
                reference(occurrence.pod()),
                occurrence.related() == null ? null : reference(occurrence.related()));
        Recorded before = known.get(key);
        if (before == null) {
            Recorded first = new Recorded(event(key, occurrence), context.now(), context.clock());
            known.put(key, first);
            armFinishing();
            create(first.event, 1);
            return;
        }
        before.last = context.now();
        before.lastObserved = context.clock();
        if (before.count == 0) {
            before.count = second;
            patch(before, 1);
        } else {
            before.count++;
        }
    }

    private static ApiEvent.Reference reference(Pod pod) {
        return new ApiEvent.Reference(
                Pod.KIND,
                pod.key().namespace(),
                pod.key().name(),
                pod.uid(),
                Pod.API_VERSION,
                pod.metadata().resourceVersion());
    }

    private ApiEvent event(Key key, Handle.EventOf occurrence) {
        lastNamed = Math.max(Timestamps.between(Instant.EPOCH, context.clock()), lastNamed + 1);
        Pod pod = occurrence.pod();
        String name = pod.key().name() + "." + Long.toHexString(lastNamed);
        ApiEventBuilder builder = ApiEventBuilder.builder()
                .metadata(ObjectMeta.named(pod.key().namespace(), name))
                .involvedObject(key.regarding())
                .type(occurrence.type())
                .reason(occurrence.reason())
                .message(shortened(occurrence.note()))
                .action(occurrence.action())
                .eventTime(Timestamps.micros(context.clock()))
                .reportingComponent(key.reporter())
                .reportingInstance(key.reporter() + "-" + context.name());
        if (key.related() != null) {
            Map<String, Object> related = new LinkedHashMap<>();
            related.put("apiVersion", key.related().apiVersion());
            related.put("kind", key.related().kind());
            related.put("namespace", key.related().namespace());
            related.put("name", key.related().name());
            related.put("uid", key.related().uid());
            Map<String, Object> other = new LinkedHashMap<>();
            other.put("related", related);
            builder.other(other);
        }
        return builder.build();
    }

    /** A note has at most 1,024 bytes; a longer one is cut ({@code truncateMessage}). */
    private static String shortened(String note) {
        return note.length() <= 1024 ? note : note.substring(0, 1020) + " ...";
    }

    private void create(ApiEvent event, int tries) {
        client.send(ApiRequest.Create.of(Resources.EVENTS, event)).whenDone(response -> {
            if (response instanceof ApiResponse.Unreachable && tries < TRIES_MAX) {
                context.after(RETRY_DELAY, () -> create(event, tries + 1));
            }
        });
    }

    private void patch(Recorded recorded, int tries) {
        Map<String, Object> series = new LinkedHashMap<>();
        series.put("count", recorded.count);
        series.put("lastObservedTime", Timestamps.micros(recorded.lastObserved).toString());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("series", series);
        ApiEvent event = recorded.event;
        ApiRequest.Change change = new ApiRequest.Change.Merge(tree);
        client.send(new ApiRequest.Patch(
                        Resources.EVENTS, event.key().namespace(), event.key().name(), "", change))
                .whenDone(response -> {
                    if (response instanceof ApiResponse.Unreachable && tries < TRIES_MAX) {
                        context.after(RETRY_DELAY, () -> patch(recorded, tries + 1));
                    } else if (response.failedWith(StatusReason.NOT_FOUND)) {
                        create(event.withOther(tree), 1);
                    }
                });
    }

    private void armFinishing() {
        if (!finishing) {
            finishing = true;
            context.daemonAfter(FINISHING, this::finish);
        }
    }

    private void finish() {
        finishing = false;
        for (Iterator<Recorded> each = known.values().iterator(); each.hasNext(); ) {
            Recorded recorded = each.next();
            if (context.now() - recorded.last > FINISHING) {
                each.remove();
                if (recorded.count > 0) {
                    patch(recorded, 1);
                }
            }
        }
        if (!known.isEmpty()) {
            armFinishing();
        }
    }
}
