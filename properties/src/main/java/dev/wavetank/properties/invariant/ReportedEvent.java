package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.UnrecordedEventTrace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a component says about an object: with an Event, or, where none is written, in the trace.
 *
 * @param uid of the object
 * @param field of the object that it is about; null for the object itself
 */
record ReportedEvent(String uid, @Nullable String field, String reason, String message) {

    /** What an Event says; empty when it does not say about which object. */
    static Optional<ReportedEvent> of(ApiEvent event) {
        ApiEvent.Reference about = event.involvedObject();
        return about == null || about.uid() == null
                ? Optional.empty()
                : Optional.of(
                        new ReportedEvent(about.uid(), about.fieldPath(), text(event.reason()), text(event.message())));
    }

    static ReportedEvent of(UnrecordedEventTrace warning) {
        return new ReportedEvent(warning.uid(), warning.field(), warning.reason(), warning.message());
    }

    private static String text(@Nullable String written) {
        return written == null ? "" : written;
    }
}
