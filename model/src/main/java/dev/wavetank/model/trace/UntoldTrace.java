package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a kubelet would warn of, and does not: one of a hollow node records no Events, and since v1.28 none tells that
 * the wait for volumes is over.
 *
 * @param uid of the pod
 * @param field of the pod that it is about, such as {@code spec.containers{app}}; null for the pod itself
 * @param reason that the Event would have, such as {@code FailedMount}
 * @param message that it would have
 */
public record UntoldTrace(String uid, @Nullable String field, String reason, String message) implements TraceRecord {

    @Override
    public String type() {
        return "event.untold";
    }

    @Override
    public void describe(Fields out) {
        out.text("uid", uid)
                .text("field", field == null ? "" : field)
                .text("reason", reason)
                .text("message", message);
    }
}
