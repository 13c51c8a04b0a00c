package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a kubelet would say of a pod in an Event that it does not record: that of a hollow node records none at all, and
 * since v1.28 there is none about volumes that did not come in time.
 *
 * @param uid of the pod
 * @param field of the pod that it is about, such as {@code spec.containers{app}}; null for the pod itself
 * @param reason that the Event would have, such as {@code FailedMount}
 * @param message that it would have
 */
public record UnrecordedEventTrace(String uid, @Nullable String field, String reason, String message)
        implements TraceRecord {

    @Override
    public String type() {
        return "event.unrecorded";
    }

    @Override
    public void describe(Fields out) {
        out.text("uid", uid)
                .text("field", field == null ? "" : field)
                .text("reason", reason)
                .text("message", message);
    }
}
