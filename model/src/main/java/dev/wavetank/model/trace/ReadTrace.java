package dev.wavetank.model.trace;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * The API server answered a read that succeeded. Only rates need these, so that they are details; all other requests
 * are a {@link RequestTrace}.
 *
 * @param call the request
 * @param received virtual time at which the request arrived, in nanoseconds
 */
public record ReadTrace(ApiCall call, long received) implements TraceRecord, AnsweredCall {

    /** Records a read where somebody wants it; what follows is not its effect. */
    public static void of(Context context, ApiCall call, long received) {
        if (context.tracesDetails()) {
            long cause = context.cause();
            context.trace(new ReadTrace(call, received));
            context.resume(cause);
        }
    }

    @Override
    public boolean isDetail() {
        return true;
    }

    @Override
    public String type() {
        return "api.read";
    }

    @Override
    public String actor(String component) {
        return call.userAgent();
    }

    @Override
    public String verb() {
        return call.verb();
    }

    @Override
    public void describe(Fields out) {
        out.text("from", call.origin().component())
                .text("agent", call.userAgent())
                .text("verb", call.verb())
                .text("object", call.subject())
                .number("received", received);
    }
}
