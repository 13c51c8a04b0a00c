package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * A kubelet has waited in vain for the volumes of a pod, and begins anew. Since v1.28 no Event tells it.
 *
 * @param uid of the pod
 * @param text what an older kubelet would say
 */
public record VolumeWaitTrace(String uid, String text) implements TraceRecord {

    @Override
    public String type() {
        return "volumes.awaited";
    }

    @Override
    public void describe(Fields out) {
        out.text("uid", uid).text("text", text);
    }
}
