package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.util.Locale;

/** What the table of events shows. */
final class EventCells {

    private static final String UNKNOWN = "<unknown>";

    private EventCells() {}

    static Object last(Fields event, Instant now) {
        if (event.has("series")) {
            return Ages.since(event.time("series.lastObservedTime"), now, UNKNOWN);
        }
        return event.has("lastTimestamp") ? Ages.since(event.time("lastTimestamp"), now, UNKNOWN) : first(event, now);
    }

    static Object first(Fields event, Instant now) {
        return Ages.since(event.time(event.has("firstTimestamp") ? "firstTimestamp" : "eventTime"), now, UNKNOWN);
    }

    /** An event that happened once need not say so. */
    static Object count(Fields event, Instant now) {
        return event.has("series") ? event.number("series.count") : Math.max(1, event.number("count"));
    }

    static Object object(Fields event, Instant now) {
        String kind = event.text("involvedObject.kind").toLowerCase(Locale.ROOT);
        String name = event.text("involvedObject.name");
        return name.isEmpty() ? kind : kind + "/" + name;
    }

    static Object source(Fields event, Instant now) {
        String component = event.text("source.component", event.text("reportingComponent"));
        String instance = event.text("source.host", event.text("reportingInstance"));
        return instance.isEmpty() ? component : component + ", " + instance;
    }

    /** Before there were reporters. */
    static Object sourceOnHost(Fields event, Instant now) {
        String component = event.text("source.component", event.text("reportingComponent"));
        String host = event.text("source.host");
        return host.isEmpty() ? component : component + ", " + host;
    }

    static Object message(Fields event, Instant now) {
        return event.text("message").strip();
    }
}
