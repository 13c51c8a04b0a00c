package dev.wavetank.reports.attribution;

import dev.wavetank.model.trace.AttemptTrace;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.ProbeTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.Hop;
import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;

/** What a record says about the time since the record that caused it. */
public final class Steps {

    private Steps() {}

    /** When the step was over, in nanoseconds of virtual time: some are recorded a little later. */
    public static long end(TraceEntry step) {
        if (step.record() instanceof Milestone milestone) {
            return step.time() - milestone.ago();
        }
        return step.record() instanceof Hop hop ? step.time() - hop.ago() : step.time();
    }

    /** What the time before a step was spent on. */
    public static Spent spent(TraceRecord step) {
        if (step instanceof Hop hop) {
            return hop.spent();
        } else if (step instanceof StoreTrace) {
            return Spent.COMMIT;
        } else if (step instanceof RequestTrace) {
            return Spent.API_SERVER;
        } else if (step instanceof Milestone milestone) {
            return spent(milestone.point());
        } else if (step instanceof AttemptTrace) {
            return Spent.SCHEDULING;
        } else if (step instanceof ContainerTrace container) {
            return container instanceof ContainerTrace.Mounted ? Spent.MOUNTING : Spent.STARTING;
        } else if (step instanceof ProbeTrace) {
            return Spent.PROBING;
        } else if (step instanceof BatchTrace) {
            // The controller has waited for the answers.
            return Spent.NETWORK;
        }
        return Spent.WORKING;
    }

    private static Spent spent(Milestone.Point point) {
        return switch (point) {
            case REQUEST_RECEIVED -> Spent.NETWORK;
            case OBSERVED, REPLICA_SET_OBSERVED, SEEN_BY_KUBELET, SEEN_READY -> Spent.WATCH;
            case STORED, REPLICA_SET_STORED, POD_CREATED, BOUND, READY -> Spent.COMMIT;
            case SCHEDULED -> Spent.SCHEDULING;
            case SANDBOX_READY -> Spent.SANDBOX;
            case NETWORK_READY -> Spent.POD_NETWORK;
            case IMAGES_PULLED -> Spent.PULLING;
            case CONTAINERS_STARTED -> Spent.STARTING;
        };
    }
}
