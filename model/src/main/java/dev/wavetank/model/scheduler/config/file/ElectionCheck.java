package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;

/**
 * Checks the settings of leader election, in three steps: with the rest of the file ({@code
 * ValidateLeaderElectionConfiguration} of component-base), when the lock is made ({@code resourcelock.New} of
 * client-go), and when the scheduler begins to run ({@code NewLeaderElector}).
 */
final class ElectionCheck {

    private static final String FIELD = "leaderElection.";
    private static final String LEASES = "leases";
    /** Kinds of locks that became leases, with what was to come between. */
    private static final List<String> OLD_LOCKS = List.of("endpoints", "configmaps");

    private final KubernetesVersion version;
    private final boolean isOn;
    private final long lease;
    private final long renew;
    private final long retry;
    private final String lock;

    /**
     * A check.
     *
     * @param election the field {@code leaderElection}
     */
    ElectionCheck(Map<String, Object> election, KubernetesVersion version) {
        this.version = version;
        this.isOn = Tree.bool(election, "leaderElect", true);
        this.lease = duration(election, "leaseDuration", 15 * VirtualTime.SECOND);
        this.renew = duration(election, "renewDeadline", 10 * VirtualTime.SECOND);
        this.retry = duration(election, "retryPeriod", 2 * VirtualTime.SECOND);
        String given = Tree.text(election, "resourceLock");
        this.lock = given.isEmpty() ? LEASES : given;
    }

    /** Zero is as good as nothing: defaults take its place. */
    private static long duration(Map<String, Object> election, String field, long otherwise) {
        long nanos = Tree.has(election, field) ? ExtenderReader.duration(FIELD + field, Tree.text(election, field)) : 0;
        return nanos == 0 ? otherwise : nanos;
    }

    /** What is found with the rest of the file. */
    void fields(FieldErrors errors) {
        if (!isOn) {
            return;
        }
        positive("leaseDuration", lease, lease, errors);
        // The message shows the other one.
        positive("renewDeadline", renew, lease, errors);
        positive("retryPeriod", retry, retry, errors);
        if (lease < renew || lease == renew && version.has(Feature.SCHEDULER_RENEWAL_BELOW_LEASE)) {
            errors.invalid(
                    FIELD + "leaseDuration",
                    GoValue.duration(renew),
                    "LeaseDuration must be greater than RenewDeadline");
        }
        if (version.has(Feature.SCHEDULER_LEASES_ONLY) && !lock.equals(LEASES)) {
            errors.invalid(FIELD + "resourceLock", lock, "resourceLock value must be \"leases\"");
        }
    }

    private static void positive(String field, long nanos, long shown, FieldErrors errors) {
        if (nanos <= 0) {
            errors.invalid(FIELD + field, GoValue.duration(shown), "must be greater than zero");
        }
    }

    /** What is found when the lock is made. */
    void lock() {
        String start = "couldn't create resource lock: ";
        if (!isOn || lock.equals(LEASES) || lock.endsWith(LEASES) && isOld(lock.substring(0, lock.length() - 6))) {
            return;
        }
        if (!isOld(lock)) {
            throw new ConfigurationException(FIELD + "resourceLock", start + "Invalid lock-type " + lock);
        }
        if (version.has(Feature.NO_LOCKS_WITHOUT_LEASES)) {
            throw new ConfigurationException(
                    FIELD + "resourceLock", start + lock + " lock is removed, migrate to " + lock + LEASES);
        }
    }

    private static boolean isOld(String lock) {
        return OLD_LOCKS.contains(lock);
    }

    /** What is found when the scheduler begins to run. */
    void elector() {
        String start = "couldn't create leader elector: ";
        if (isOn && lease <= renew) {
            throw new ConfigurationException(
                    FIELD + "leaseDuration", start + "leaseDuration must be greater than renewDeadline");
        }
        // retryPeriod * JitterFactor, which is 1.2
        if (isOn && renew <= retry + retry / 5) {
            throw new ConfigurationException(
                    FIELD + "renewDeadline", start + "renewDeadline must be greater than retryPeriod*JitterFactor");
        }
    }
}
