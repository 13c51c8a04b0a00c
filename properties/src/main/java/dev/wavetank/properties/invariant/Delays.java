package dev.wavetank.properties.invariant;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.ControllerFlags;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;

/**
 * How much later than with default settings things happen in a cluster that is set to be slow.
 *
 * <p>Latencies are log-normal, and a setting gives the median; the 99th percentile is six times the median. One sample
 * in a billion is above 101 times the median, {@code exp(6 ln(6) / 2.326)}, which is taken as the greatest; many
 * samples together take 1.35 times their medians on average, which is taken as three times.
 *
 * @param visibility by how much longer a stored change may take until a controller's cache shows it, in nanoseconds
 * @param answer by how much longer a request may take from the decision to send it until its answer, in nanoseconds
 * @param step by how much longer a step of the control plane takes on average: a request and a change that is seen
 */
public record Delays(long visibility, long answer, long step) {

    /** With default settings. */
    public static final Delays NONE = new Delays(0, 0, 0);

    private static final long GREATEST = 101;
    private static final long AVERAGE = 3;

    private static final String WATCH_CACHE = "kube-apiserver.watch-cache-lag";
    private static final String NETWORK = "network.latency";
    private static final String COMMIT = "etcd.commit-latency";
    private static final List<String> WORK = List.of(
            "kube-apiserver.decode-time",
            "kube-apiserver.access-time",
            "kube-apiserver.admission-time",
            "kube-apiserver.registry-time",
            "kube-apiserver.encode-time");
    private static final String SYNC_INTERVAL = "kube-proxy.iptables-min-sync-period";
    private static final String SYNC = "kube-proxy.sync-time";
    private static final String NODE_GRACE = "kube-controller-manager.node-monitor-grace-period";
    private static final String QPS = "kube-controller-manager.kube-api-qps";
    /** From kubectl to a pod that is ready a message crosses four links: to the server and etcd, and back. */
    private static final int MESSAGES = 4;

    /** The delays of a cluster with these settings. */
    public static Delays of(ClusterSpec cluster) {
        return of(cluster.settings());
    }

    /** The delays of a cluster with these settings, by name. */
    static Delays of(Map<String, String> settings) {
        long network = MESSAGES * median(settings, NETWORK);
        long visible = median(settings, WATCH_CACHE) + network;
        long answered = median(settings, COMMIT)
                + network
                + WORK.stream().mapToLong(stage -> median(settings, stage)).sum();
        // A server or a client gives up a request that takes longer; before it is sent, it waits for its turn.
        long answer = Math.min(ApiClient.REQUEST_TIMEOUT, GREATEST * answered) + turn(settings);
        return new Delays(GREATEST * visible, answer, AVERAGE * (visible + answered));
    }

    /** How long a node is silent before its controller declares it unknown, in nanoseconds. */
    public static long ofNodeMonitor(ClusterSpec cluster) {
        String grace = cluster.settings().get(NODE_GRACE);
        return grace == null
                ? ControllerFlags.of(cluster.profile()).duration(ControllerFlag.NODE_MONITOR_GRACE_PERIOD)
                : VirtualTime.parse(grace);
    }

    /**
     * How long a kube-proxy may take from when it hears of a change until its rules say it: two syncs, because the
     * first may have begun already, each after the interval between them.
     */
    public static long ofServiceRules(ClusterSpec cluster) {
        Map<String, String> settings = cluster.settings();
        long interval = WrittenLatency.longest(settings.getOrDefault(SYNC_INTERVAL, "1s"));
        long sync = WrittenLatency.longest(settings.getOrDefault(SYNC, "80ms"));
        return 2 * (interval + GREATEST * sync);
    }

    /** Between two requests of a client with a low rate limit there is nothing to see. */
    private static long turn(Map<String, String> settings) {
        double qps = Double.parseDouble(settings.getOrDefault(QPS, "0"));
        return qps > 0 && qps < 1 ? (long) (2 * VirtualTime.SECOND / qps) : 0;
    }

    private static long median(Map<String, String> settings, String latency) {
        String value = settings.get(latency);
        return value == null ? 0 : Math.min(VirtualTime.HOUR, WrittenLatency.longest(value));
    }
}
