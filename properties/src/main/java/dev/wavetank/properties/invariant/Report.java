package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.UntoldTrace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a component says about an object: with an Event, or, where none is written, in the trace.
 *
 * @param uid of the object
 * @param field of the object that it is about; null for the object itself
 */
record Report(String uid, @Nullable String field, String reason, String message) {

    /** What an Event says; empty when it is about nothing. */
    static Optional<Report> of(ApiEvent event) {
        ApiEvent.Reference about = event.involvedObject();
        return about == null
                ? Optional.empty()
                : Optional.of(new Report(
                        String.valueOf(about.uid()),
                        about.fieldPath(),
                        String.valueOf(event.reason()),
                        String.valueOf(event.message())));
    }

    static Report of(UntoldTrace untold) {
        return new Report(untold.uid(), untold.field(), untold.reason(), untold.message());
    }
}
