package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.chain.FlowControl;
import dev.wavetank.model.apiserver.chain.ServiceTimes;
import dev.wavetank.sim.VirtualTime;

/**
 * The flags of the API server for concurrency and speed.
 *
 * <p>As {@code cluster/kube-up.sh} did, a larger cluster has a larger machine for its control plane, and higher limits
 * of requests in flight.
 */
final class FlowFlags {

    private static final String PREFIX = "kube-apiserver.";

    private FlowFlags() {}

    /** Takes the settings of flow control. */
    static FlowControl of(Settings settings, int nodes) {
        ServiceTimes times = ServiceTimes.RECORDED;
        FlowControl flow = FlowControl.DEFAULT;
        int reads = nodes > 3000 ? 3000 : nodes > 1000 ? 1500 : 400;
        int writes = nodes > 3000 ? 1000 : nodes > 1000 ? 500 : 200;
        return flow.withCpus(settings.number(PREFIX + "cpus", cpus(nodes), 1))
                .withMaxInflight(
                        settings.number(PREFIX + "max-requests-inflight", reads, 0),
                        settings.number(PREFIX + "max-mutating-requests-inflight", writes, 0))
                .withTimes(new ServiceTimes(
                        settings.latency(PREFIX + "decode-time", times.decode()),
                        settings.latency(PREFIX + "access-time", times.access()),
                        settings.latency(PREFIX + "admission-time", times.admission()),
                        settings.latency(PREFIX + "registry-time", times.registry()),
                        settings.latency(PREFIX + "encode-time", times.encode())))
                .withRequestTimeout(
                        settings.span(PREFIX + "request-timeout", flow.requestTimeout(), VirtualTime.MILLISECOND));
    }

    /** Processors of the machine that {@code kube-up.sh} used for this number of nodes; at least two. */
    private static int cpus(int nodes) {
        int[] sizes = {10, 2, 100, 4, 250, 8, 500, 16};
        for (int i = 0; i < sizes.length; i += 2) {
            if (nodes <= sizes[i]) {
                return sizes[i + 1];
            }
        }
        return 32;
    }
}
