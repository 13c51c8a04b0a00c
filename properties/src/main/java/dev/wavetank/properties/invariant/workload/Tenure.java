package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;

/** How long a leader may act after sending the last renewal of its lease that was stored. */
final class Tenure {

    private Tenure() {}

    /**
     * The longest time, in nanoseconds: the answer came as late as the client waits for it, then the retry period
     * passed, and then nothing succeeded for the renew deadline. That can be longer than the lease lasts.
     *
     * @param component whose flags count, such as {@code kube-scheduler}
     */
    static long most(ClusterSpec cluster, String component) {
        LeaderElection.Settings standard = LeaderElection.Settings.DEFAULT;
        long deadline = flag(cluster, component + ".leader-elect-renew-deadline", standard.renewDeadline());
        long retry = flag(cluster, component + ".leader-elect-retry-period", standard.retryPeriod());
        boolean halved = cluster.profile().has(Feature.HALF_RENEW_DEADLINE);
        long timeout = halved ? Math.max(VirtualTime.SECOND, deadline / 2) : deadline;
        return timeout + retry + deadline;
    }

    private static long flag(ClusterSpec cluster, String name, long standard) {
        Map<String, String> settings = cluster.settings();
        return settings.containsKey(name) ? VirtualTime.parse(settings.get(name)) : standard;
    }
}
