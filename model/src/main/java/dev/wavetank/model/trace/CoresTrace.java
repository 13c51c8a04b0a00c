package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * A kubelet gave cores to the containers of a pod for their own, or took them back.
 *
 * @param pod key of the pod
 * @param uid of the pod
 * @param cores numbers of the cores, each once for every container that has it; empty when they were taken back
 */
public record CoresTrace(String pod, String uid, List<Integer> cores) implements TraceRecord {

    /** Keeps a copy. */
    public CoresTrace {
        cores = List.copyOf(cores);
    }

    @Override
    public String type() {
        return "kubelet.cores";
    }

    @Override
    public String subject() {
        return "pods/" + pod;
    }

    @Override
    public void describe(Fields out) {
        out.text("pod", pod).text("uid", uid).text("cores", cores.toString());
    }
}
