package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.model.apiserver.chain.ServiceTimes;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import java.util.Map;

/**
 * The flags of the API server about how much it does at once, and how fast.
 *
 * <p>As {@code cluster/kube-up.sh} did, a larger cluster has a larger machine for its control plane, and higher limits
 * of requests in flight.
 */
final class FlowFlags {

    /** The settings, as an error text lists them. */
    static final String NAMES = "kube-apiserver.max-requests-inflight, kube-apiserver.max-mutating-requests-inflight, "
            + "kube-apiserver.request-timeout, kube-apiserver.cpus, kube-apiserver.decode-time, "
            + "kube-apiserver.access-time, kube-apiserver.admission-time, kube-apiserver.registry-time, "
            + "kube-apiserver.encode-time";

    private static final String PREFIX = "kube-apiserver.";

    private FlowFlags() {}

    /** Takes the settings of flow control out of those that are left. */
    static FlowControl of(Map<String, String> left, int nodes) {
        ServiceTimes times = ServiceTimes.RECORDED;
        FlowControl flow = FlowControl.DEFAULT
                .withCpus(number(left, "cpus", cpus(nodes)))
                .withMaxInflight(
                        number(left, "max-requests-inflight", nodes > 3000 ? 3000 : nodes > 1000 ? 1500 : 400),
                        number(left, "max-mutating-requests-inflight", nodes > 3000 ? 1000 : nodes > 1000 ? 500 : 200))
                .withTimes(new ServiceTimes(
                        time(left, "decode-time", times.decode()),
                        time(left, "access-time", times.access()),
                        time(left, "admission-time", times.admission()),
                        time(left, "registry-time", times.registry()),
                        time(left, "encode-time", times.encode())));
        String timeout = left.remove(PREFIX + "request-timeout");
        return timeout == null ? flow : flow.withRequestTimeout(span("request-timeout", timeout));
    }

    /** Processors of the machine that {@code kube-up.sh} took for so many nodes; at least two. */
    private static int cpus(int nodes) {
        int[] sizes = {10, 2, 100, 4, 250, 8, 500, 16};
        for (int i = 0; i < sizes.length; i += 2) {
            if (nodes <= sizes[i]) {
                return sizes[i + 1];
            }
        }
        return 32;
    }

    private static int number(Map<String, String> left, String flag, int otherwise) {
        String value = left.remove(PREFIX + flag);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= (flag.equals("cpus") ? 1 : 0)) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(PREFIX + flag + " must be a whole number, was '" + value + "'", wrong);
        }
        throw new IllegalArgumentException(PREFIX + flag + " is too small: " + value);
    }

    /** A service time is given by its median. */
    private static Distribution time(Map<String, String> left, String flag, Distribution otherwise) {
        String value = left.remove(PREFIX + flag);
        if (value == null) {
            return otherwise;
        }
        long median = span(flag, value);
        return new Distribution.LogNormal(median, ClusterFlags.TAIL * median);
    }

    private static long span(String flag, String value) {
        try {
            long nanos = VirtualTime.parse(value);
            if (nanos > 0) {
                return nanos;
            }
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(PREFIX + flag + ": " + wrong.getMessage(), wrong);
        }
        throw new IllegalArgumentException(PREFIX + flag + " must be longer than nothing, was " + value);
    }
}
