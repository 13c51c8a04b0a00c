package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.Locale;

/**
 * A request of a client to a Service has ended.
 *
 * @param load name of the load that it belongs to
 * @param service namespace and name
 * @param node of the client
 * @param outcome how it ended
 * @param pod namespace and name of the pod that it came to; empty when it came to none
 * @param address to which the node sent it, in text; empty when it sent it to none
 * @param nanos from the client's attempt to its end
 * @param reason why it failed; empty when it was answered
 */
public record ServiceRequestTrace(
        String load,
        String service,
        String node,
        Outcome outcome,
        String pod,
        String address,
        long nanos,
        String reason)
        implements TraceRecord {

    /** How a request ends. */
    public enum Outcome {
        /** With an answer. */
        ANSWERED,
        /** The name of the Service is unknown. */
        UNRESOLVED,
        /** The node rejects it, because the Service has no endpoints. */
        REJECTED,
        /** Nobody listens at the pod's address. */
        REFUSED,
        /** The connection breaks before there is an answer. */
        RESET,
        /** No host has the pod's address. */
        UNREACHABLE,
        /** The client has waited long enough. */
        TIMED_OUT;

        /** Such as {@code timed out}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Whether it got its answer. */
    public boolean isAnswered() {
        return outcome == Outcome.ANSWERED;
    }

    @Override
    public String type() {
        return "service-request";
    }

    @Override
    public String verb() {
        return outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public String subject() {
        return "service/" + service;
    }

    @Override
    public void describe(Fields out) {
        out.text("load", load)
                .text("service", service)
                .text("node", node)
                .text("outcome", outcome.toString())
                .text("pod", pod)
                .text("address", address)
                .number("nanos", nanos)
                .text("reason", reason);
    }
}
