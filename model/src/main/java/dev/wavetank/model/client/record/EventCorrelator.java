package dev.wavetank.model.client.record;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.ApiEventBuilder;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides how an occurrence is recorded: as a new event, as a higher count of a stored event, or not at all.
 *
 * <p>The rules of client-go's event correlator: from the tenth different text about one object and reason within ten
 * minutes on, occurrences are aggregated into one event; equal ones are counted; each object has a burst of 25
 * occurrences, then one in 300 s.
 */
public final class EventCorrelator {

    private static final int SIMILAR_TEXTS_MAX = 10;
    private static final long SIMILAR_INTERVAL = 600 * VirtualTime.SECOND;
    private static final long SPAM_BURST = 25;
    private static final long SPAM_REFILL = 300 * VirtualTime.SECOND;
    private static final int REMEMBERED_MAX = 4096;
    private static final String COMBINED = "(combined from similar events): ";

    private final ApiEvent.Source source;
    private final RecentlyUsed<Similar, Texts> similar = new RecentlyUsed<>(REMEMBERED_MAX);
    private final RecentlyUsed<Stored, ApiEvent> stored = new RecentlyUsed<>(REMEMBERED_MAX);
    private final RecentlyUsed<ApiEvent.Reference, Tokens> tokens = new RecentlyUsed<>(REMEMBERED_MAX);
    private long lastNamed;

    /**
     * Something to record as an Event.
     *
     * @param about the regarded object
     * @param type {@code Normal} or {@code Warning}
     * @param reason for programs
     * @param message for people
     * @param at virtual time in nanoseconds, for intervals
     * @param clock reading of the component's clock, for timestamps
     */
    public record Occurrence(
            ApiEvent.Reference about, String type, String reason, String message, long at, Instant clock) {

        /** The object, or its part, in any state. */
        private ApiEvent.Reference object() {
            return new ApiEvent.Reference(
                    about.kind(),
                    about.namespace(),
                    about.name(),
                    about.uid(),
                    about.apiVersion(),
                    null,
                    about.fieldPath());
        }

        /** The whole object in any state: its parts share one rate limit ({@code getSpamKey}). */
        private ApiEvent.Reference whole() {
            return new ApiEvent.Reference(
                    about.kind(), about.namespace(), about.name(), about.uid(), about.apiVersion(), null);
        }
    }

    /** What aggregated occurrences have in common. */
    private record Similar(ApiEvent.Reference object, String type, String reason) {}

    /** What counted occurrences have in common; without a text when they are aggregated. */
    private record Stored(Similar similar, String message) {}

    private static final class Texts {
        /** Different ones, at most ten, and nearly always one. */
        private final List<String> texts = new ArrayList<>(1);

        private long last;
    }

    /** The rate limit of Events about one object. */
    private static final class Tokens {
        /** When the bucket is full again. */
        private long fullAt;
    }

    /** @param source of all events */
    public EventCorrelator(ApiEvent.Source source) {
        this.source = source;
    }

    /**
     * How an occurrence is recorded.
     *
     * @param event the event as it is to be stored
     * @param request creates the event, or changes the count of the stored one
     */
    public record Recorded(ApiEvent event, ApiRequest request) {}

    /** The record of an occurrence; empty when the rate limit drops it. */
    public Optional<Recorded> correlate(Occurrence occurrence) {
        Similar key = new Similar(occurrence.object(), occurrence.type(), occurrence.reason());
        boolean combined = isOneOfMany(key, occurrence);
        Stored storedKey = new Stored(key, combined ? "" : occurrence.message());
        String message = combined ? COMBINED + occurrence.message() : occurrence.message();
        ApiEvent before = stored.get(storedKey);
        ApiEvent event = before == null ? first(occurrence, message) : again(before, occurrence, message);
        stored.put(storedKey, event);
        if (!takeToken(occurrence)) {
            return Optional.empty();
        }
        ApiRequest request = before == null ? ApiRequest.Create.of(Resources.EVENTS, event) : count(event);
        return Optional.of(new Recorded(event, request));
    }

    private boolean isOneOfMany(Similar key, Occurrence occurrence) {
        Texts known = similar.get(key, Texts::new);
        if (occurrence.at() - known.last > SIMILAR_INTERVAL) {
            known.texts.clear();
        }
        known.last = occurrence.at();
        if (!known.texts.contains(occurrence.message())) {
            known.texts.add(occurrence.message());
        }
        if (known.texts.size() < SIMILAR_TEXTS_MAX) {
            return false;
        }
        known.texts.remove(0);
        return true;
    }

    private boolean takeToken(Occurrence occurrence) {
        Tokens bucket = tokens.get(occurrence.whole(), Tokens::new);
        long fullAt = Math.max(bucket.fullAt, occurrence.at()) + SPAM_REFILL;
        if (fullAt - occurrence.at() > SPAM_BURST * SPAM_REFILL) {
            return false;
        }
        bucket.fullAt = fullAt;
        return true;
    }

    private ApiEvent first(Occurrence occurrence, String message) {
        String home = occurrence.about().namespace();
        String namespace = home == null || home.isEmpty() ? "default" : home;
        Instant time = Timestamps.seconds(occurrence.clock());
        return ApiEventBuilder.builder()
                .metadata(ObjectMeta.named(namespace, name(occurrence)))
                .involvedObject(occurrence.about())
                .reason(occurrence.reason())
                .message(message)
                .source(source)
                .firstTimestamp(time)
                .lastTimestamp(time)
                .count(1)
                .type(occurrence.type())
                .build();
    }

    /**
     * The object's name and the time in hexadecimal digits; unique among the events of this component. Virtual time is
     * the same for several components, whose real clocks never are to the nanosecond: so each has its own part of a
     * microsecond, and the second one is not refused an Event because the first has taken its name.
     */
    private String name(Occurrence occurrence) {
        String component = source.component() + "/" + source.host();
        long nanos = Timestamps.between(Instant.EPOCH, occurrence.clock())
                + Math.floorMod(component.hashCode(), VirtualTime.MICROSECOND);
        lastNamed = Math.max(nanos, lastNamed + 1);
        return occurrence.about().name() + "." + Long.toHexString(lastNamed);
    }

    private static ApiEvent again(ApiEvent before, Occurrence occurrence, String message) {
        return before.withCount(before.count() + 1)
                .withMessage(message)
                .withLastTimestamp(Timestamps.seconds(occurrence.clock()));
    }

    private static ApiRequest count(ApiEvent event) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("count", (long) event.count());
        tree.put("lastTimestamp", event.lastTimestamp().toString());
        tree.put("message", event.message());
        return new ApiRequest.Patch(
                Resources.EVENTS, event.key().namespace(), event.key().name(), "", new ApiRequest.Change.Merge(tree));
    }
}
