package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * A kubelet has probed a container, and counts the result. Attempts that could not be made say nothing of the
 * container, and are not recorded; nor are those that are not simulated, because they would say the same as the one
 * before.
 *
 * @param uid of the pod
 * @param container its name
 * @param id of the instance that was probed
 * @param probe {@code startup}, {@code readiness} or {@code liveness}
 * @param succeeded whether the probe succeeded; otherwise it failed
 */
public record ProbeTrace(String uid, String container, String id, String probe, boolean succeeded)
        implements TraceRecord {

    @Override
    public String type() {
        return "container.probed";
    }

    @Override
    public void describe(Fields out) {
        out.text("uid", uid)
                .text("container", container)
                .text("id", id)
                .text("probe", probe)
                .text("result", succeeded ? "success" : "failure");
    }
}
