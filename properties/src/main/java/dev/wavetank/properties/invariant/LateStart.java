package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.leaderelection.ElectionRecord;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.controller.DiscoveryDocuments;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * A controller manager that loses its lease before its controllers work: with a rate limit so low that it cannot renew
 * the lease for ever, each new process gets to work only if what it asks for at its start takes less time than the
 * burst of its renewals lasts. The process that leads when a run begins does not have to ask.
 */
final class LateStart {

    /** Clients of controllers, each for one request for its account; the first two tokens take two each. */
    private static final int ACCOUNTS = 43 + 2 * 2;
    /** Discovery of the manager, and of the quota controller. */
    private static final int DISCOVERIES = 2;

    private static final String MANAGER = "kube-controller-manager";
    private static final String FLAG = MANAGER + ".";
    private static final double CLIENT_QPS = 5;
    private static final double CLIENT_BURST = 10;

    private final double qps;
    /** How long a new process waits for its rate limit, in seconds. */
    private final double start;
    /** How long a process leads, in seconds. */
    private final double term;

    private boolean startsAgain;

    LateStart(ClusterSpec cluster) {
        this(cluster.settings(), cluster.profile());
    }

    private LateStart(Map<String, String> settings, KubernetesVersion version) {
        double given = Double.parseDouble(settings.getOrDefault(FLAG + "kube-api-qps", "20"));
        double burst = Double.parseDouble(settings.getOrDefault(FLAG + "kube-api-burst", "30"));
        this.qps = given == 0 ? CLIENT_QPS : given;
        double atOnce = burst == 0 ? CLIENT_BURST : burst;
        this.start = discovery(version, atOnce) + accounts(settings, version, atOnce);
        this.term = term(settings, version, atOnce);
    }

    /** How long a new controller manager of any version waits at the most for its rate limit, in nanoseconds. */
    static long longest(Map<String, String> settings) {
        double seconds = Arrays.stream(KubernetesVersion.values())
                .mapToDouble(version -> new LateStart(settings, version).start)
                .max()
                .orElse(0);
        return (long) Math.min(VirtualTime.SPAN_MAX, seconds * VirtualTime.SECOND);
    }

    private double discovery(KubernetesVersion version, double burst) {
        double late = DiscoveryDocuments.of(version, 0) - burst;
        return version.has(Feature.DISCOVERY_BURST) ? 0 : DISCOVERIES * waiting(late);
    }

    private double accounts(Map<String, String> settings, KubernetesVersion version, double burst) {
        String rbac = Boolean.toString(
                settings.getOrDefault("kube-apiserver.authorization-mode", "").contains("RBAC"));
        boolean used = settings.getOrDefault(FLAG + "use-service-account-credentials", rbac)
                .equals("true");
        return used && version.has(Feature.TOKEN_REQUESTS_OF_CONTROLLERS) ? waiting(ACCOUNTS - burst) : 0;
    }

    private double waiting(double requests) {
        return qps < 0 ? 0 : Math.max(0, requests / qps);
    }

    private double term(Map<String, String> settings, KubernetesVersion version, double burst) {
        LeaderElection.Settings standard = LeaderElection.Settings.DEFAULT;
        double retry = seconds(settings, "leader-elect-retry-period", standard.retryPeriod());
        double renewals = (version.has(Feature.LEASE_RENEWAL_WITHOUT_READ) ? 1 : 2) / retry;
        boolean elects = !settings.getOrDefault(FLAG + "leader-elect", "true").equals("false");
        return !elects || qps < 0 || qps >= renewals
                ? Double.POSITIVE_INFINITY
                : burst / (renewals - qps) + seconds(settings, "leader-elect-renew-deadline", standard.renewDeadline());
    }

    private static double seconds(Map<String, String> settings, String flag, long standard) {
        String value = settings.get(FLAG + flag);
        return (value == null ? standard : VirtualTime.parse(value)) / (double) VirtualTime.SECOND;
    }

    void observe(KubernetesObject object) {
        if (MANAGER.equals(object.metadata().name())) {
            startsAgain |= ElectionRecord.of(object)
                    .map(Lease.Spec::leaseTransitions)
                    .filter(transitions -> transitions > 0)
                    .isPresent();
        }
    }

    /** Why no controller acts. */
    Optional<String> obstacle() {
        return startsAgain && start > term
                ? Optional.of("a controller manager loses its lease before its controllers work: it may send " + qps
                        + " requests a second")
                : Optional.empty();
    }
}
