package dev.wavetank.model.apiserver.chain;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;

/**
 * How long a processor of the server works for a request, stage by stage. Waiting for etcd is not part of it.
 *
 * @param decode taking the request from the wire
 * @param access authentication and authorization
 * @param admission admission plugins; for writes only
 * @param registry defaulting, validation, conversion
 * @param encode writing the response, after etcd has answered
 */
public record ServiceTimes(
        Distribution decode, Distribution access, Distribution admission, Distribution registry, Distribution encode) {

    /** As a recorded v1.20 server took them: the fit is in a test. The registry has the long tail of all of them. */
    public static final ServiceTimes RECORDED = new ServiceTimes(
            uniform(50, 200),
            uniform(10, 60),
            uniform(50, 250),
            new Distribution.LogNormal(500 * VirtualTime.MICROSECOND, 22 * VirtualTime.MILLISECOND),
            uniform(50, 250));

    /** No time at all. */
    public static final ServiceTimes NONE = constant(0);

    /** Every stage takes the same, in nanoseconds. */
    public static ServiceTimes constant(long nanos) {
        Distribution each = new Distribution.Constant(nanos);
        return new ServiceTimes(each, each, each, each, each);
    }

    private static Distribution uniform(long micros, long most) {
        return new Distribution.Uniform(micros * VirtualTime.MICROSECOND, most * VirtualTime.MICROSECOND);
    }
}
