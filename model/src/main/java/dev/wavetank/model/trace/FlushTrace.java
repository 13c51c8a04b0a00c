package dev.wavetank.model.trace;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * A scheduler tries an unschedulable pod again because it has waited for long, and not because the cluster has changed.
 *
 * @param pod its key
 * @param uid its uid
 */
public record FlushTrace(ObjectKey pod, String uid) implements TraceRecord {

    @Override
    public String type() {
        return "scheduler.flushed";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod.toString()).text("uid", uid);
    }
}
