package dev.wavetank.model.apiserver.chain;

import dev.wavetank.sim.VirtualTime;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How much a server does at once, and how fast.
 *
 * @param maxRequestsInflight reads at once ({@code --max-requests-inflight}); 0 for no limit
 * @param maxMutatingRequestsInflight writes at once ({@code --max-mutating-requests-inflight}); 0 for no limit
 * @param requestTimeout after how long a request is given up, in nanoseconds ({@code --request-timeout})
 * @param cpus processors of its machine; what finds none free waits
 * @param times how long a processor works for a request
 */
@RecordBuilder
public record FlowControl(
        int maxRequestsInflight, int maxMutatingRequestsInflight, long requestTimeout, int cpus, ServiceTimes times)
        implements FlowControlBuilder.With {

    /** The defaults of Kubernetes on a machine like the recorded one, with two processors. */
    public static final FlowControl DEFAULT = new FlowControl(400, 200, VirtualTime.MINUTE, 2, ServiceTimes.RECORDED);

    /** Checks the numbers. */
    public FlowControl {
        if (maxRequestsInflight < 0 || maxMutatingRequestsInflight < 0) {
            throw new IllegalArgumentException("max-requests-inflight and max-mutating-requests-inflight must not be"
                    + " negative, were " + maxRequestsInflight + " and " + maxMutatingRequestsInflight);
        }
        if (requestTimeout <= 0) {
            throw new IllegalArgumentException("request-timeout must be positive, was " + requestTimeout + " ns");
        }
        if (cpus < 1) {
            throw new IllegalArgumentException("cpus must be at least 1, was " + cpus);
        }
    }

    /** The same with other limits of requests in flight. */
    public FlowControl withMaxInflight(int reads, int writes) {
        return withMaxRequestsInflight(reads).withMaxMutatingRequestsInflight(writes);
    }
}
