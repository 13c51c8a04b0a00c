package dev.wavetank.model.cluster;

import dev.wavetank.model.kubeproxy.KubeProxy;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;

/**
 * The settings of traffic between pods.
 *
 * @param proxy flags of every kube-proxy
 * @param path how long a packet takes from one node to another
 */
record TrafficFlags(KubeProxy.Settings proxy, Distribution path) {

    private static final String PROXY = "kube-proxy.";

    private static KubeProxy.Mode mode(String text) {
        return switch (text) {
            case "iptables" -> KubeProxy.Mode.IPTABLES;
            case "ipvs" -> KubeProxy.Mode.IPVS;
            default ->
                throw new IllegalArgumentException(
                        PROXY + "proxy-mode must be iptables or ipvs, was '" + text + "' (others are not simulated)");
        };
    }

    static TrafficFlags of(Settings left) {
        KubeProxy.Settings standard = KubeProxy.Settings.DEFAULT;
        return new TrafficFlags(
                new KubeProxy.Settings(
                        left.span(PROXY + "iptables-min-sync-period", standard.minSyncPeriod(), 0),
                        left.span(PROXY + "iptables-sync-period", standard.syncPeriod(), VirtualTime.SECOND),
                        left.latency(PROXY + "sync-time", standard.syncTime()),
                        mode(left.text(PROXY + "proxy-mode", "iptables"))),
                left.latency(
                        "pod-network.latency",
                        new Distribution.LogNormal(200 * VirtualTime.MICROSECOND, 2 * VirtualTime.MILLISECOND)));
    }
}
