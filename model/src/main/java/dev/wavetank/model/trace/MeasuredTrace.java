package dev.wavetank.model.trace;

import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * A component has measured something, for a histogram that Prometheus would scrape from it.
 *
 * @param metric name of the histogram, as in Kubernetes
 * @param operation its label {@code operation_type}; empty for none
 * @param nanos what was measured
 * @param failed whether the operation failed
 */
public record MeasuredTrace(String metric, String operation, long nanos, boolean failed) implements TraceRecord {

    /** Calls to the container runtime. */
    public static final String RUNTIME_OPERATIONS = "kubelet_runtime_operations_duration_seconds";

    /** Listings of the runtime. */
    public static final String RELIST = "kubelet_pleg_relist_duration_seconds";

    /** From when a kubelet first saw a pod to its phase Running. */
    public static final String POD_START = "kubelet_pod_start_duration_seconds";

    /** From the creation of a pod until its kubelet saw it run, without the time for images. */
    public static final String POD_START_SLI = "kubelet_pod_start_sli_duration_seconds";

    /** The same with the time for images. */
    public static final String POD_START_TOTAL = "kubelet_pod_start_total_duration_seconds";

    /** Syncs of pods. */
    public static final String POD_WORKER = "kubelet_pod_worker_duration_seconds";

    /** Records a measurement where somebody wants it; what follows is not its effect. */
    public static void of(Context context, String metric, String operation, long nanos, boolean failed) {
        if (context.tracesDetails()) {
            long cause = context.cause();
            context.trace(new MeasuredTrace(metric, operation, nanos, failed));
            context.resume(cause);
        }
    }

    @Override
    public boolean isDetail() {
        return true;
    }

    @Override
    public String type() {
        return "measured";
    }

    @Override
    public void describe(Fields out) {
        out.text("metric", metric).text("operation", operation).number("nanos", nanos);
    }
}
